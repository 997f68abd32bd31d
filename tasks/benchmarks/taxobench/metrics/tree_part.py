"""A value out of what was measured of a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tasks.benchmarks.taxobench.tables import Ask, TreeGrade, TreeScore
from tasks.records import Unscored
from tasks.records.unscored import BUDGET, left_by_budget
from tasks.statistics import Found, Metric, NotGiven, Ratio, Undefined

Grades = Mapping[str, TreeGrade]
"""A judge's grades of one tree, by dimension."""


def tree_value(scores: TreeScore, name: str) -> Found:
    """The value as it was measured; none of a tree that was not given, or is no tree."""
    if scores.state != "measured":
        return NotGiven("the answer is no tree" if scores.state == "unreadable" else "no tree was given")
    value: float | None = getattr(scores, name)
    return Unscored(scores.remarks or f"{name} was not measured") if value is None else Ratio(value, 1)


def bottom_up_value(scores: TreeScore, mode: Ask, name: str) -> Found:
    """The same, for agents that were given the papers: the others' clusters hold other papers (section 3.1)."""
    if mode != "bottom-up":
        return Undefined("the task does not give the papers")
    return tree_value(scores, name)


def paper_count(count: Callable[[TreeScore, Ask], Found], short: str, long: str, place: int) -> Metric:
    """A metric that counts papers of a tree, and has the name of what counts them; `long` says which papers."""
    return Metric(
        name=count.__name__,
        short=short,
        long=long,
        unit="papers",
        range=(0.0, None),
        best=0.0,
        worst=None,
        direction="lower",
        needs=("scores", "mode"),
        of=count,
        source="beside section 3.1",
        shown="detail",
        place=place,
        digits=1,
    )


def graded(scores: TreeScore, grades: Grades, dimension: str) -> Found:
    """The judge's grade, none of a tree that was not given; what the judge left out is its failure, not a 0."""
    if scores.state != "measured":
        return tree_value(scores, "recall")
    grade = grades.get(dimension)
    if grade is None:
        return Unscored("the judge gave no such grade")
    if grade.score is None:
        return Unscored(BUDGET if left_by_budget(grade.reason) else f"the judge failed: {grade.reason}")
    return Ratio(grade.score, 1)
