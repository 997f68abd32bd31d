"""What holds for every sheet: what a spreadsheet program makes of it is read back, and what is wrong has its place."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import sheet_bytes
from litgauge.tasks.sheets.cells import shielded
from tests.sheets.examples import EXAMPLES, Example
from tests.tables import each_row

Rows = list[dict[str, str]]
Save = Callable[[Example, Rows], tuple[str, bytes]]
"""Makes the suffix and the content of a file."""


def text_of(rows: Rows, delimiter: str = ",", end: str = "\r\n") -> str:
    stream = io.StringIO()
    quoting = csv.QUOTE_ALL if end == "\r" else csv.QUOTE_MINIMAL
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writeheader()
    writer.writerows({name: shielded(cell) for name, cell in row.items()} for row in rows)
    return stream.getvalue()


def book_of(rows: Rows, convert: Callable[[str], Any] = str) -> bytes:
    book = openpyxl.Workbook()
    book.active.append([name.title() for name in rows[0]])
    for number, row in enumerate(rows, 2):
        for place, cell in enumerate(row.values(), 1):
            written = book.active.cell(number, place)
            written.value = convert(cell) if cell else None
            if isinstance(written.value, str):
                written.data_type = "s"
    book.active["Z9"].fill = openpyxl.styles.PatternFill("solid", fgColor="FFFF00")
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def as_number(cell: str) -> Any:
    return float(cell) if cell.isdecimal() else {"true": True, "false": False}.get(cell.lower(), cell)


def typed_into(example: Example, rows: Rows) -> tuple[str, bytes]:
    """Return the workbook that we write, with the answers typed into it."""
    book = openpyxl.load_workbook(io.BytesIO(sheet_bytes(example.sheet, example.rows, ".xlsx")))
    headings = [cell.value for cell in book["sheet"][1]]
    for number, row in enumerate(rows, 2):
        for column in example.sheet.filled:
            cell = book["sheet"].cell(number, headings.index(column.name) + 1)
            cell.value = int(row[column.name]) if row[column.name].isdecimal() else row[column.name] or None
            cell.data_type = "n" if isinstance(cell.value, int) else "s"
    book["sheet"].insert_rows(3, 2)  # empty ones
    book.move_sheet("columns", -1)
    stream = io.BytesIO()
    book.save(stream)
    return ".xlsx", stream.getvalue()


def without_optional(example: Example, rows: Rows) -> Rows:
    needed = {*example.item, "rater", *(column.name for column in example.sheet.columns)}
    needed -= {
        column.name
        for column in example.sheet.columns
        if not (column.is_required or column.is_filled or column.name in (*example.item, "by_rule"))
    }
    return [{name: cell for name, cell in row.items() if name in needed} for row in rows]


def with_decimals(example: Example, rows: Rows) -> Rows:
    """Return what is filled in as a program writes it that has its numbers with a comma."""
    names = {column.name for column in example.sheet.filled}
    return [
        {name: f" {cell},0 " if name in names and cell.isdecimal() else cell for name, cell in row.items()}
        for row in rows
    ]


SAVES: dict[str, Save] = {
    "as written": lambda example, rows: (".csv", sheet_bytes(example.sheet, rows, ".csv")),
    "tabs": lambda example, rows: (".tsv", sheet_bytes(example.sheet, rows, ".tsv")),
    "JSON lines": lambda example, rows: (".jsonl", sheet_bytes(example.sheet, rows, ".jsonl")),
    "XLSX": lambda example, rows: (".xlsx", sheet_bytes(example.sheet, rows, ".xlsx")),
    "XLSX, typed into": typed_into,
    "XLSX of another program": lambda _, rows: (".xlsx", book_of(rows)),
    "XLSX with numbers": lambda _, rows: (".xlsx", book_of(rows, as_number)),
    "JSON array": lambda _, rows: (".jsonl", json.dumps(rows, indent=2).encode()),
    "byte order mark": lambda _, rows: (".csv", text_of(rows).encode("utf-8-sig")),
    "UTF-16, tabs": lambda _, rows: (".csv", text_of(rows, "\t").encode("utf-16")),
    "Windows-1252, semicolons": lambda _, rows: (".csv", text_of(rows, ";").encode("cp1252")),
    "UTF-16 without a mark": lambda _, rows: (".csv", text_of(rows).encode("utf-16-le")),
    "a line sep=": lambda _, rows: (".csv", ("sep=;\r\n" + text_of(rows, ";")).encode()),
    "carriage returns": lambda _, rows: (".csv", text_of(rows, end="\r").encode()),
    "bars": lambda _, rows: (".csv", text_of(rows, "|", "\n").encode()),
    "decimals": lambda example, rows: (".csv", text_of(with_decimals(example, rows)).encode()),
    "columns in reverse": lambda _, rows: (".csv", text_of([dict(reversed(row.items())) for row in rows]).encode()),
    "headings in capitals": lambda _, rows: (
        ".csv",
        text_of([{f" {k.upper().replace('_', ' ')} ": v for k, v in row.items()} for row in rows]).encode(),
    ),
    "more columns": lambda _, rows: (
        ".csv",
        text_of([{"mine": "x", **row, "": "", "b,c": "1"} for row in rows]).encode(),
    ),
    "fewer columns": lambda example, rows: (".csv", text_of(without_optional(example, rows)).encode()),
    "empty rows and cells": lambda _, rows: (
        ".csv",
        ("\r\n" + text_of([{**row, "": ""} for row in rows], ";") + ";;;\r\n\r\n" + ";" * 40 + "\r\n").encode(),
    ),
}  # fmt: skip


Make = Callable[[], Example]
every_example = each_row("make", EXAMPLES)


def saved(folder: Path, example: Example, suffix: str, content: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{example.file}{suffix}"
    path.write_bytes(content)
    return path


@each_row("how", SAVES)
@every_example
def test_what_a_person_filled_in_is_read_back(tmp_path: Path, make: Make, how: str) -> None:
    example = make()
    rows = example.filled()
    plain = example.read(saved(tmp_path / "plain", example, *SAVES["as written"](example, rows)))
    unfilled = [{**row, **dict.fromkeys((column.name for column in example.sheet.filled), "")} for row in rows]
    path = saved(tmp_path / "other", example, *SAVES[how](example, rows))
    assert example.read(path) == plain
    try:
        assert example.read(saved(tmp_path / "none", example, *SAVES[how](example, unfilled))) != plain
    except UnusableInput as error:  # where nothing was filled in there is nothing to read
        assert "there is no" in error.what  # noqa: PT017


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")
@each_row("to", ["csv", "xlsx"])
@every_example
def test_libreoffice_opens_and_saves_it(tmp_path: Path, make: Make, to: str) -> None:
    example = make()
    rows = example.filled()
    plain = example.read(saved(tmp_path / "plain", example, *SAVES["as written"](example, rows)))
    path = saved(tmp_path / "in", example, *SAVES["XLSX"](example, rows))
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/home", "--headless", "--convert-to", to]
    subprocess.run([*command, "--outdir", str(tmp_path / "out"), str(path)], check=True, timeout=120)
    assert example.read(tmp_path / "out" / f"{example.file}.{to}") == plain


@each_row("suffix", [".csv", ".xlsx", ".jsonl"])
@every_example
def test_what_may_not_stand_there_is_refused_with_its_place(tmp_path: Path, make: Make, suffix: str) -> None:
    example = make()
    rows, (column, text) = example.filled(), example.wrong
    rows[1][column] = text
    path = saved(tmp_path, example, suffix, sheet_bytes(example.sheet, rows, suffix))
    with pytest.raises(UnusableInput) as caught:
        example.read(path)
    before = sum(len(text_of([row]).split("\r\n")[1].split("\n")) for row in rows[:1])
    line = {".csv": 2 + before, ".xlsx": 3, ".jsonl": 2}[suffix]
    assert caught.value.where == f"{path}:{line}, {column}"
    assert ("(row 3)" in caught.value.what) == (suffix == ".csv" and line != 3)
    assert text in caught.value.what
    assert caught.value.data == example.sheet.unused
    assert caught.value.next_step


@every_example
def test_one_person_does_not_answer_twice(tmp_path: Path, make: Make) -> None:
    example = make()
    rows = example.filled()
    path = saved(tmp_path, example, ".jsonl", sheet_bytes(example.sheet, [*rows, rows[0]], ".jsonl"))
    with pytest.raises(UnusableInput, match=rf"already, at .*{example.file}\.jsonl:1") as caught:
        example.read(path)
    assert caught.value.where.startswith(f"{path}:{len(rows) + 1}, ")


@each_row("suffix", [".csv", ".xlsx"])
@every_example
def test_a_file_of_other_columns_is_refused(tmp_path: Path, make: Make, suffix: str) -> None:
    example = make()
    rows = [{"name": "x", "value": "1"}]
    content = book_of(rows) if suffix == ".xlsx" else text_of(rows).encode()
    with pytest.raises(UnusableInput, match="no column") as caught:
        example.read(saved(tmp_path, example, suffix, content))
    assert caught.value.where.endswith(f"{example.file}{suffix}:1")
    assert caught.value.next_step


def broken_books() -> dict[str, bytes]:
    book = openpyxl.Workbook()
    book.active.append(["item", "survey_id", "rank", "label", "sub_field", "=1+1"])
    stream = io.BytesIO()
    book.save(stream)
    whole = stream.getvalue()
    return {
        "is no XLSX": whole[:-200],
        "a formula without its result": whole,
        "old Excel file, or has a password": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        "is no text": bytes(range(256)),
        "it is no CSV": b'item,label,rank,expert_domain,logic,label_1\n"a,1,,,\n',
        "it is no JSON:": b'{"item": 1}\n{"item": ',
        "it is no JSON object": b"[4]",
        "the array has no end": b'[{"item": 1}',
        "Expecting value": b'[{"item": 1}] [{"item": 2}]',
    }


@each_row("said, content", broken_books().items())
@every_example
def test_what_is_no_table_is_refused(tmp_path: Path, make: Make, said: str, content: bytes) -> None:
    example = make()
    path = saved(tmp_path, example, ".csv", content)
    with pytest.raises(UnusableInput, match=said) as caught:
        example.read(path)
    assert str(path) in caught.value.where
    assert caught.value.data == example.sheet.unused


@every_example
def test_a_workbook_helps_who_fills_it_in(make: Make) -> None:
    example = make()
    book = openpyxl.load_workbook(io.BytesIO(sheet_bytes(example.sheet, example.rows, ".xlsx")))
    page = book["sheet"]
    assert page.freeze_panes == "A2"
    assert all(cell.data_type in "sn" and cell.alignment.wrap_text for row in page.iter_rows(min_row=2) for cell in row)
    headings = [cell.value for cell in page[1]]
    lists = {str(area): rule for rule in page.data_validations.dataValidation for area in rule.sqref.ranges}
    name = example.wrong[0]
    for number, row in enumerate(example.rows, 2):
        place = page.cell(number, headings.index(name) + 1).coordinate
        (rule,) = [rule for rule in page.data_validations.dataValidation if place in rule.sqref]
        options = [str(cell.value) for (cell,) in book["lists"][rule.formula1.partition("!")[2].replace("$", "")]]
        (column,) = [column for column in example.sheet.columns if column.name == name]
        assert tuple(options) == column.kind.options(row) != ()
    assert lists
    assert book["lists"].sheet_state == "hidden"
    meanings = {row[0].value: row[2].value for row in book["columns"].iter_rows(min_row=2)}
    assert list(meanings) == headings
    assert all(meanings.values())
    written = {row[0].value: row[3].value for row in book["columns"].iter_rows(min_row=2)}
    assert options[0] in written[name]


def test_dates_that_a_spreadsheet_made_are_grades_again_or_refused(tmp_path: Path) -> None:
    example = next(make() for make in EXAMPLES if make.__name__ == "grades")
    rows = example.filled()
    plain = example.read(saved(tmp_path, example, ".csv", sheet_bytes(example.sheet, rows, ".csv")))
    for date in (datetime(2026, 5, 4), datetime(2026, 4, 5)):  # 4/5, typed in Germany and in the United States
        book = openpyxl.load_workbook(io.BytesIO(sheet_bytes(example.sheet, rows, ".xlsx")))
        cell = book["sheet"].cell(2, [cell.value for cell in book["sheet"][1]].index("coverage") + 1)
        cell.value, cell.number_format = date, "d. mmm"
        stream = io.BytesIO()
        book.save(stream)
        assert example.read(saved(tmp_path, example, ".xlsx", stream.getvalue())) == plain
        cell.value = datetime(2026, 9, 4)
        book.save(stream := io.BytesIO())
        with pytest.raises(UnusableInput, match="2026-09-04"):
            example.read(saved(tmp_path, example, ".xlsx", stream.getvalue()))
