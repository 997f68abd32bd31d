"""Harmonic mean of homogeneity and completeness."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def v_measure(scores: TreeScore, mode: Ask) -> Found:
    """Harmonic mean of homogeneity and completeness: [0, 1], worst 0.0."""
    return bottom_up_value(scores, mode, "v_measure")


METRIC = Metric(
    name="v_measure",
    short="V",
    long="harmonic mean of homogeneity and completeness",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores", "mode"),
    of=v_measure,
    source="arXiv 2601.12369, section 3.1, eq. 4",
    shown="paper",
    place=50,
    under="Leaf level",
    digits=2,
)
