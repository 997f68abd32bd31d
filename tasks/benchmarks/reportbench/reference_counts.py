"""How the works that a report cites compare with the survey's list (ReportBench, arXiv 2508.15804, 2.2 and 3.2).

Cited works are the distinct scholarly works of a report; pages that are no article, and works cited again, are not
among them. The paper's Table 1 is the mean over reports of precision, recall and number of references.
"""

from __future__ import annotations

from collections.abc import Iterable

from tasks.identity.reference_counts import ReferenceCounts
from tasks.records import ReferenceMatch
from tasks.statistics import Unscored

_REPEATED = "repeated"


def reference_counts(matches: Iterable[ReferenceMatch], listed: int) -> ReferenceCounts:
    """The counts of a report; rows of works cited again do not count."""
    rows = [match for match in matches if match.rule != _REPEATED]
    return ReferenceCounts(len(rows), listed, sum(bool(match.key) for match in rows))


def untold(undecided_pages: int) -> Unscored | None:
    """Why a report of which nothing counts as cited has no value: its pages may be works, but we could not tell."""
    return Unscored("no cited page could be told") if undecided_pages else None
