"""How far to trust the share of late works."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Inapplicable, Ratio


def undated_share(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, undated_works: int) -> Found:
    """Cited works that nobody can date, of all cited works, [0, 1]: they are in no denominator of the late ones.

    Neither an identifier nor the page nor the report says when they appeared, and the survey does not list them.
    """
    counts = reference_counts(matches, listed)
    if counts.cited:
        return Ratio(undated_works, counts.cited)
    return untold(undecided_pages) or Inapplicable("cites no scholarly work")


METRIC = Metric(
    name="undated_share",
    short="Undated",
    long="cited works that cannot be dated",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("matches", "listed", "undecided_pages", "undated_works"),
    of=undated_share,
    source="arXiv 2508.15804, section 2.1.2",
    shown="detail",
    place=240,
)
