"""The sheet that people grade on: what it shows, what it reads, and what it refuses by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import sheet_bytes
from litgauge.tasks.sheets.grade_agreement import agree_with_people
from litgauge.tasks.sheets.grades import GradedItem, GradeScale, PeopleGrades, draw_items, grade_sheet, read_grades
from tests.tables import each_row

SCALE = GradeScale(("coverage", "logic"), also={"semantic_coverage": "coverage"})


def item(task: int, agent: str = "a", judge: str = "j", coverage: int | None = 4, tree: str = "- T") -> GradedItem:
    shown = {"topic": f"T{task}", "tree": f"{tree} of {agent}\n  - below, and “so”"}
    return GradedItem(f"t{task}", agent, judge, f"s{task}", shown, {"coverage": coverage, "logic": 2})


ITEMS = [item(number, agent) for number in range(6) for agent in ("a", "b")]


def read(tmp_path: Path, text: str, items: list[GradedItem] = ITEMS) -> PeopleGrades:
    path = tmp_path / "ada.txt"
    path.write_text(text, encoding="utf-8")
    return read_grades([path], SCALE, items)


def test_a_draw_spreads_over_agents_and_names_none() -> None:
    drawn = draw_items(ITEMS, 6, seed=0)
    assert sorted(one.agent for one in drawn) == ["a", "a", "a", "b", "b", "b"]
    assert draw_items(ITEMS[::-1], 6, seed=0) == drawn
    assert len(draw_items([*ITEMS, *ITEMS], 99, seed=0)) == 12


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".xlsx"])
def test_a_sheet_without_a_grade_says_so(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"ada{suffix}"
    for drawn in (draw_items(ITEMS, 6, seed=0), ()):
        sheet, rows = grade_sheet(drawn, SCALE)
        path.write_bytes(sheet_bytes(sheet, rows, suffix))
        with pytest.raises(UnusableInput, match="no grade in it" if drawn or suffix != ".jsonl" else "no column"):
            read_grades([path], SCALE, ITEMS)


def test_items_of_earlier_versions_had_no_letter(tmp_path: Path) -> None:
    (grade,) = read(tmp_path, f"item,logic\n{ITEMS[0].item[1:]},4\n").grades
    assert grade.item == ITEMS[0].item


@each_row("written", ["4", " 4/5 ", "4.0", "4,0", "4 / 5", "4.00/5.0"])
def test_grades_in_every_notation(tmp_path: Path, written: str) -> None:
    header = "TASK_ID;Agent;semantic_coverage\n"
    assert [one.grade for one in read(tmp_path, f"{header}t1;b;{written}\n").grades] == [4]


@pytest.mark.parametrize("written", [4, 4.0, "4/5", {"score": "4.0", "reasoning": "so"}])
def test_grades_in_json(tmp_path: Path, written: object) -> None:
    found = read(tmp_path, json.dumps({"item": ITEMS[0].item, "coverage": written, "logic": None, "rater": "Eve"}))
    assert [(one.rater, one.grade) for one in found.grades] == [("Eve", 4)]
    assert found.unlabelled == 1


@each_row("written", ["4.5", "0", "6", "4/10", "good", "04. Mai", "-", "4 5", "٤", "1e0", "4" * 50])
def test_what_is_no_grade_names_its_line(tmp_path: Path, written: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        read(tmp_path, f'task_id,agent,comment,coverage\nt1,a,"two\nlines",3\nt2,a,,"{written}"\n')
    assert caught.value.where.endswith("ada.txt:4, coverage")
    assert "is no grade (row 3)" in caught.value.what


@each_row("written", [True, 4.5, [4], {"grade": {}} | {"score": []}, 10**400])
def test_what_is_no_grade_in_json_names_its_line(tmp_path: Path, written: object) -> None:
    with pytest.raises(UnusableInput) as caught:
        read(tmp_path, "\n" + json.dumps({"item": ITEMS[0].item, "coverage": written}))
    assert caught.value.where.endswith("ada.txt:2, coverage")


@each_row(
    "text, told",
    [
        ("task_id,coverage\nt1,4\n", "2 agents answered t1"),
        ("task_id,agent,coverage\nt1,c,4\n", "task_id t1 of c is nothing"),
        ("task_id,agent,coverage\nt9,a,4\n", "task_id t9 of a is nothing"),
        ("item,coverage\nffff,4\n", "item ffff is nothing"),
        ("name,coverage\nt1,4\n", "neither item nor task_id"),
        ("task_id,agent,cov\nt1,a,4\n", "no column coverage or logic"),
        ("task_id,agent,coverage\nt1,a,4\nt1,a,4\n", "already"),
        ("task_id,agent,coverage\nt1,a,4,5,6\n", "5 cells"),
    ],
)
def test_what_cannot_be_read_says_where(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UnusableInput, match=told) as caught:
        read(tmp_path, text)
    assert "ada.txt:" in caught.value.where
    assert caught.value.data == "No grade of the file was used"


def test_raters_are_told_apart_and_failures_are_in_no_pair(tmp_path: Path) -> None:
    items = [item(n, coverage=None if n == 0 else 1 + n % 5) for n in range(6)]
    lines = [{"item": one.item, "coverage": one.grades["coverage"] or 1, "logic": 3} for one in items]
    paths = [tmp_path / "x" / "grades.jsonl", tmp_path / "y" / "grades.jsonl"]
    for path in paths:
        path.parent.mkdir()
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    sheet = read_grades(paths, SCALE, items)
    found = agree_with_people(items, sheet.grades, SCALE)
    assert [one.second for one in found] == ["j", "j", "j", str(paths[1].with_suffix(""))]
    coverage, logic = (one.result for one in found[0].dimensions)
    assert (coverage.items, coverage.plain.value) == (5, 1.0)
    assert (logic.raw, logic.plain.value) == (0.0, 0.0)
    assert found[2].dimensions[0].result.items == 10
    with pytest.raises(UnusableInput, match=r"already, at .*one\.csv:2"):
        read_grades([_shared(tmp_path, items), _shared(tmp_path, items, "again")], SCALE, items)


def _shared(folder: Path, items: list[GradedItem], name: str = "one") -> Path:
    path = folder / f"{name}.csv"
    path.write_text(f"item,rater,coverage\n{items[0].item},eve,4\n", encoding="utf-8")
    return path
