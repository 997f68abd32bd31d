"""The one metric of the miniature benchmark."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.benchmark import metric
from litgauge.tasks.statistics import MetricValue, NotGiven, Ratio
from tests.mini.rows import Hit, Ranked


@metric("Points", source="ours", unit="points", range=(None, None), worst=-10.0, shown="paper", charted=True, digits=1)
def points(ranked: Sequence[Ranked], hits: Sequence[Hit]) -> MetricValue:
    """Points for papers found, less one for every other paper named."""
    if not ranked:
        return NotGiven("names nothing")
    return Ratio(sum(hit.points for hit in hits) - (len(ranked) - len(hits)), 1)
