"""How far the topics are among the experts'."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def nsp(scores: TreeScore) -> Found:
    """How far the topics are among the experts': about [0, 1], not bounded by it, worst 0.0."""
    return tree_value(scores, "nsp")


METRIC = Metric(
    name="nsp",
    short="NSP",
    long="how far the topics are among the experts'",
    unit="share",
    range=(None, None),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores",),
    of=nsp,
    source="arXiv 2601.12369, section 3.2, eq. 8",
    shown="paper",
    place=80,
    under="Hierarchy level",
    digits=2,
)
