"""Cells of files that people fill in: what a spreadsheet must not take for a formula, and what it makes of a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from tasks.base.errors import UnusableInput

_FORMULA_STARTS = ("=", "+", "-", "@", "\t")
_DELIMITERS = ",;\t"  # spreadsheets of some countries write semicolons


@dataclass(frozen=True, slots=True)
class FilledLine:
    """A line of a file that people filled in, by its columns in lower case."""

    where: str  # file:line
    cells: Mapping[str, Any]


def shielded(cell: str) -> str:
    """The cell, with an apostrophe before what a spreadsheet would take for a formula.

    >>> shielded("=1+1"), bare(shielded("=1+1"))
    ("'=1+1", '=1+1')
    """
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def bare(cell: str) -> str:
    """The cell without that apostrophe."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _FORMULA_STARTS else cell


def delimiter_of(text: str) -> str:
    """What parts the cells of a CSV file, by its first line."""
    header = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=header.count)


def text_of(path: Path, what: str) -> str:
    """The text of a file that a person hands back; UnusableInput if it cannot be read, or is no UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableInput(f"{what} cannot be read: {error.strerror}", where=str(path)) from None
    except UnicodeDecodeError as error:
        raise UnusableInput(f"{what} is no text in UTF-8: {error.reason}", where=str(path)) from None


def filled_lines(path: Path, what: str, data: str) -> Iterator[FilledLine]:
    """The lines of a CSV file as any spreadsheet saves it, or of JSON lines; `what` and `data` are for errors.

    Empty lines are passed over, and so is what stands in no column of the first line if it is empty. Raises
    UnusableInput, with file and line, for what is neither, and for a line with more cells than there are columns.
    """
    text = text_of(path, what)
    if text.lstrip()[:1] in ("{", "["):
        yield from _json_lines(path, text, data)
    else:
        yield from _csv_lines(path, text, data)


def _csv_lines(path: Path, text: str, data: str) -> Iterator[FilledLine]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        start = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if any(cell.strip() for cell in cells[len(header) :]):
                    what = f"{len(cells)} cells, but the first line names {len(header)} columns"
                    raise UnusableInput(what, where=f"{path}:{start}", data=data)
                yield FilledLine(f"{path}:{start}", dict(zip(header, map(bare, cells), strict=False)))
            start = reader.line_num + 1
    except csv.Error as error:
        raise UnusableInput(f"it is no CSV: {error}", where=f"{path}:{reader.line_num}", data=data) from None


def _json_lines(path: Path, text: str, data: str) -> Iterator[FilledLine]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UnusableInput(
                f"it is no JSON: {error}", where=where, data=data, next_step="Write one object a line"
            ) from None
        if not isinstance(value, dict):
            raise UnusableInput("it is no JSON object", where=where, data=data, next_step="Write one object a line")
        yield FilledLine(where, {name.strip().lower(): of for name, of in value.items()})
