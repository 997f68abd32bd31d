"""Whether statements without a citation are true (ReportBench, arXiv 2508.15804, sections 2.2, 3.1 and 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.metrics.values import Found, Inapplicable, JudgedTask, Ratio, Unscored
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


def factual_accuracy(task: JudgedTask) -> Found:
    """True statements of those that the judges decided, [0, 1], worst 0: "Factual Acc" of Table 1.

    Undecided and unscored statements are in no denominator (the released code has ties in one of two, and counts
    failed votes as "false"). A report without such a statement is left out: to cite everything is no fault.
    """
    if isinstance(task.facts, Unscored):
        return task.facts
    counts = fact_counts(task.facts)
    decided = counts.true + counts.false
    if decided:
        return Ratio(counts.true, decided)
    if not task.facts:
        return Inapplicable("no statement without citation")
    return Unscored("judge failed" if counts.unscored else "undecided")


def undecided_share(task: JudgedTask) -> Found:
    """Statements that the judges could not decide, of those that they judged, [0, 1]: how far to trust the accuracy."""
    if isinstance(task.facts, Unscored):
        return task.facts
    counts = fact_counts(task.facts)
    judged = counts.true + counts.false + counts.undecided
    if judged:
        return Ratio(counts.undecided, judged)
    return Unscored("judge failed") if task.facts else Inapplicable("no statement without citation")


def uncited_statements(task: JudgedTask) -> Found:
    """Factual statements without a citation, [0, ∞): "Count" of Table 1. A missing report has 0."""
    return task.facts if isinstance(task.facts, Unscored) else Ratio(len(task.facts), 1)
