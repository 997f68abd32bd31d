"""A judge's grade: how much would it help a researcher who begins?"""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric


def usefulness(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: how much would it help a researcher who begins?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "usefulness")


METRIC = Metric(
    name="usefulness",
    short="Usef.",
    long="a judge's grade from 1 to 10: how much would it help a researcher who begins?",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=usefulness,
    source="arXiv 2601.03260, section 6",
    shown="paper",
    place=50,
    under="Judge",
    digits=2,
)
