"""Declaration of a sheet, and one row of it as it was filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.cells import Cell, as_text
from litgauge.tasks.sheets.columns import Column, T, Text, filled
from litgauge.tasks.sheets.places import Place

RATER = "rater"
"""The column that says who filled in a row, where several people share a file."""
REMARK = filled("comment", "your remarks; they decide nothing", Text())


@dataclass(frozen=True)
class Sheet:
    """A table that people fill in."""

    name: str  # what errors call the file: "the file of grades"
    columns: tuple[Column[Any], ...]
    unused: str  # what becomes of a file with an error: "No grade of the file was used"
    hint: str = ""  # the next step where the columns are not these
    byte_order_mark: bool = False  # CSV starts with one, so that Excel reads it as UTF-8

    @property
    def filled(self) -> tuple[Column[Any], ...]:
        """The columns that people fill in."""
        return tuple(column for column in self.columns if column.is_filled)

    @property
    def pictured(self) -> tuple[Column[Any], ...]:
        """The columns of pictures."""
        return tuple(column for column in self.columns if column.is_picture)

    @property
    def headings(self) -> tuple[str, ...]:
        """Every heading that means one of its columns."""
        return tuple(name for column in self.columns for name in (column.name, *column.aliases))


@dataclass(frozen=True, eq=False)
class Entry:
    """A row that somebody handed back."""

    sheet: Sheet
    file: str
    place: Place
    rater: str
    cells: Mapping[str, Cell]  # by their headings in lower case; columns of other names are kept
    values: Mapping[str, Any]  # what is filled in, by the names of the columns; without those that are left open

    def __getitem__(self, column: Column[T]) -> T | None:
        """Return what is filled in, None if the cell is empty."""
        return cast("T | None", self.values.get(column.name))

    def text(self, heading: str) -> str:
        """Return the text of a cell exactly, "" if there is none."""
        return as_text(self.cells.get(heading))

    @property
    def where(self) -> str:
        """File and line."""
        return self.place.where

    def refusal(self, what: str, heading: str = "", next_step: str = "") -> UnusableInput:
        """Return the error for this row."""
        where = f"{self.where}, {heading}" if heading else self.where
        return UnusableInput(f"{what}{self.place.hint}", where=where, data=self.sheet.unused, next_step=next_step)
