"""A judge's grade: are the main works, lines and turning points there?"""

from __future__ import annotations

from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found


def completeness(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: are the main works, lines and turning points there?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "completeness")


METRIC = grade_metric(
    completeness,
    "Compl.",
    "a judge's grade from 1 to 10: are the main works, lines and turning points there?",
    place=20,
)
