"""How far the experts' topics are covered."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def nsr(scores: TreeScore) -> Found:
    """How far the experts' topics are covered: about [0, 1], not bounded by it, worst 0.0."""
    return tree_value(scores, "nsr")


METRIC = Metric(
    name="nsr",
    short="NSR",
    long="how far the experts' topics are covered",
    unit="share",
    range=(None, None),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores",),
    of=nsr,
    source="arXiv 2601.12369, section 3.2, eq. 7",
    shown="paper",
    place=70,
    under="Hierarchy level",
    digits=2,
)
