"""Distinct statements that a page supports."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import statement_counts, strict_rate
from tasks.records import PairVerdict
from tasks.statistics import Found


def statement_match_rate(pairs: Sequence[PairVerdict]) -> Found:
    """Distinct statements that at least one of their pages supports, of all judged ones, [0, 1], worst 0."""
    return strict_rate(statement_counts(pairs))


METRIC = Metric(
    name="statement_match_rate",
    short="Statements matched",
    long="distinct statements that a page supports",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("pairs",),
    of=statement_match_rate,
    source="arXiv 2508.15804, section 2.2, over distinct statements",
    shown="beside",
    place=120,
)
