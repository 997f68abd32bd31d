"""What people's sheets say: the weights of image quality, and how well the parts of reports are found."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.extraction import SHEET, read_reliability, sheet_rows
from litgauge.tasks.benchmarks.tvir.people import GRADING, graded_reports
from litgauge.tasks.benchmarks.tvir.weights import PAPER, read_weights
from litgauge.tasks.sheets import sheet_bytes
from litgauge.tasks.sheets.grades import grade_sheet
from tests.benchmarks.tvir.judged import judged_rows, picture, release

HEAD = "picture,resolution,aspect,sharpness,contrast,overall\n"


def ratings(file: Path, *rows: str) -> Path:
    file.write_text(HEAD + "\n".join(rows) + "\n")
    return file


def test_weights_that_made_the_ratings_are_found_again(tmp_path: Path) -> None:
    chance = random.Random(0)
    rows = []
    while len(rows) < 40:  # multiples of 20 make whole overall ratings
        parts = [chance.randint(1, 10) for _ in PAPER]
        overall = sum(weight * part for weight, part in zip(PAPER, parts, strict=True))
        if overall == round(overall):
            rows.append(",".join([f"p{len(rows)}", *map(str, parts), str(round(overall))]))
    found = read_weights([ratings(tmp_path / "ann.csv", *rows)])
    assert found.weights == pytest.approx(PAPER)
    assert (found.ratings, found.pictures) == (40, 40)
    assert found.r_squared == pytest.approx(1)
    for weight, interval in zip(PAPER, found.intervals, strict=True):
        assert interval is not None
        assert interval.low == pytest.approx(weight) == interval.high


def test_ratings_that_tell_nothing_are_refused(tmp_path: Path) -> None:
    alike = [f"p{number},5,5,5,5,5" for number in range(10)]
    with pytest.raises(UnusableInput, match="10 ratings do not tell"):
        read_weights([ratings(tmp_path / "ann.csv", *alike)])
    with pytest.raises(UnusableInput, match=r"bob\.csv:2, overall: \"11\" is no grade"):
        read_weights([ratings(tmp_path / "bob.csv", "p,1,2,3,4,11")])
    with pytest.raises(UnusableInput, match="already"):
        read_weights([ratings(tmp_path / "eve.csv", "p,1,2,3,4,5", "p,1,2,3,4,5")])


def sheet(file: Path, *rows: tuple[str, str, str, str]) -> Path:
    names = ("report", "id", "target", "right")
    file.write_bytes(
        sheet_bytes(SHEET, [dict(zip(names, row, strict=True)) | {"text": "Owls"} for row in rows], ".csv")
    )
    return file


def test_precision_and_recall_are_means_over_reports(tmp_path: Path) -> None:
    file = sheet(
        tmp_path / "read.csv",
        ("a", "figure 0", "figure", "yes"),
        ("a", "figure 1", "figure", "no"),
        ("a", "", "figure", ""),
        ("b", "figure 0", "figure", "yes"),
        ("b", "pair 0", "pair", ""),
    )
    (found,) = read_reliability([file])
    assert (found.target, found.reports) == ("figure", 2)
    assert (found.precision, found.recall, found.f1) == (0.75, 0.75, 0.75)
    with pytest.raises(UnusableInput, match="no report is complete"):
        read_reliability([sheet(tmp_path / "open.csv", ("b", "pair 0", "pair", ""))])


def test_people_see_task_report_and_figures_and_not_whose_they_are() -> None:
    pictures = [
        replace(picture(number), shown_sha256=f"{number:064x}", shown_media_type="image/png") for number in (1, 0)
    ]
    (item,) = graded_reports(judged_rows(figure_pictures=[*pictures, picture(2, "invalid")]), release())
    assert list(item.shown) == ["task", "report", "figure_1", "figure_2"]
    assert item.shown["figure_1"] == f"{0:064x}.png"
    assert "me" not in item.shown.values()
    sheet, rows = grade_sheet([item], GRADING.scale)
    assert [column.name for column in sheet.pictured] == ["figure_1", "figure_2"]
    assert [column.name for column in sheet.filled][:3] == ["ta", "va", "overall"]
    assert rows[0]["report"] == "Owls fly [1]."


def test_what_was_read_of_a_run_is_on_its_sheet(tmp_path: Path) -> None:
    rows = list(sheet_rows(judged_rows()))
    assert [(row["id"], row["text"]) for row in rows] == [
        ("pair 0", "Owls fly"),
        ("figure 0", "Figure 0 Owls"),
        ("figure 1", "Figure 1 Owls"),
    ]
    file = tmp_path / "read.xlsx"
    file.write_bytes(sheet_bytes(SHEET, [{**row, "right": "yes"} for row in rows], ".xlsx"))
    assert [(one.target, one.f1) for one in read_reliability([file])] == [("pair", 1.0), ("figure", 1.0)]
