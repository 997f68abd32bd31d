"""A judge's grade: does it go beyond naming works?"""

from __future__ import annotations

from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found


def depth(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: does it go beyond naming works?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "depth")


METRIC = grade_metric(
    depth,
    "Depth",
    "a judge's grade from 1 to 10: does it go beyond naming works?",
    place=30,
)
