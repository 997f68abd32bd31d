"""A judge's grade: does one thing follow from another?"""

from __future__ import annotations

from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found


def consistency(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: does one thing follow from another?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "consistency")


METRIC = grade_metric(
    consistency, "Cons.", "a judge's grade from 1 to 10: does one thing follow from another?", place=40
)
