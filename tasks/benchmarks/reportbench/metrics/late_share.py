"""Works from after the cut-off."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.metrics import Found, Inapplicable, Metric, Ratio
from tasks.records import ReferenceMatch


def late_share(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, late_works: int) -> Found:
    """Share of the cited works that appeared after the prompt's cut-off, [0, 1], lower is better."""
    counts = reference_counts(matches, listed)
    if counts.cited:
        return Ratio(late_works, counts.cited)
    return untold(undecided_pages) or Inapplicable("cites no scholarly work")


METRIC = Metric(
    name="late_share",
    short="Late works",
    long="cited works from after the cut-off",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("matches", "listed", "undecided_pages", "late_works"),
    of=late_share,
    source="arXiv 2508.15804, section 2.1.2",
    shown="beside",
    place=150,
)
