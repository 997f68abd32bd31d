"""Whether the papers of the experts' categories stay together."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def completeness(scores: TreeScore, mode: Ask) -> Found:
    """Whether the papers of the experts' categories stay together: [0, 1], worst 0.0."""
    return bottom_up_value(scores, mode, "completeness")


METRIC = Metric(
    name="completeness",
    short="Comp.",
    long="whether the papers of the experts' categories stay together",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores", "mode"),
    of=completeness,
    source="arXiv 2601.12369, section 3.1, eq. 3",
    shown="paper",
    place=40,
    under="Leaf level",
    digits=2,
)
