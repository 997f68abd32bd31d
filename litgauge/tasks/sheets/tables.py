"""Tables as people hand them back: CSV of any spreadsheet program, JSON lines or an array, XLSX."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from litgauge.tasks.sheets.cells import Cell, bare
from litgauge.tasks.sheets.places import Place, Row, Source, heading
from litgauge.tasks.text.encodings import file_text, json_without_halves

_LARGEST = 200_000_000  # bytes
_DELIMITERS = ",;\t|"
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)  # Excel's own first line
_FIRST_LINE = re.compile(r"[^\r\n]+")
_BETWEEN = re.compile(r"[\s,]*")
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SAVE_AS = "Save it as XLSX, or as CSV in UTF-8"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table, by the headings of its columns in lower case."""

    place: Place
    cells: Mapping[str, Cell]

    @property
    def where(self) -> str:
        """File and line."""
        return self.place.where


@dataclass(frozen=True, slots=True)
class Table:
    """A file of rows."""

    where: str  # of its headings
    headings: tuple[str, ...]
    lines: tuple[Line, ...]  # empty ones are left out


def read_table(path: Path, name: str, unused: str, headings: Collection[str] = ()) -> Table:
    """Return the rows of a file; `headings` are those to look for, `name` and `unused` are for errors.

    The format is told by the content. Raises UnusableInput, with file and line, for what is no such table, a row with
    more cells than there are columns, and two columns with one of the headings.
    """
    source = Source(path, name, unused)
    raw = _bytes_of(source)
    if raw.startswith(_OLE):
        raise source.refusal(f"{name} is an old Excel file, or has a password", next_step=_SAVE_AS)
    if raw.startswith(_ZIP):
        from litgauge.tasks.sheets.workbook import read_workbook  # takes openpyxl, which most commands never need

        return _table(source, read_workbook(source, raw, headings), headings)
    text = _decoded(source, raw)
    if text.lstrip()[:1] in ("{", "["):
        return _json_table(source, text)
    return _table(source, _csv_rows(source, text, headings), headings)


def read_text(path: Path, name: str, unused: str) -> str:
    """Return the text of a file, in whatever encoding `file_text` reads. Raises UnusableInput for what is none."""
    source = Source(path, name, unused)
    return _decoded(source, _bytes_of(source))


def _bytes_of(source: Source) -> bytes:
    try:
        if source.path.stat().st_size > _LARGEST:
            raise source.refusal(f"{source.name} is larger than {_LARGEST // 1_000_000} MB")
        return source.path.read_bytes()
    except OSError as error:
        raise source.refusal(f"{source.name} cannot be read: {error.strerror}") from None


def _decoded(source: Source, raw: bytes) -> str:
    text = file_text(raw)
    if text is None:
        raise source.refusal(f"{source.name} is no text", next_step=_SAVE_AS)
    return text


def _table(source: Source, rows: Iterator[Row], column_names: Collection[str]) -> Table:
    """Return the table of rows of which the first that is not empty holds the headings."""
    no_row: Row = Place(f"{source.path}:1"), ()
    (where, _), first = next(((place, cells) for place, cells in rows if any(map(_holds, cells))), no_row)
    headings = [heading(str(cell)) if _holds(cell) else "" for cell in first]
    for name in column_names:
        if headings.count(name) > 1:
            raise source.refusal(f"{headings.count(name)} columns are called {name}", where, "Keep one of them")
    lines = []
    for place, cells in rows:
        if not any(map(_holds, cells)):
            continue
        if any(map(_holds, cells[len(headings) :])):
            filled = max(number for number, cell in enumerate(cells, 1) if _holds(cell))
            what = f"{filled} cells, but the first line names {len(headings)} columns{place.hint}"
            raise source.refusal(what, place.where)
        lines.append(Line(place, dict(zip(headings, cells, strict=False))))
    return Table(where, tuple(headings), tuple(lines))


def _holds(cell: Cell) -> bool:
    return cell is not None and bool(str(cell).strip())


def _csv_rows(source: Source, text: str, headings: Collection[str]) -> Iterator[Row]:
    separator = _SEPARATOR_LINE.match(text)
    before = separator[0].count("\n") if separator else 0
    text = text[separator.end() :] if separator else text
    longest = csv.field_size_limit(_LARGEST)
    line, number = before + 1, 1
    try:
        delimiter = separator[1] if separator else _delimiter_of(text, headings)
        reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        for number, cells in enumerate(reader, 1):
            hint = f" (row {number})" if line - before != number else ""
            yield Place(f"{source.path}:{line}", hint), [bare(cell) for cell in cells]
            line = before + reader.line_num + 1
    except csv.Error as error:
        raise source.refusal(f"it is no CSV: {error}", f"{source.path}:{line}", _SAVE_AS) from None
    finally:
        csv.field_size_limit(longest)


def _delimiter_of(text: str, headings: Collection[str]) -> str:
    """Return what separates the cells: what makes most known headings out of the first line, or most cells."""
    line = _FIRST_LINE.search(text)
    first = line[0] if line else ""

    def cells(delimiter: str) -> tuple[int, int]:
        names = next(csv.reader([first], delimiter=delimiter), [])
        return sum(heading(name) in headings for name in names), len(names)

    return max(_DELIMITERS, key=cells)


def _json_table(source: Source, text: str) -> Table:
    lines = tuple(_json_lines(source, text))
    names = dict.fromkeys(name for line in lines for name in line.cells)
    return Table(lines[0].where if lines else f"{source.path}:1", tuple(names), lines)


def _json_lines(source: Source, text: str) -> Iterator[Line]:
    """Yield the objects of an array, or one after the other, with the lines on which they begin."""
    next_step = "Write one object a line"
    decoder = json.JSONDecoder()
    end = len(text.rstrip())
    is_array = text.lstrip().startswith("[")
    if is_array and text[end - 1] != "]":
        raise source.refusal(
            "it is no JSON: the array has no end", f"{source.path}:{text.count(chr(10)) + 1}", next_step
        )
    place = _end_of_blanks(text, text.index("[") + 1 if is_array else 0)
    end -= is_array
    line, counted = 1, 0
    while place < end:
        line, counted = line + text.count("\n", counted, place), place
        where = f"{source.path}:{line}"
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise source.refusal(f"it is no JSON: {error}", where, next_step) from None
        if not isinstance(value, dict):
            raise source.refusal("it is no JSON object", where, next_step)
        cells: dict[str, Any] = json_without_halves(value, text[counted:place])
        yield Line(Place(where), {heading(name): cell for name, cell in cells.items()})
        place = _end_of_blanks(text, place)


def _end_of_blanks(text: str, place: int) -> int:
    blanks = _BETWEEN.match(text, place)
    return blanks.end() if blanks else place
