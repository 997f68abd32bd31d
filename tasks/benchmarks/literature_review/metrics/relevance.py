"""A judge's grade: is it about the subject of the task?"""

from __future__ import annotations

from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found


def relevance(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: is it about the subject of the task?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "relevance")


METRIC = grade_metric(
    relevance,
    "Rel.",
    "a judge's grade from 1 to 10: is it about the subject of the task?",
    place=10,
)
