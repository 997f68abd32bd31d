"""Precision of the cited works."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, NotGiven, Ratio


def precision(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> Found:
    """Share of the cited works that the survey lists, [0, 1], worst 0.

    A report that cites no scholarly work gets the worst (the released code drops it from the mean); one whose cited
    pages we could not tell is unscored.
    """
    counts = reference_counts(matches, listed)
    if not counts.cited:
        return untold(undecided_pages) or NotGiven("cites no scholarly work")
    return Ratio(counts.matched, counts.cited)


METRIC = Metric(
    name="precision",
    short="Precision",
    long="share of the cited works that the survey lists",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("matches", "listed", "undecided_pages"),
    of=precision,
    source="arXiv 2508.15804, sections 2.2 and 3.2",
    shown="paper",
    place=10,
    under="Reference",
    charted=True,
)
