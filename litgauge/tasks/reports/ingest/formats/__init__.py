"""The formats of report files, a file each: whether a file is one of its kind, and which reports stand in it.

A new format is a module with these two functions and its place among `FORMATS`: the first that holds a file reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.reports.ingest.formats import event_stream, json_rows, plain_text, saved_page, storm
from litgauge.tasks.reports.ingest.report_files import Outcome


class Format(Protocol):
    """A reader of one kind of file."""

    def holds(self, file: AnswerFile) -> bool:
        """Return whether the file is of this kind, by its name, its neighbours or its first bytes."""
        ...

    def outcomes(self, file: AnswerFile) -> Iterator[Outcome]:
        """Its reports, and what is broken or no report, in the order of the file."""
        ...


FORMATS: tuple[Format, ...] = (storm, event_stream, json_rows, saved_page, plain_text)
