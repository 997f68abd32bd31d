"""A judge's grade: is it about the subject of the task?"""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric


def relevance(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: is it about the subject of the task?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "relevance")


METRIC = Metric(
    name="relevance",
    short="Rel.",
    long="a judge's grade from 1 to 10: is it about the subject of the task?",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=relevance,
    source="arXiv 2601.03260, section 6",
    shown="paper",
    place=10,
    under="Judge",
    digits=2,
)
