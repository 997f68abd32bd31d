"""Whether a category holds papers of one category of the experts."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def homogeneity(scores: TreeScore, mode: Ask) -> Found:
    """Whether a category holds papers of one category of the experts: [0, 1], worst 0.0."""
    return bottom_up_value(scores, mode, "homogeneity")


METRIC = Metric(
    name="homogeneity",
    short="Hom.",
    long="whether a category holds papers of one category of the experts",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("scores", "mode"),
    of=homogeneity,
    source="arXiv 2601.12369, section 3.1, eq. 3",
    shown="paper",
    place=30,
    under="Leaf level",
    digits=2,
)
