"""Edit distance without regard to the order of siblings, constrained."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def ted_unordered(scores: TreeScore) -> Found:
    """Edit distance without regard to the order of siblings, constrained: [0, 1], worst 1.0."""
    return tree_value(scores, "ted_unordered")


METRIC = Metric(
    name="ted_unordered",
    short="TED, any order",
    long="edit distance without regard to the order of siblings, constrained",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=1.0,
    direction="lower",
    needs=("scores",),
    of=ted_unordered,
    source="Zhang (1996); beside section 3.2",
    shown="beside",
    place=130,
    digits=2,
)
