"""The number of references."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Ratio


def references(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> Found:
    """Distinct scholarly works that the report cites, [0, ∞): "Ref Num" of Table 1. A missing report has 0."""
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := untold(undecided_pages)):
        return failed
    return Ratio(counts.cited, 1)


METRIC = Metric(
    name="references",
    short="Ref num",
    long="distinct scholarly works cited per report",
    unit="works",
    range=(0.0, None),
    best=None,
    worst=0.0,
    direction=None,
    needs=("matches", "listed", "undecided_pages"),
    of=references,
    source="arXiv 2508.15804, section 3.2, Table 1",
    shown="paper",
    place=30,
    under="Reference",
    digits=1,
)
