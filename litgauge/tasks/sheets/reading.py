"""Sheets read back: every value typed and checked, with where it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.cells import as_text
from litgauge.tasks.sheets.declaration import RATER, REMARK, Entry, Sheet
from litgauge.tasks.sheets.tables import Line, read_table

_LONGEST = 60  # characters of a cell in an error


def read_entries(sheet: Sheet, path: Path, rater: str = "") -> tuple[Entry, ...]:
    """Return the rows of a file; `rater` is who filled it in where it has no column `rater`.

    Columns may come in any order, among others, with headings in any case. Raises UnusableInput, with file, line and
    column, for a file without a required column and for what a cell may not hold, and as `read_table`.
    """
    table = read_table(path, sheet.name, sheet.unused, sheet.headings)
    present = [column for column in sheet.columns if {column.name, *column.aliases}.intersection(table.headings)]
    if missing := [column.name for column in sheet.columns if column.is_required and column not in present]:
        raise _without_columns(sheet, table.where, f"no column {' and no column '.join(missing)}")
    to_fill = [column for column in sheet.filled if column is not REMARK]
    if not any(column in present for column in to_fill):
        raise _without_columns(sheet, table.where, f"no column {' or '.join(column.name for column in to_fill)}")
    return tuple(_entry(sheet, str(path), line, rater) for line in table.lines)


def read_shared(sheet: Sheet, paths: Sequence[Path]) -> tuple[Entry, ...]:
    """Return the rows of all files; a rater has the name of their file, with its folders where two have the same."""
    alike = len({path.stem for path in paths}) < len(paths)
    return tuple(
        entry
        for path in paths
        for entry in read_entries(sheet, path, str(path.with_suffix("")) if alike else path.stem)
    )


def check_once(entries: Iterable[Entry], item: Callable[[Entry], Hashable]) -> None:
    """Raise UnusableInput where one rater fills in a column twice for the same item; a remark may stand anywhere."""
    places: dict[Hashable, str] = {}
    for entry in entries:
        for column in entry.sheet.filled:
            if column.name not in entry.values or column is REMARK:
                continue
            key = entry.rater, item(entry), column.name
            if key in places:
                claim = f"{entry.rater} has filled in {column.name}" if entry.rater else f"{column.name} is filled in"
                raise entry.refusal(f"{claim} for this already, at {places[key]}", column.name, "Keep one of the two")
            places[key] = entry.where


def _without_columns(sheet: Sheet, where: str, what: str) -> UnusableInput:
    next_step = sheet.hint or f"The columns are {', '.join(column.name for column in sheet.columns)}"
    return UnusableInput(what, where=where, data=sheet.unused, next_step=next_step)


def _entry(sheet: Sheet, file: str, line: Line, rater: str) -> Entry:
    cells = {**line.cells, **{column.name: column.cell(line.cells) for column in sheet.columns}}
    values: dict[str, Any] = {}
    for column in sheet.filled:
        try:
            value = column.kind.parse(cells[column.name], cells)
        except ValueError as error:
            shortened = as_text(cells[column.name]).strip()[:_LONGEST]
            raise UnusableInput(
                f'"{shortened}" {error}{line.place.hint}',
                where=f"{line.where}, {column.name}",
                data=sheet.unused,
                next_step=column.kind.expected(cells),
            ) from None
        if value is not None:
            values[column.name] = value
    return Entry(sheet, file, line.place, as_text(cells.get(RATER)).strip() or rater, cells, values)
