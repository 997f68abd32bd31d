"""How the works that a report cites compare with the survey's list (ReportBench, arXiv 2508.15804, 2.2 and 3.2).

Cited works are the distinct scholarly works of a report; pages that are no article, and works cited again, are not
among them. The paper's Table 1 is the mean over reports of precision, recall and number of references.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tasks.records import ReferenceMatch
from tasks.statistics import Unscored

_REPEATED = "repeated"


@dataclass(frozen=True, slots=True)
class ReferenceCounts:
    """Distinct works: cited by the report, listed by the survey, and both."""

    cited: int
    listed: int
    matched: int

    @property
    def precision(self) -> float:
        """Share of the cited works that the survey lists, [0, 1]; 0, the worst, if none is cited.

        >>> round(ReferenceCounts(cited=43, listed=96, matched=32).precision, 6)
        0.744186
        """
        return self.matched / self.cited if self.cited else 0.0

    @property
    def recall(self) -> float:
        """Share of the listed works that are cited, [0, 1]; 0, the worst, if none is listed.

        >>> round(ReferenceCounts(cited=43, listed=96, matched=32).recall, 6)
        0.333333
        """
        return self.matched / self.listed if self.listed else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of the two, [0, 1]; 0, the worst, if nothing is cited or listed.

        >>> round(ReferenceCounts(cited=43, listed=96, matched=32).f1, 6)
        0.460432
        """
        return 2 * self.matched / (self.cited + self.listed) if self.cited + self.listed else 0.0


def reference_counts(matches: Iterable[ReferenceMatch], listed: int) -> ReferenceCounts:
    """The counts of a report; rows of works cited again do not count."""
    rows = [match for match in matches if match.rule != _REPEATED]
    return ReferenceCounts(len(rows), listed, sum(bool(match.key) for match in rows))


def untold(undecided_pages: int) -> Unscored | None:
    """Why a report of which nothing counts as cited has no value: its pages may be works, but we could not tell."""
    return Unscored("no cited page could be told") if undecided_pages else None
