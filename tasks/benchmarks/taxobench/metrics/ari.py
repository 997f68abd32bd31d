"""Agreement with the experts' categories, adjusted for chance."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found, Metric


def ari(scores: TreeScore, mode: Ask) -> Found:
    """Agreement with the experts' categories, adjusted for chance: [-0.5, 1], worst -0.5."""
    return bottom_up_value(scores, mode, "ari")


METRIC = Metric(
    name="ari",
    short="ARI",
    long="agreement with the experts' categories, adjusted for chance",
    unit="share",
    range=(-0.5, 1.0),
    best=1.0,
    worst=-0.5,
    direction="higher",
    needs=("scores", "mode"),
    of=ari,
    source="arXiv 2601.12369, section 3.1, eq. 2",
    shown="paper",
    place=20,
    under="Leaf level",
    charted=True,
    digits=2,
)
