"""Metric values from a judge's grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from litgauge.tasks.records import Unscored
from litgauge.tasks.records.unscored import BUDGET, left_by_budget
from litgauge.tasks.statistics import MetricValue, Ratio


class Grade(Protocol):
    """A row with a judge's grade of one thing in one dimension."""

    @property
    def score(self) -> int | None:
        """Return the grade; None where the judge failed."""
        ...

    @property
    def reason(self) -> str:
        """Return the judge's reason, or why it failed."""
        ...


def grade_value(grades: Mapping[str, Grade], dimension: str) -> MetricValue:
    """Return the judge's grade; a grade that the judge left out is Unscored, not the lowest grade."""
    grade = grades.get(dimension)
    if grade is None:
        return Unscored("the judge gave no such grade")
    if grade.score is None:
        return Unscored(BUDGET if left_by_budget(grade.reason) else f"the judge failed: {grade.reason}")
    return Ratio(grade.score, 1)


def mean_grade(grades: Mapping[str, Grade], dimensions: Iterable[str]) -> MetricValue:
    """Return the mean of the judge's grades, or the first failure among them."""
    values = []
    for dimension in dimensions:
        grade = grade_value(grades, dimension)
        if not isinstance(grade, Ratio):
            return grade
        values.append(grade.value)
    return Ratio(sum(values) / len(values), 1)
