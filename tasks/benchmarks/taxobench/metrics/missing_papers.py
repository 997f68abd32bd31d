"""Experts' papers that the tree lacks."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.metrics import Found, Metric


def missing_papers(scores: TreeScore, mode: Ask) -> Found:
    """Experts' papers that the tree lacks, in a tree whose papers were given: 0 or more; an absent tree has none."""
    return bottom_up_value(scores, mode, "missing")


METRIC = Metric(
    name="missing_papers",
    short="Missing",
    long="experts' papers that the tree lacks",
    unit="papers",
    range=(0.0, None),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("scores", "mode"),
    of=missing_papers,
    source="beside section 3.1",
    shown="detail",
    place=214,
    digits=1,
)
