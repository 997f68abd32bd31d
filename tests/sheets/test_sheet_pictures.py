"""Sheets that show pictures: files in a folder beside, small ones in the cells of XLSX, and nothing lost on the way."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path

import openpyxl
import pytest
from PIL import Image

from litgauge.flows.cli.sheet_files import write_sheet
from litgauge.tasks.base.errors import DamagedFile, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.sheets import SheetPictures, picture_cell, picture_hash, sheet_bytes
from litgauge.tasks.sheets.grades import GradedItem, GradeScale, grade_sheet, read_grades

SCALE = GradeScale(("legibility",), pictures=("figure",))


def drawn(width: int, height: int, color: str = "teal") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), color).save(file, "PNG")
    return file.getvalue()


def figures(storage: Storage, *pictures: bytes) -> list[GradedItem]:
    """One figure for each picture, and one that has none."""
    for data in pictures:
        storage.keep_blob(data)
    cells = [*(picture_cell(hashlib.sha256(data).hexdigest(), "image/png") for data in pictures), ""]
    return [
        GradedItem(f"t{number}", "", "", "c", {"figure": cell, "caption": f"Figure {number}"}, {})
        for number, cell in enumerate(cells)
    ]


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "storage"))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".xlsx"])
def test_a_sheet_names_the_files_beside_it(tmp_path: Path, storage: Storage, suffix: str) -> None:
    pictures = drawn(800, 300), drawn(90, 1200, "maroon")
    items = figures(storage, *pictures)
    path = tmp_path / f"charts{suffix}"
    write_sheet(path, *grade_sheet(items, SCALE), storage)

    if suffix == ".xlsx":
        page = openpyxl.load_workbook(path)["sheet"]
        cells = [page.cell(row, 2).value or "" for row in (2, 3, 4)]
        assert page.cell(2, 2).hyperlink.target == cells[0]
    elif suffix == ".jsonl":
        cells = [json.loads(line)["figure"] for line in path.read_text().splitlines()]
    else:
        rows = csv.DictReader(io.StringIO(path.read_text()), delimiter="," if suffix == ".csv" else "\t")
        cells = [row["figure"] for row in rows]

    assert [cell and (path.parent / cell).read_bytes() for cell in cells] == [*pictures, ""]
    assert {cell.partition("/")[0] for cell in cells[:2]} == {"charts_pictures"}


@pytest.mark.slow
def test_a_workbook_shows_small_ones_in_the_cells_and_is_read_back(tmp_path: Path, storage: Storage) -> None:
    items = figures(storage, drawn(800, 300), drawn(90, 1200, "maroon"))
    path = tmp_path / "charts.xlsx"
    write_sheet(path, *grade_sheet(items, SCALE), storage)

    book = openpyxl.load_workbook(path)
    page = book["sheet"]
    shown = [(image.anchor._from.row, image.anchor._from.col, image.width, image.height) for image in page._images]
    assert shown == [(1, 1, 240, 90), (2, 1, 18, 240)]
    assert page.row_dimensions[3].height >= 240 * 0.75
    assert page.row_dimensions[4].height is None
    for row, grade in ((2, 4), (3, 1)):
        page.cell(row, 4).value = grade
    book.save(path)

    assert openpyxl.load_workbook(path)["sheet"]._images  # a spreadsheet program keeps them
    people = read_grades([path], SCALE, items)
    assert {(grade.item, grade.grade) for grade in people.grades} == {(items[0].item, 4), (items[1].item, 1)}


@pytest.mark.slow
def test_a_picture_that_is_gone_stops_the_sheet(tmp_path: Path, storage: Storage) -> None:
    items = figures(storage, drawn(10, 10))
    storage.drop(storage.blob_path(picture_hash(items[0].shown["figure"])))
    with pytest.raises(DamagedFile, match="missing"):
        write_sheet(tmp_path / "charts.csv", *grade_sheet(items, SCALE), storage)
    assert not (tmp_path / "charts.csv").exists()


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path, storage: Storage) -> None:
    (tmp_path / "charts_pictures").write_text("mine")
    with pytest.raises(UnusableInput, match="this is a file"):
        write_sheet(tmp_path / "charts.csv", *grade_sheet(figures(storage, drawn(10, 10)), SCALE), storage)


def test_no_cell_leads_out_of_the_folder() -> None:
    for cell in ("../../etc/passwd", "/etc/passwd", "a" * 64 + ".svg", "A" * 64 + ".png", f"x/{'a' * 64}.png", ""):
        assert picture_hash(cell) == ""
    with pytest.raises(ValueError, match="no picture"):
        picture_cell("a" * 64, "image/svg+xml")


def test_what_is_no_picture_is_left_out_of_the_cells() -> None:
    item = GradedItem("t", "", "", "c", {"figure": picture_cell("a" * 64, "image/png")}, {})
    sheet, rows = grade_sheet([item], SCALE)
    broken = SheetPictures("beside", {rows[0]["figure"]: b"no picture"})
    page = openpyxl.load_workbook(io.BytesIO(sheet_bytes(sheet, rows, ".xlsx", broken)))["sheet"]
    assert page["B2"].value == f"beside/{'a' * 64}.png"
    assert not page._images
