"""A judge's grade: are the main works, lines and turning points there?"""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric


def completeness(grades: Grades) -> Found:
    """A judge's grade of the review from 1 to 10: are the main works, lines and turning points there?

    Worst 1; none where the judge failed.
    """
    return graded(grades, "completeness")


METRIC = Metric(
    name="completeness",
    short="Compl.",
    long="a judge's grade from 1 to 10: are the main works, lines and turning points there?",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=completeness,
    source="arXiv 2601.03260, section 6",
    shown="paper",
    place=20,
    under="Judge",
    digits=2,
)
