"""Values of metrics out of a judge's grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from tasks.records import Unscored
from tasks.records.unscored import BUDGET, left_by_budget
from tasks.statistics import Found, Ratio


class Grade(Protocol):
    """A row with a judge's grade of one thing in one dimension."""

    @property
    def score(self) -> int | None:
        """The grade; None where the judge failed."""
        ...

    @property
    def reason(self) -> str:
        """The judge's reason; why there is no grade where it failed."""
        ...


def grade_value(grades: Mapping[str, Grade], dimension: str) -> Found:
    """Return the judge's grade; what the judge left out is its failure, not the lowest grade."""
    grade = grades.get(dimension)
    if grade is None:
        return Unscored("the judge gave no such grade")
    if grade.score is None:
        return Unscored(BUDGET if left_by_budget(grade.reason) else f"the judge failed: {grade.reason}")
    return Ratio(grade.score, 1)


def mean_grade(grades: Mapping[str, Grade], dimensions: Iterable[str]) -> Found:
    """Return the mean of the judge's grades; it has no value where the judge failed on one of them."""
    found = [grade_value(grades, dimension) for dimension in dimensions]
    values = [value.value for value in found if isinstance(value, Ratio)]
    if len(values) < len(found):
        return next(value for value in found if not isinstance(value, Ratio))
    return Ratio(sum(values) / len(values), 1)
