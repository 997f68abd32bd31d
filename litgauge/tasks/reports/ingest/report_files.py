"""Reports and other files of a folder, before reports are matched to tasks."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.records import AgentReport, GivenReference, PlacedCitation
from litgauge.tasks.text.encodings import without_halves


@dataclass(frozen=True, slots=True)
class FoundReport:
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
        text = without_halves(self.text)
        given = tuple(GivenReference(without_halves(w.label), _whole(w.url), _whole(w.title)) for w in self.given)
        placed = tuple(replace(one, url=without_halves(one.url), title=_whole(one.title)) for one in self.placed)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return AgentReport(
            f"{agent}/{name}", agent, task_id, survey_id, self.file, self.format, text, digest, given, placed
        )


def _whole(text: str | None) -> str | None:
    return None if text is None else without_halves(text)


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
    reason: str  # "ground-truth", "tasks", "binary", "unknown-format", "readme", "sidecar", "log", … or what it is


Outcome = FoundReport | BrokenFile | IgnoredFile


def too_large(file: AnswerFile) -> BrokenFile:
    """Return the record of a file with more bytes than are read."""
    return BrokenFile(file.name, 0, "too-large", f"{file.size} bytes")
