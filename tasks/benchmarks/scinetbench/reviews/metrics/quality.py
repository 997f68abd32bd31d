"""The mean of a judge's five grades of a review."""

from __future__ import annotations

from tasks.benchmarks.scinetbench.reviews.judging.questions import DIMENSIONS
from tasks.benchmarks.scinetbench.reviews.metrics.grades import Grades, graded
from tasks.metrics import Found, Metric, Ratio


def quality(grades: Grades) -> Found:
    """The mean of the judge's five grades, from 1 to 10. Worst 1; none where the judge failed on one of them."""
    found = [graded(grades, dimension) for dimension in DIMENSIONS]
    values = [one.value for one in found if isinstance(one, Ratio)]
    if len(values) < len(found):
        return next(one for one in found if not isinstance(one, Ratio))
    return Ratio(sum(values) / len(values), 1)


METRIC = Metric(
    name="quality",
    short="Quality",
    long="the mean of the judge's five grades",
    unit="points",
    range=(1.0, 10.0),
    best=10.0,
    worst=1.0,
    direction="higher",
    needs=("grades",),
    of=quality,
    source="arXiv 2601.03260, section 6 and figure 5",
    shown="paper",
    place=60,
    under="Judge",
    digits=2,
    charted=True,
)
