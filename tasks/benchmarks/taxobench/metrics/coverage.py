"""Share of the papers given that the tree holds."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def coverage(scores: TreeScore, mode: Ask) -> Found:
    """Share of the papers given that the tree holds: [0, 1], worst 0.0."""
    return bottom_up_value(scores, mode, "coverage")


METRIC = Metric(
    name="coverage",
    short="Coverage",
    long="share of the papers given that the tree holds",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores", "mode"),
    of=coverage,
    source="beside section 3.1",
    shown="beside",
    place=120,
    digits=2,
)
