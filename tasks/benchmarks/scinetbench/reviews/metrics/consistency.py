"""A judge's grade: does one thing follow from another?"""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric


def consistency(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: does one thing follow from another?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "consistency")


METRIC = Metric(
    name="consistency",
    short="Cons.",
    long="a judge's grade from 1 to 10: does one thing follow from another?",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=consistency,
    source="arXiv 2601.03260, section 6",
    shown="paper",
    place=40,
    under="Judge",
    digits=2,
)
