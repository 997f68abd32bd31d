"""A judge's grade: how much would it help a researcher who begins?"""

from __future__ import annotations

from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found


def usefulness(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: how much would it help a researcher who begins?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "usefulness")


METRIC = grade_metric(
    usefulness, "Usef.", "a judge's grade from 1 to 10: how much would it help a researcher who begins?", place=50
)
