"""Rows of a file and where they stand, for every format of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.cells import Cell

_BLANKS = re.compile(r"[\s\-]+")


class Place(NamedTuple):
    """Place of a row: file and line."""

    where: str  # file:line
    hint: str = ""  # " (row 3)" where cells hold line breaks, so that a spreadsheet counts otherwise


Row = tuple[Place, Sequence[Cell]]
"""Place of a row, and its cells."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file, and how errors speak of it."""

    path: Path
    name: str  # "the file of grades"
    unused: str  # "No grade of the file was used"

    def refusal(self, what: str, where: str = "", next_step: str = "") -> UnusableInput:
        """Return the error for a place in this file."""
        return UnusableInput(what, where=where or str(self.path), data=self.unused, next_step=next_step)


def heading(cell: str) -> str:
    """Return the name that a heading means.

    >>> heading(" Task ID "), heading("Sub-field")
    ('task_id', 'sub_field')
    """
    return _BLANKS.sub("_", cell.strip().lower())
