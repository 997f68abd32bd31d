"""Edit distance to the experts' topics, over the topics of both trees."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import tree_value
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def ted(scores: TreeScore) -> Found:
    """Edit distance to the experts' topics, over the topics of both trees: [0, 1], worst 1.0."""
    return tree_value(scores, "ted")


METRIC = Metric(
    name="ted",
    short="TED",
    long="edit distance to the experts' topics, over the topics of both trees",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=1.0,
    direction="lower",
    needs=("scores",),
    of=ted,
    source="arXiv 2601.12369, section 3.2, eq. 5",
    shown="paper",
    place=60,
    under="Hierarchy level",
    charted=True,
    digits=2,
)
