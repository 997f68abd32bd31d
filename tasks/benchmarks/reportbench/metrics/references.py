"""How the works that a report cites compare with the survey's list (ReportBench, arXiv 2508.15804, 2.2 and 3.2).

Cited works are the distinct scholarly works of a report; pages that are no article, and works cited again, are not
among them. The paper's Table 1 is the mean over reports of precision, recall and number of references.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tasks.metrics.values import Found, Inapplicable, JudgedTask, NotGiven, Ratio, Unscored
from tasks.records import ReferenceMatch

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


def precision(task: JudgedTask) -> Found:
    """Share of the cited works that the survey lists, [0, 1], worst 0.

    A report that cites no scholarly work gets the worst (the released code drops it from the mean); one whose cited
    pages we could not tell is unscored.
    """
    counts = _counts(task)
    if isinstance(counts, Unscored):
        return counts
    return Ratio(counts.matched, counts.cited) if counts.cited else NotGiven("cites no scholarly work")


def recall(task: JudgedTask) -> Found:
    """Share of the survey's list that the report cites, [0, 1], worst 0."""
    counts = _counts(task)
    if isinstance(counts, Unscored):
        return counts
    return Ratio(counts.matched, counts.listed) if counts.listed else Inapplicable("the survey lists nothing")


def f1(task: JudgedTask) -> Found:
    """Harmonic mean of precision and recall of the report, [0, 1], worst 0; pooled, that of the pooled counts."""
    counts = _counts(task)
    if isinstance(counts, Unscored):
        return counts
    total = counts.cited + counts.listed
    return Ratio(2 * counts.matched, total) if total else Inapplicable("the survey lists nothing")


def reference_number(task: JudgedTask) -> Found:
    """Distinct scholarly works that the report cites, [0, ∞): "Ref Num" of Table 1. A missing report has 0."""
    counts = _counts(task)
    return counts if isinstance(counts, Unscored) else Ratio(counts.cited, 1)


def late_share(task: JudgedTask) -> Found:
    """Share of the cited works that appeared after the prompt's cut-off, [0, 1], lower is better (section 2.1.2)."""
    counts = _counts(task)
    if isinstance(counts, Unscored):
        return counts
    return Ratio(task.late_works, counts.cited) if counts.cited else Inapplicable("cites no scholarly work")


def survey_cited(task: JudgedTask) -> Found:
    """1 if the report cites the survey that it must not use, else 0; lower is better (section 2.1.2)."""
    counts = _counts(task)
    return counts if isinstance(counts, Unscored) else Ratio(int(task.cites_survey), 1)


def _counts(task: JudgedTask) -> ReferenceCounts | Unscored:
    if isinstance(task.matches, Unscored):
        return task.matches
    counts = reference_counts(task.matches, task.listed)
    if task.undecided_pages and not counts.cited:
        return Unscored("no cited page could be told")
    return counts
