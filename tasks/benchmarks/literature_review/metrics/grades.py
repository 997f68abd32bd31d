"""A value out of a judge's grades of a review."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tasks.benchmarks.literature_review.tables import ReviewGrade
from tasks.records import Unscored
from tasks.records.unscored import BUDGET, left_by_budget
from tasks.statistics import Found, Metric, Ratio

Grades = Mapping[str, ReviewGrade]
"""A judge's grades of one review, by dimension."""


def graded(grades: Grades, dimension: str) -> Found:
    """The judge's grade; what the judge left out is its failure, not the lowest grade."""
    grade = grades.get(dimension)
    if grade is None:
        return Unscored("the judge gave no such grade")
    if grade.score is None:
        return Unscored(BUDGET if left_by_budget(grade.reason) else f"the judge failed: {grade.reason}")
    return Ratio(grade.score, 1)


def grade_metric(grade: Callable[[Grades], Found], short: str, long: str, *, place: int) -> Metric:
    """A metric of a judge's grades, named like the function that finds it."""
    return Metric(
        name=grade.__name__,
        short=short,
        long=long,
        unit="points",
        range=(1.0, 10.0),
        best=10.0,
        worst=1.0,
        direction="higher",
        needs=("grades",),
        of=grade,
        source="arXiv 2601.03260, section 6 and figure 5",
        shown="paper",
        place=place,
        under="Judge",
        digits=2,
    )
