"""Sheets that a command writes for people: never over a file that may hold their work, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from flows.cli.output_files import check_new_file, draft_of
from tasks.sheets import Sheet, check_sheet_name, sheet_bytes


def check_new_sheet(path: Path) -> Path:
    """Return the path, if a sheet can be written there; else raise UnusableInput."""
    return check_new_file(check_sheet_name(path))


def write_sheet(path: Path, sheet: Sheet, rows: Iterable[Mapping[str, str]]) -> None:
    """Write the sheet in the format of its suffix."""
    with draft_of(path) as draft:
        draft.write_bytes(sheet_bytes(sheet, rows, path.suffix))
