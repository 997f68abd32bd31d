"""Precision, recall and F1 of cited works against a list of references (ReportBench, arXiv 2508.15804, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass


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
