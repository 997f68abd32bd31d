"""Harmonic mean of the two; can leave [0, 1]."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def soft_f1(scores: TreeScore) -> Found:
    """Harmonic mean of the two; can leave [0, 1]: about [0, 1], not bounded by it, worst 0.0."""
    return tree_value(scores, "soft_f1")


METRIC = Metric(
    name="soft_f1",
    short="Soft F1",
    long="harmonic mean of the two; can leave [0, 1]",
    unit="share",
    range=(None, None),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores",),
    of=soft_f1,
    source="arXiv 2601.12369, section 3.2, eq. 9",
    shown="paper",
    place=90,
    under="Hierarchy level",
    charted=True,
    digits=2,
)
