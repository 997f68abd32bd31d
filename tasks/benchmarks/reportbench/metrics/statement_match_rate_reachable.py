"""Distinct statements that a page supports, where one could be read."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import reachable_rate, statement_counts
from tasks.records import PairVerdict
from tasks.statistics import Found


def statement_match_rate_reachable(pairs: Sequence[PairVerdict]) -> Found:
    """Distinct statements that a page supports, of those with a page that could be read, [0, 1], worst 0."""
    return reachable_rate(statement_counts(pairs))


METRIC = Metric(
    name="statement_match_rate_reachable",
    short="Statements, reachable",
    long="distinct statements that a page supports, without unreachable pages",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("pairs",),
    of=statement_match_rate_reachable,
    source="arXiv 2508.15804, section 2.2, over distinct statements",
    shown="detail",
    place=200,
)
