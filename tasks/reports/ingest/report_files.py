"""What was found in a folder of reports, before it is known which task each report answers."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from tasks.records import AgentReport, GivenReference, PlacedCitation

LARGEST = 64 * 1024 * 1024
"""Bytes; a single report or line beyond is listed as broken."""

_HALF_PAIRS = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Found:
    """A report as a file has it."""

    file: str  # relative to the folder, with "#line" in JSON lines, "#index" in a JSON list
    format: str
    text: str
    ids: tuple[str, ...] = ()  # that its fields give: arXiv id, task id
    prompt: str = ""
    title: str = ""
    model: str = ""  # "model_name" of a batch
    failure: str = ""  # what the agent reported instead of a text
    given: tuple[GivenReference, ...] = ()
    placed: tuple[PlacedCitation, ...] = ()
    fields: int = 0  # how many there are beside the text: of two rows with one text the plainer is the original

    def report(self, agent: str, name: str, task_id: str | None, survey_id: str | None) -> AgentReport:
        """The row; half a surrogate pair, which no UTF-8 holds, becomes U+FFFD."""
        text = _whole_pairs(self.text)
        given = tuple(GivenReference(_whole_pairs(w.label), _whole(w.url), _whole(w.title)) for w in self.given)
        placed = tuple(replace(one, url=_whole_pairs(one.url), title=_whole(one.title)) for one in self.placed)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return AgentReport(
            f"{agent}/{name}", agent, task_id, survey_id, self.file, self.format, text, digest, given, placed
        )


def _whole_pairs(text: str) -> str:
    return _HALF_PAIRS.sub("\ufffd", text)


def _whole(text: str | None) -> str | None:
    return None if text is None else _whole_pairs(text)


@dataclass(frozen=True, slots=True)
class BrokenFile:
    """A file or a line of it that cannot be read."""

    file: str
    line: int  # from 1; 0 where it is about the whole file
    reason: str  # "not-json", "not-text", "too-large", "no-text-field", "unreadable-text", "bug"
    detail: str


@dataclass(frozen=True, slots=True)
class IgnoredFile:
    """A file that is no report."""

    file: str
    reason: (
        str  # "ground-truth", "tasks", "binary", "unknown-format", "readme", "sidecar", "log", "other-agent", a link
    )


Outcome = Found | BrokenFile | IgnoredFile
