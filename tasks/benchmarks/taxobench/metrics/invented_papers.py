"""Papers that nobody expected."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.metrics import Found, Metric


def invented_papers(scores: TreeScore, mode: Ask) -> Found:
    """Papers that nobody expected, in a tree whose papers were given: 0 or more; an absent tree has none."""
    return bottom_up_value(scores, mode, "invented")


METRIC = Metric(
    name="invented_papers",
    short="Invented",
    long="papers that nobody expected",
    unit="papers",
    range=(0.0, None),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("scores", "mode"),
    of=invented_papers,
    source="beside section 3.1",
    shown="detail",
    place=215,
    digits=1,
)
