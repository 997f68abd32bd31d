"""Share of the experts' papers that the tree holds."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def recall(scores: TreeScore) -> Found:
    """Share of the experts' papers that the tree holds: [0, 1], worst 0.0."""
    return tree_value(scores, "recall")


METRIC = Metric(
    name="recall",
    short="Recall",
    long="share of the experts' papers that the tree holds",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores",),
    of=recall,
    source="arXiv 2601.12369, section 3.1, eq. 1",
    shown="paper",
    place=10,
    under="Leaf level",
    charted=True,
    digits=2,
)
