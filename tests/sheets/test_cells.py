"""Texts in all three formats, and names that a spreadsheet took for numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import Sheet, Text, check_sheet_name, filled, read_entries, restored, sheet_bytes, shown
from litgauge.tasks.sheets.cells import AT_RISK, bare, printable, shielded
from tests.tables import each_row

SHEET = Sheet("the file", (shown("item", "names it", required=True), filled("note", "a note", Text())), "Nothing")
FORMULAS = (
    "x;=cmd|' /C calc'!A0",
    "a\n=1",
    "a\t@b",
    "a;'=1",
    "a;;-1",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "'=1",
    "''=1",
    "＝1",
    " =1+1",
    "x; =cmd",
    "x;\u00a0\u00a0=cmd",
    "\ufeff=1",
    "\u200b@cmd",
    "' =1",
    " ' =1",
    "\u3000＝1",
    "\t =1",
    "'plain",
    "'",
    "",
)


ANY_TEXT = st.text() | st.text("=-@;'\t\nx＝ \u00a0\ufeff\u200b") | st.sampled_from(FORMULAS)
INVISIBLE = " \u00a0\u00ad\u1680\u2003\u200b\u2060\u3000\ufeff\x0b\x0c"


@given(ANY_TEXT)
def test_no_text_is_a_formula_and_each_comes_back(text: str) -> None:
    assert bare(shielded(text)) == text
    assert not shielded(text).startswith(("\t", "\r", "\n"))
    for cell in re.split(r"[;\t\r\n]", shielded(text)):  # as a program takes it that splits there
        assert not cell.strip(INVISIBLE).startswith(("=", "+", "-", "@", "＝"))


@given(ANY_TEXT)
def test_tables_take_the_same_texts_for_formulas(text: str) -> None:
    assert pc.match_substring_regex(pa.array([text.encode("utf-8", "replace").decode()]), AT_RISK)[0].as_py() == (
        shielded(text) != text
    )


def test_whatever_writes_cells_shields_them(repository: Path) -> None:
    writing = re.compile(r"csv\.(?:writer|DictWriter|write_csv)\(|\.to_csv\(")
    writers = [path for path in (repository / "litgauge").rglob("*.py") if writing.search(path.read_text("utf-8"))]
    assert len(writers) >= 3
    assert [path.name for path in writers if "shielded" not in path.read_text("utf-8")] == []


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".xlsx"])
def test_texts_come_back_from_every_format(suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("sheets") / f"sheet{suffix}"

    @given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=1, max_size=4))
    def holds(texts: list[str]) -> None:
        named = [f"{number}{text}" for number, text in enumerate([*texts, *FORMULAS])]
        rows = [{"item": item, "note": text} for item, text in zip(named, [*texts, *FORMULAS], strict=True)]
        path.write_bytes(sheet_bytes(SHEET, rows, suffix))
        entries = read_entries(SHEET, path)
        assert [entry.text("item") for entry in entries] == [printable(item) for item in named]
        assert [entry.text("note") for entry in entries] == [printable(row["note"]) for row in rows]

    holds()


def test_a_long_text_is_cut_in_a_workbook_alone(tmp_path: Path) -> None:
    rows = [{"item": "long", "note": "ab" * 100_000}]
    for suffix, length in ((".csv", 200_000), (".jsonl", 200_000), (".xlsx", 32_767)):
        path = tmp_path / f"sheet{suffix}"
        path.write_bytes(sheet_bytes(SHEET, rows, suffix))
        (entry,) = read_entries(SHEET, path)
        assert len(entry.text("note")) == length
    assert "cut here" in entry.text("note")


@pytest.mark.parametrize("suffix", [".xls", ".ods", ".XLSM"])
def test_no_sheet_is_promised_in_a_format_that_is_not_written(suffix: str) -> None:
    with pytest.raises(UnusableInput, match="no sheet is written as"):
        check_sheet_name(Path(f"sheet{suffix}"))


@each_row(
    "text, meant",
    [
        ("2301.0001", "2301.00010"),
        ("2301,0001", "2301.00010"),
        ("704.1", "0704.1000"),
        ("1.23457E+11", "123456789012"),
        ("1.23457E+12", None),
        ("2301.00010 ", "2301.00010"),
        ("2301.9", None),
        ("owls", "owls"),
        ("nan", None),
        ("7", None),  # two of them
    ],
)
def test_names_that_were_numbers_are_found(text: str, meant: str | None) -> None:
    names = ["2301.00010", "2301.00011", "0704.1000", "123456789012", "owls", "07", "7.0"]
    assert restored(text, names) == meant


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("item,note,Note\na,1,2\n", encoding="utf-8")
    with pytest.raises(UnusableInput, match="2 columns are called note"):
        read_entries(SHEET, path)
