"""Mutual information with the experts' categories, adjusted for chance."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def ami(scores: TreeScore, mode: Ask) -> Found:
    """Mutual information with the experts' categories, adjusted for chance: [-0.5, 1], worst -0.5."""
    return bottom_up_value(scores, mode, "ami")


METRIC = Metric(
    name="ami",
    short="AMI",
    long="mutual information with the experts' categories, adjusted for chance",
    unit="share",
    range=(-0.5, 1.0),
    best=1.0,
    worst=-0.5,
    direction="higher",
    needs=("scores", "mode"),
    of=ami,
    source="Vinh et al. (2010); beside section 3.1",
    shown="beside",
    place=110,
    digits=2,
)
