"""The number of statements without citation."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.fact_counts import fact_counts
from tasks.records import FactVerdict
from tasks.statistics import Found, Ratio


def uncited_statements(facts: Sequence[FactVerdict]) -> Found:
    """Factual statements without a citation, [0, ∞): "Count" of Table 1. A missing report has 0.

    Unscored where the judge failed to tell some of its facts from opinions: to count all of these would be a guess.
    """
    counts = fact_counts(facts)
    return counts.failed() if counts.unsorted else Ratio(len(facts), 1)


METRIC = Metric(
    name="uncited_statements",
    short="Uncited",
    long="factual statements without citation per report",
    unit="statements",
    range=(0.0, None),
    best=None,
    worst=0.0,
    direction=None,
    needs=("facts",),
    of=uncited_statements,
    source="arXiv 2508.15804, section 3.2, Table 1",
    shown="paper",
    place=70,
    under="Non-cited statements",
    digits=1,
)
