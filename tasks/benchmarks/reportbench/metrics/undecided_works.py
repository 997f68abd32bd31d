"""How far to trust precision and recall."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Inapplicable, Ratio


def undecided_works(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> Found:
    """Cited pages that may be works or not, of these and the cited works, [0, 1]: they are in no denominator.

    Their pages could not be opened, or nobody could tell what they are, and no identifier and no title of the survey's
    list tells, either.
    """
    cited = reference_counts(matches, listed).cited
    if cited + undecided_pages:
        return Ratio(undecided_pages, cited + undecided_pages)
    return Inapplicable("cites no scholarly work")


METRIC = Metric(
    name="undecided_works",
    short="Undecided works",
    long="cited pages of which it could not be told whether they are works",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("matches", "listed", "undecided_pages"),
    of=undecided_works,
    source="arXiv 2508.15804, section 2.2",
    shown="detail",
    place=230,
)
