"""The number of statements with a citation."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.records import PairVerdict
from tasks.statistics import Found, Ratio


def cited_statements(pairs: Sequence[PairVerdict]) -> Found:
    """Distinct statements with a citation, [0, ∞). A missing report has 0."""
    return Ratio(len({(pair.report_id, pair.statement) for pair in pairs}), 1)


METRIC = Metric(
    name="cited_statements",
    short="Cited statements",
    long="statements with a citation per report",
    unit="statements",
    range=(0.0, None),
    best=None,
    worst=0.0,
    direction=None,
    needs=("pairs",),
    of=cited_statements,
    source="arXiv 2508.15804, section 2.2, over distinct statements",
    shown="detail",
    place=210,
    digits=1,
)
