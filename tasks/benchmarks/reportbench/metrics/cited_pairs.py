"""The number of cited pairs."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.records import PairVerdict
from tasks.statistics import Found, Ratio


def cited_pairs(pairs: Sequence[PairVerdict]) -> Found:
    """(Statement, page) pairs of the report, [0, ∞): "Count" of Table 1. A missing report has 0."""
    return Ratio(len(pairs), 1)


METRIC = Metric(
    name="cited_pairs",
    short="Pairs",
    long="pairs of statement and page per report",
    unit="pairs",
    range=(0.0, None),
    best=None,
    worst=0.0,
    direction=None,
    needs=("pairs",),
    of=cited_pairs,
    source="arXiv 2508.15804, section 3.2, Table 1",
    shown="paper",
    place=50,
    under="Cited statements",
    digits=1,
)
