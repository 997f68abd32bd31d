"""How statements without a citation came out (ReportBench, arXiv 2508.15804, sections 2.2, 3.1 and 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.records import FactVerdict


@dataclass(frozen=True, slots=True)
class FactCounts:
    """How the statements came out; the last two are in no rate."""

    true: int
    false: int
    undecided: int  # the judges were divided, or too few could tell
    unscored: int  # the judges failed


def fact_counts(facts: Sequence[FactVerdict]) -> FactCounts:
    """How the statements without citation came out."""
    counts = Counter(fact.truth for fact in facts)
    return FactCounts(counts["true"], counts["false"], counts["undecided"], counts["unscored"])
