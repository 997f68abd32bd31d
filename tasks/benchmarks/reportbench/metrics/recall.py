"""Recall of the survey's references."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Ratio, Undefined


def recall(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> Found:
    """Share of the survey's list that the report cites, [0, 1], worst 0."""
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := untold(undecided_pages)):
        return failed
    return Ratio(counts.matched, listed) if listed else Undefined("the survey lists nothing")


METRIC = Metric(
    name="recall",
    short="Recall",
    long="share of the survey's list that is cited",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("matches", "listed", "undecided_pages"),
    of=recall,
    source="arXiv 2508.15804, sections 2.2 and 3.2",
    shown="paper",
    place=20,
    under="Reference",
    charted=True,
)
