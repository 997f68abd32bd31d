"""How statements without a citation came out (ReportBench, arXiv 2508.15804, sections 2.2, 3.1 and 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.records import FactVerdict
from tasks.records.unscored import BUDGET, left_by_budget
from tasks.statistics import Unscored


@dataclass(frozen=True, slots=True)
class FactCounts:
    """How the statements came out; only the first two are in the accuracy."""

    true: int
    false: int
    undecided: int  # the judges were divided, or too few could tell
    unscored: int  # the judges failed
    unsorted: int  # of the unscored: nobody could tell whether they are facts
    drawn: int  # they were voted on
    not_sampled: int  # the draw left them out
    left_by_budget: bool  # and the money had ended before some of the unscored ones were voted on

    @property
    def weight(self) -> float:
        """How many facts of the report each that was drawn stands for: the draw gives all of them the same chance."""
        return (self.drawn + self.not_sampled) / self.drawn if self.drawn else 1.0

    def failed(self, why: str = "judge failed") -> Unscored:
        """Why there is no value where nothing could be counted; `why` unless the money had ended."""
        return Unscored(BUDGET if self.left_by_budget else why)


def fact_counts(facts: Sequence[FactVerdict]) -> FactCounts:
    """How the statements without citation came out."""
    counts = Counter(fact.truth for fact in facts)
    drawn = sum(bool(fact.votes) for fact in facts)
    left = any(left_by_budget(reason) for fact in facts if fact.truth == "unscored" for reason in fact.reasons)
    return FactCounts(
        true=counts["true"],
        false=counts["false"],
        undecided=counts["undecided"],
        unscored=counts["unscored"],
        unsorted=sum(fact.truth == "unscored" and not fact.votes for fact in facts),
        drawn=drawn,
        not_sampled=counts["not-sampled"],
        left_by_budget=left,
    )
