"""Likeness of the ways from the root to each paper that was found."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def sem_path(scores: TreeScore) -> Found:
    """Likeness of the ways from the root to each paper that was found: [0, 1], worst 0.0."""
    return tree_value(scores, "sem_path")


METRIC = Metric(
    name="sem_path",
    short="Sem-Path",
    long="likeness of the ways from the root to each paper that was found",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores",),
    of=sem_path,
    source="later release of the paper's code",
    shown="beside",
    place=140,
    digits=2,
)
