"""Cited pairs that their page supports."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import pair_counts, strict_rate
from tasks.records import PairVerdict
from tasks.statistics import Found


def match_rate(pairs: Sequence[PairVerdict]) -> Found:
    """Supported pairs of all judged ones, unreachable ones a mismatch, [0, 1], worst 0: "Match Rate" of Table 1."""
    return strict_rate(pair_counts(pairs))


METRIC = Metric(
    name="match_rate",
    short="Match rate",
    long="cited pairs that the page supports; an unreachable page is a mismatch",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("pairs",),
    of=match_rate,
    source="arXiv 2508.15804, sections 3.2 and 4",
    shown="paper",
    place=40,
    under="Cited statements",
    charted=True,
)
