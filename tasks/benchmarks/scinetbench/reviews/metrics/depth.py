"""A judge's grade: does it go beyond naming works?"""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric


def depth(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: does it go beyond naming works?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "depth")


METRIC = Metric(
    name="depth",
    short="Depth",
    long="a judge's grade from 1 to 10: does it go beyond naming works?",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=depth,
    source="arXiv 2601.03260, section 6",
    shown="paper",
    place=30,
    under="Judge",
    digits=2,
)
