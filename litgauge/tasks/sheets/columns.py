"""The columns of a sheet: what each holds, which are filled in, and with what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, Protocol, TypeVar

from litgauge.tasks.sheets.cells import Cell, as_text, is_blank, whole_number

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Cells = Mapping[str, Cell]
"""The cells of a row by the names of their columns."""

_GRADE = re.compile(r"'?([0-9]{1,3})(?:[.,]0+)?(?:\s*/\s*([0-9]{1,3})(?:[.,]0+)?)?")
_RANK = re.compile(r"'?=?\s*([0-9]{1,4})(?:[.,]0+)?\s*(?:st|nd|rd|th|\.|=)?", re.IGNORECASE)
_NOT_WORD = re.compile(r"[\W_]+")
_YES, _NO = frozenset({"yes", "y", "1", "true", "keep"}), frozenset({"no", "n", "0", "false", "drop"})


class Kind(Protocol[T_co]):
    """Values that may be filled in."""

    def parse(self, cell: Cell, row: Cells) -> T_co | None:
        """Return the value of a cell, None if it is left open. Raises ValueError, with what it is not."""

    def expected(self, row: Cells) -> str:
        """Return what may be written, as the next step of an error."""

    def options(self, row: Cells) -> tuple[str, ...]:
        """Return what a drop-down list offers; nothing for free text."""


@dataclass(frozen=True)
class Column(Generic[T]):
    """A column of a sheet."""

    name: str
    meaning: str
    kind: Kind[T]
    is_filled: bool  # by people; the others are shown to them
    is_required: bool  # a file without it is refused
    aliases: tuple[str, ...] = ()  # other headings that mean it
    is_picture: bool = False  # its cells are of `pictures.picture_cell`

    def cell(self, cells: Cells) -> Cell:
        """Return its cell in a row, under whichever of its names."""
        names = (name for name in (self.name, *self.aliases) if not is_blank(cells.get(name)))
        return cells.get(next(names, self.name))


def shown(name: str, meaning: str, *, required: bool = False) -> Column[str]:
    """Return a column that people read."""
    return Column(name, meaning, Text(), is_filled=False, is_required=required)


def pictured(name: str, meaning: str) -> Column[str]:
    """Return a column of pictures that people look at; rows hold a `picture_cell`, or nothing."""
    return Column(name, meaning, Text(), is_filled=False, is_required=False, is_picture=True)


def filled(
    name: str, meaning: str, kind: Kind[T], *, required: bool = False, aliases: tuple[str, ...] = ()
) -> Column[T]:
    """Return a column that people fill in."""
    return Column(name, meaning, kind, is_filled=True, is_required=required, aliases=aliases)


@dataclass(frozen=True)
class Text:
    """Free text, without blanks around it."""

    def parse(self, cell: Cell, _row: Cells) -> str | None:
        """Return the text."""
        return as_text(cell).strip() or None

    def expected(self, _row: Cells) -> str:
        """Return that anything may be written."""
        return "Any text"

    def options(self, _row: Cells) -> tuple[str, ...]:
        """Return nothing."""
        return ()


@dataclass(frozen=True)
class Choice:
    """One of a few texts, whatever its case, hyphens and blanks; which ones may depend on another column."""

    allowed: tuple[str, ...] | Mapping[Any, tuple[str, ...]]  # or those by the value of the column `by`
    by: str = ""
    spelling: Callable[[str], str | None] | None = None  # the option that another spelling means

    def parse(self, cell: Cell, row: Cells) -> str | None:
        """Return the option."""
        if is_blank(cell):
            return None
        text = as_text(cell)
        options = {_folded(option): option for option in self.options(row)}
        option = options.get(_folded(text)) or (self.spelling(text) if self.spelling else None)
        if option is None:
            raise ValueError("is not allowed here")
        return option

    def expected(self, row: Cells) -> str:
        """Return the options, those of every row where the row is not known."""
        options = self.options(row)
        if not options and isinstance(self.allowed, Mapping):
            options = tuple(option for of_value in self.allowed.values() for option in of_value)
        return f"Allowed: {'; '.join(options)}"

    def options(self, row: Cells) -> tuple[str, ...]:
        """Return the options."""
        if isinstance(self.allowed, Mapping):
            return self.allowed.get(as_text(row.get(self.by)), ())
        return self.allowed


@dataclass(frozen=True)
class YesNo:
    """Yes or no, in the usual spellings."""

    def parse(self, cell: Cell, _row: Cells) -> bool | None:
        """Return whether it says yes."""
        number = whole_number(cell)
        text = as_text(cell).strip().lower() if number is None else str(number)
        if text and text not in _YES | _NO:
            raise ValueError("is neither yes nor no")
        return text in _YES if text else None

    def expected(self, _row: Cells) -> str:
        """Return the two options."""
        return "Write yes or no, or leave it empty"

    def options(self, _row: Cells) -> tuple[str, ...]:
        """Return the two options."""
        return "yes", "no"


@dataclass(frozen=True)
class Grade:
    """A whole number of a scale: 4, "4.0", "4,0", "4/5"; in JSON also an object with a `score`."""

    lowest: int
    highest: int

    def parse(self, cell: Cell, _row: Cells) -> int | None:
        """Return the grade."""
        if isinstance(cell, dict):
            cell = cell.get("score")
        if is_blank(cell):
            return None
        grade = self._of_date(cell) if isinstance(cell, date) else self._number(cell)
        if grade is None or not self.lowest <= grade <= self.highest:
            raise ValueError("is no grade")
        return grade

    def _number(self, cell: Cell) -> int | None:
        if not isinstance(cell, str):
            return whole_number(cell)
        match = _GRADE.fullmatch(cell.strip()) if len(cell) < 40 else None
        return int(match[1]) if match and match[2] in (None, str(self.highest)) else None

    def _of_date(self, cell: date) -> int | None:
        """Return the grade that a spreadsheet program took for a date: 4/5 became 4 May or 5 April."""
        parts = [cell.day, cell.month]
        if self.highest not in parts:
            return None
        parts.remove(self.highest)
        return parts[0]

    def expected(self, _row: Cells) -> str:
        """Return the scale."""
        return (
            f'Grades are whole numbers from {self.lowest} to {self.highest}, also as "4/{self.highest}" or "4.0"; a '
            f"spreadsheet may have made a date of 4/{self.highest}; leave empty what was not graded"
        )

    def options(self, _row: Cells) -> tuple[str, ...]:
        """Return all grades."""
        return tuple(map(str, range(self.lowest, self.highest + 1)))


@dataclass(frozen=True)
class Rank:
    """A whole number from 1, the best: 2, "2.0", "2nd", "=2". How many there are, the reader of the sheet knows."""

    places: Mapping[str, int] = field(default_factory=dict)  # how many answers are ranked with an item, by `item`

    def parse(self, cell: Cell, _row: Cells) -> int | None:
        """Return the rank."""
        if is_blank(cell):
            return None
        match = _RANK.fullmatch(cell.strip()) if isinstance(cell, str) and len(cell) < 40 else None
        rank = int(match[1]) if match else whole_number(cell)
        if rank is None or rank < 1:
            raise ValueError("is no rank")
        return rank

    def expected(self, row: Cells) -> str:
        """Return the range."""
        return expected_ranks(self.places.get(as_text(row.get("item"))))

    def options(self, row: Cells) -> tuple[str, ...]:
        """Return the ranks that there are."""
        return tuple(map(str, range(1, self.places.get(as_text(row.get("item")), 0) + 1)))


def expected_ranks(last: int | None) -> str:
    """Return what may be written where so many answers are ranked."""
    to = f", to {last}, which is how many answers to this the sheet has" if last else ""
    return f"Ranks are whole numbers from 1, the best{to}; equal ones get the same; leave empty what was not ranked"


def _folded(text: str) -> str:
    return _NOT_WORD.sub("-", text.strip().casefold())
