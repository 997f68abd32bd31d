"""Points for papers found, less one for every other paper named."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.statistics import Found, Metric, NotGiven, Ratio
from tests.mini.rows import Hit, Ranked


def points(ranked: Sequence[Ranked], hits: Sequence[Hit]) -> Found:
    """Points of the hits less one for each paper that is none, (-∞, ∞), worst -10."""
    if not ranked:
        return NotGiven("names nothing")
    return Ratio(sum(hit.points for hit in hits) - (len(ranked) - len(hits)), 1)


METRIC = Metric(
    name="points",
    short="Points",
    long="points for papers found, less one for every other paper named",
    unit="points",
    range=(None, None),
    best=None,
    worst=-10.0,
    direction="higher",
    needs=("ranked", "hits"),
    of=points,
    source="nowhere: made up for the tests",
    shown="paper",
    place=1,
    charted=True,
    digits=1,
)
