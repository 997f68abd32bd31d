"""Statements that their page does not make."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import hallucinated_share
from tasks.records import PairVerdict
from tasks.statistics import Found


def statement_hallucination(pairs: Sequence[PairVerdict]) -> Found:
    """Judged pairs whose page exists and does not say it, [0, 1], lower is better."""
    return hallucinated_share(pairs, "statement")


METRIC = Metric(
    name="statement_hallucination",
    short="Statement halluc.",
    long="pairs whose page exists and does not say it",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("pairs",),
    of=statement_hallucination,
    source="arXiv 2508.15804, section 4",
    shown="beside",
    place=140,
)
