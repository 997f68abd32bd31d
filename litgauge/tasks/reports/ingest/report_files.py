"""Reports and other files of a folder, before reports are matched to tasks."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.records import AgentReport, GivenReference, PlacedCitation
from litgauge.tasks.text.encodings import without_halves


@dataclass(frozen=True, slots=True)
class FoundReport:
    """A report as read from a file."""

    file: str  # relative to the folder, with "#line" in JSON lines, "#index" in a JSON list
    format: str
    text: str
    ids: tuple[str, ...] = ()  # from its fields: arXiv id, task id
    prompt: str = ""
    title: str = ""
    model: str = ""  # "model_name" of a batch
    failure: str = ""  # what the agent reported instead of a text
    given: tuple[GivenReference, ...] = ()
    placed: tuple[PlacedCitation, ...] = ()
    fields: int = 0  # number of fields beside the text: of two rows with one text, the one with fewer is the original

    def report(self, agent: str, name: str, task_id: str | None, survey_id: str | None) -> AgentReport:
        """Return the row; lone surrogates, which UTF-8 cannot encode, become U+FFFD."""
        text = without_halves(self.text)
        references = tuple(GivenReference(without_halves(w.label), _whole(w.url), _whole(w.title)) for w in self.given)
        placed = tuple(
            replace(citation, url=without_halves(citation.url), title=_whole(citation.title))
            for citation in self.placed
        )
        digest = hashlib.sha256(text.encode()).hexdigest()
        return AgentReport(
            f"{agent}/{name}", agent, task_id, survey_id, self.file, self.format, text, digest, references, placed
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
    reason: str  # "ground-truth", "tasks", "binary", "unknown-format", "readme", "sidecar", "log", …


Outcome = FoundReport | BrokenFile | IgnoredFile


def too_large(file: AnswerFile) -> BrokenFile:
    """Return the record of a file with more bytes than are read."""
    return BrokenFile(file.name, 0, "too-large", f"{file.size} bytes")
