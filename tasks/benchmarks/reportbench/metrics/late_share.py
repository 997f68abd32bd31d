"""Works from after the cut-off."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Inapplicable, Ratio


def late_share(
    matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, late_works: int, undated_works: int
) -> Found:
    """Share of the cited works with a date that appeared after the prompt's cut-off, [0, 1], lower is better.

    What nobody can date is in no denominator: `undated_share` says how much that is.
    """
    dated = reference_counts(matches, listed).cited - undated_works
    if dated > 0:
        return Ratio(late_works, dated)
    if undated_works:
        return Inapplicable("no cited work can be dated")
    return untold(undecided_pages) or Inapplicable("cites no scholarly work")


METRIC = Metric(
    name="late_share",
    short="Late works",
    long="cited works from after the cut-off, of those with a date",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("matches", "listed", "undecided_pages", "late_works", "undated_works"),
    of=late_share,
    source="arXiv 2508.15804, section 2.1.2",
    shown="beside",
    place=150,
)
