"""Cited pairs that their page supports, where it could be read."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import pair_counts, reachable_rate
from tasks.records import PairVerdict
from tasks.statistics import Found


def match_rate_reachable(pairs: Sequence[PairVerdict]) -> Found:
    """Supported pairs of those whose page could be read, [0, 1], worst 0; all pages out of reach is the worst too."""
    return reachable_rate(pair_counts(pairs))


METRIC = Metric(
    name="match_rate_reachable",
    short="Match, reachable",
    long="the match rate without unreachable pages",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("pairs",),
    of=match_rate_reachable,
    source="arXiv 2508.15804, section 3.2, as the released code counts",
    shown="beside",
    place=110,
)
