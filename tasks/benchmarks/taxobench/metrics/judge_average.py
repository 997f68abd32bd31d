"""The mean of a judge's four grades (Table 4's "Avg.")."""

from __future__ import annotations

from tasks.benchmarks.taxobench.judging import DIMENSIONS
from tasks.benchmarks.taxobench.metrics.tree_part import Grades, graded
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric, Ratio


def judge_average(scores: TreeScore, grades: Grades) -> Found:
    """The mean of the judge's four grades, from 1 to 5. Worst 1; none where the judge failed on one of them."""
    found = [graded(scores, grades, dimension) for dimension in DIMENSIONS]
    values = [one.value for one in found if isinstance(one, Ratio)]
    if len(values) < len(found):
        return next(one for one in found if not isinstance(one, Ratio))
    return Ratio(sum(values) / len(values), 1)


METRIC = Metric(
    name="judge_average",
    short="Avg.",
    long="the mean of the judge's four grades",
    unit="points",
    range=(1.0, 5.0),
    best=5.0,
    worst=1.0,
    direction="higher",
    needs=("scores", "grades"),
    of=judge_average,
    source="arXiv 2601.12369, Table 4",
    shown="paper",
    place=150,
    under="Judge",
    digits=2,
)
