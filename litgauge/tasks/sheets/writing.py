"""Sheets as files: CSV, JSON lines or XLSX, by the suffix of their names."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.cells import printable, shielded
from litgauge.tasks.sheets.declaration import Sheet
from litgauge.tasks.sheets.pictures import NO_PICTURES, SheetPictures

JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")
_FOREIGN = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers", ".parquet")


def check_sheet_name(path: Path) -> Path:
    """Return the path; raise UnusableInput for a suffix that promises a format that sheets are not written in."""
    if path.suffix.lower() in _FOREIGN:
        raise UnusableInput(
            f"no sheet is written as {path.suffix}",
            where=f"--out {path}",
            data="Nothing was done",
            next_step="Name a file that ends in .csv, .tsv, .xlsx or .jsonl; LibreOffice and Numbers open .xlsx",
        )
    return path


def sheet_bytes(
    sheet: Sheet, rows: Iterable[Mapping[str, str]], suffix: str, pictures: SheetPictures = NO_PICTURES
) -> bytes:
    """Return the file: XLSX, JSON lines, tab-separated or, for any other suffix, CSV. A cell without a value is empty.

    In JSON lines what is to be filled in is null. In the others no cell is taken for a formula. Columns of pictures
    hold the paths of files in the folder of `pictures`, which whoever writes the sheet puts there.
    """
    cells = [{column.name: printable(row.get(column.name, "")) for column in sheet.columns} for row in rows]
    thumbnails = [
        {column.name: pictures.thumbnails.get(row[column.name], b"") for column in sheet.pictured} for row in cells
    ]
    for row in cells:
        row |= {c.name: f"{pictures.folder}/{row[c.name]}" for c in sheet.pictured if row[c.name] and pictures.folder}
    suffix = suffix.lower()
    if suffix == ".xlsx":
        from litgauge.tasks.sheets.workbook import workbook_bytes  # takes openpyxl, which most commands never need

        return workbook_bytes(sheet, cells, thumbnails)
    if suffix in JSON_SUFFIXES:
        return _json_lines(sheet, cells).encode()
    text = _csv(sheet, cells, "\t" if suffix == ".tsv" else ",")
    return text.encode("utf-8-sig" if sheet.byte_order_mark else "utf-8")


def _json_lines(sheet: Sheet, rows: Sequence[Mapping[str, str]]) -> str:
    empty = {column.name: None for column in sheet.filled}
    return "".join(
        json.dumps({name: cell or empty.get(name, "") for name, cell in row.items()}, ensure_ascii=False) + "\n"
        for row in rows
    )


def _csv(sheet: Sheet, rows: Sequence[Mapping[str, str]], delimiter: str) -> str:
    stream = StringIO()
    names = [column.name for column in sheet.columns]
    writer = csv.DictWriter(stream, names, delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: shielded(cell) for name, cell in row.items()} for row in rows)
    return stream.getvalue()
