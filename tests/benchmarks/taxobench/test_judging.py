"""The judge's question: what counts as a grade, and what the rules say without a model."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS, TAXONOMY_QUALITY, TreeGrades, quality_inputs
from litgauge.tasks.benchmarks.taxobench.metrics import judge_coverage, judge_logic
from litgauge.tasks.benchmarks.taxobench.rows import TreeGrade, TreeScore
from litgauge.tasks.benchmarks.taxobench.scoring import count_rows
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import NotGiven, Ratio
from tests.tables import each_row

EXPERT = Tree(
    ("Robots", "Seeing fruit", "Colour cameras", "Depth cameras", "Reaching fruit", "Arm motion"), (-1, 0, 1, 1, 0, 4)
)
FLAT = Tree(("Machines", "Methods", "Applications"), (-1, 0, 0))


def reply(**scores: Any) -> dict[str, Any]:
    return {
        name: {"evidence": "Seeing fruit", "reason": "It is there.", "score": scores.get(name, 3)}
        for name in DIMENSIONS
        if scores.get(name, 3) is not None
    }


@each_row("written, read", [(4, 4), ("4", 4), ("4/5", 4), (" 5 / 5 ", 5), ("2.0", 2), ("3 out of 5", 3)])
def test_a_grade_is_read_as_models_write_it(written: Any, read: int) -> None:
    assert TreeGrades.model_validate(reply(logic=written)).logic.score == read


@each_row("written", [0, 6, "4/10", "40", "good", 4.5, "", "0/5", None])
def test_what_is_no_grade_is_no_reply(written: Any) -> None:
    with pytest.raises(ValidationError):
        TreeGrades.model_validate(reply(logic=written))


def score(state: str) -> TreeScore:
    return TreeScore("t", "answer", state, *[None] * 13, 0, 0, 0, 0, 0, "", "")


def test_a_judge_that_failed_is_neither_a_zero_nor_a_missing_answer() -> None:
    failed = {"logic": TreeGrade("t", "logic", None, "", "invalid-reply", "taxonomy_quality@1", "judge", "")}
    good = {"logic": TreeGrade("t", "logic", 4, "", "sound", "taxonomy_quality@1", "judge", "")}
    assert isinstance(judge_logic(score("measured"), failed), Unscored)
    assert isinstance(judge_coverage(score("measured"), good), Unscored)
    assert judge_logic(score("measured"), good) == Ratio(4, 1)
    ended = {"logic": TreeGrade("t", "logic", None, "", "budget: $1 is spent", "taxonomy_quality@1", "judge", "")}
    assert judge_logic(score("measured"), ended) == Unscored("budget")
    assert count_rows({"tree_scores": [], "tree_grades": ended.values()})["left_by_budget"] == 1
    assert isinstance(judge_logic(score("unreadable"), {}), NotGiven)


def test_the_rules_tell_the_experts_own_tree_from_a_flat_one() -> None:
    same = TAXONOMY_QUALITY.offline(quality_inputs("Robots", EXPERT, EXPERT))
    flat = TAXONOMY_QUALITY.offline(quality_inputs("Robots", EXPERT, FLAT))
    assert (same.coverage.score, same.topology.score) == (5, 5)
    assert (flat.coverage.score, flat.topology.score) == (1, 2)
    again = TAXONOMY_QUALITY.offline(quality_inputs("Robots", EXPERT, Tree(("A", "B", "A", "B"), (-1, 0, 1, 2))))
    assert again.logic.score < same.logic.score


def test_a_judge_is_shown_no_more_than_it_can_read() -> None:
    chain = Tree(tuple(f"Topic {n}\nof\tall" for n in range(10_000)), tuple(range(-1, 9_999)))
    shown = quality_inputs("Robots", EXPERT, chain)["tree"]
    assert len(shown) < 300_000
    assert shown.endswith("- … and 7,000 more topics")
    assert "- Topic 2 of all\n" in shown
    assert TAXONOMY_QUALITY.offline(quality_inputs("Robots", EXPERT, chain)).topology.score == 1
