"""The sheet of ranks: what it shows, and what is read of it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import sheet_bytes
from litgauge.tasks.sheets.ranks import RankedItem, draw_subjects, rank_sheet, read_rankings
from tests.tables import each_row

SYSTEMS = ("none", "ego", "path")


def items(subjects: str = "ab") -> list[RankedItem]:
    return [
        RankedItem(of, f"=Write on {of}", name, f"{of}-{name}", f"A review of {of} with {name}.", "me")
        for of in subjects
        for name in SYSTEMS
    ]


ITEM = {item.task_id: item.item for item in items()}


def written(tmp_path: Path, text: str, name: str = "ada.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_a_sheet_holds_whole_subjects_and_hides_whose_they_are() -> None:
    sheet = draw_subjects(items("abcdefgh"), 7, seed=0)
    assert [len(of) for of in sheet.values()] == [3, 3]
    text = sheet_bytes(*rank_sheet(sheet, "sheet-reviews"), ".csv").decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert not any(name in text for name in ("none", "ego", "path", "me,"))
    assert rows[0]["topic"].startswith("'=")  # no formula
    assert {row["rank"] for row in rows} == {""}
    assert [row["shown"] for row in rows] == ["1", "2", "3"] * 2
    assert all(row["item"].startswith("r") for row in rows)  # no number, whatever the digits
    assert sheet == draw_subjects(reversed(items("abcdefgh")), 7, seed=0)
    orders = {tuple(one.system for one in of) for of in draw_subjects(items("abcdefghijklmnop"), 99, seed=0).values()}
    assert len(orders) > 3
    same = [RankedItem("a", "a", name, name, "the same") for name in SYSTEMS]
    assert not draw_subjects(same, 9, seed=0)  # what is the same to the letter stands there once


def test_ranks_are_read_as_spreadsheets_save_them(tmp_path: Path) -> None:
    a = [ITEM[f"a-{name}"] for name in SYSTEMS]
    semicolons = "\ufeffItem;Topic;Rank;comment;mine\r\n" + "".join(
        f"{item};x;{rank};;\r\n" for item, rank in zip(a, ("3", "2,0", "1st"), strict=True)
    )
    (found,) = read_rankings([written(tmp_path, f"{semicolons};;;;\r\n")], items()).rankings
    assert (found.rater, found.subject) == ("ada", "a")
    assert [found.ranks[item] for item in a] == [3, 2, 1]

    shared = "task_id,rater,rank\n" + "".join(
        f"{task},{who},{rank}\n"
        for who, ranks in {"bo": ("2", "=2", ""), "cy": ("3.0", "1", "3")}.items()
        for task, rank in zip(("a-none", "a-ego", "a-path"), ranks, strict=True)
    )
    read = read_rankings([written(tmp_path, shared)], items())
    bo, cy = read.rankings
    assert (bo.rater, list(bo.ranks.values())) == ("bo", [2, 2])  # as they stand there, a blank left open
    assert (cy.rater, list(cy.ranks.values())) == ("cy", [3, 1, 3])
    assert read.unlabelled == 1
    twins = [
        written(tmp_path / one, shared.replace("rater", "x"), "s.csv")
        for one in ("p", "q")
        if not (tmp_path / one).mkdir()
    ]
    with pytest.raises(UnusableInput, match="already"):  # both people of the file are one without the column
        read_rankings(twins, items())


@each_row(
    "text, said",
    [
        (f"item,rank\n{ITEM['a-ego']},0\n", "csv:2"),
        (f"item,rank\n{ITEM['a-ego']},2\n", "to 1"),  # the sheet has one review on the topic
        (f"item,rank\n{ITEM['a-ego']},best\n", "csv:2, rank"),
        (f"item,rank\n{ITEM['a-ego']},1.5\n", "1.5"),
        ("item,rank\nffffffffffff,1\n", "ffffffffffff"),
        ("task_id,rank\nzzz,1\n", "zzz"),
        ("item,rank\n,1\n", "neither item nor task_id"),
        (f"item,rank\n{ITEM['a-ego']},1\n{ITEM['a-ego']},1\n", "already"),
        (f"item,grade\n{ITEM['a-ego']},1\n", "no column rank"),
        ("", "no column rank"),
    ],
)
def test_a_sheet_that_cannot_be_used_names_the_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UnusableInput) as error:
        read_rankings([written(tmp_path, text)], items())
    assert said in str(error.value)


def test_lines_of_other_runs_may_be_passed_over_and_are_told(tmp_path: Path) -> None:
    path = written(tmp_path, f"item,rank\n{ITEM['a-ego']},3\nffffffffffff,2\n{ITEM['a-path']},1\n")
    read = read_rankings([path], items(), strict=False)
    assert [list(one.ranks.values()) for one in read.rankings] == [[3, 1]]  # the other one stands between
    assert "csv:3" in read.unknown[0]
