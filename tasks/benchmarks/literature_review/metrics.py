"""The metrics of the study: a judge's grades of the reviews, and their mean (arXiv 2601.03260, figure 5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tasks.benchmark import metric
from tasks.benchmarks.literature_review.judging import DIMENSIONS
from tasks.benchmarks.literature_review.tables import ReviewGrade
from tasks.records import Unscored
from tasks.records.unscored import BUDGET, left_by_budget
from tasks.statistics import Found, Ratio

Grades = Mapping[str, ReviewGrade]
"""A judge's grades of one review, by dimension."""

grade = partial(
    metric,
    source="arXiv 2601.03260, section 6 and figure 5",
    unit="points",
    range=(1.0, 10.0),
    shown="paper",
    under="Judge",
    digits=2,
)


@grade("Rel.")
def relevance(grades: Grades) -> Found:
    """A judge's grade from 1 to 10: is it about the subject of the task?"""
    return _graded(grades, "relevance")


@grade("Compl.")
def completeness(grades: Grades) -> Found:
    """A judge's grade from 1 to 10: are the main works, lines and turning points there?"""
    return _graded(grades, "completeness")


@grade("Depth")
def depth(grades: Grades) -> Found:
    """A judge's grade from 1 to 10: does it go beyond naming works?"""
    return _graded(grades, "depth")


@grade("Cons.")
def consistency(grades: Grades) -> Found:
    """A judge's grade from 1 to 10: does one thing follow from another?"""
    return _graded(grades, "consistency")


@grade("Usef.")
def usefulness(grades: Grades) -> Found:
    """A judge's grade from 1 to 10: how much would it help a researcher who begins?"""
    return _graded(grades, "usefulness")


@grade("Quality", source="ours, after arXiv 2601.03260, figure 5", charted=True)
def quality(grades: Grades) -> Found:
    """The mean of the judge's five grades.

    It has no value where the judge failed on one of them.
    """
    found = [_graded(grades, dimension) for dimension in DIMENSIONS]
    values = [one.value for one in found if isinstance(one, Ratio)]
    if len(values) < len(found):
        return next(one for one in found if not isinstance(one, Ratio))
    return Ratio(sum(values) / len(values), 1)


def _graded(grades: Grades, dimension: str) -> Found:
    """The judge's grade; what the judge left out is its failure, not the lowest grade."""
    grade = grades.get(dimension)
    if grade is None:
        return Unscored("the judge gave no such grade")
    if grade.score is None:
        return Unscored(BUDGET if left_by_budget(grade.reason) else f"the judge failed: {grade.reason}")
    return Ratio(grade.score, 1)
