"""True statements among those without citation."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.fact_counts import fact_counts
from tasks.records import FactVerdict
from tasks.statistics import Found, Inapplicable, Ratio


def factual_accuracy(facts: Sequence[FactVerdict]) -> Found:
    """True statements of those that the judges decided, [0, 1], worst 0: "Factual Acc" of Table 1.

    Undecided and unscored statements are in no denominator (the released code has ties in one of two, and counts
    failed votes as "false"). A report without such a statement is left out: to cite everything is no fault. Where a
    sample of a report's facts was drawn, its share stands for all of them: numerator and denominator count each drawn
    fact for as many as it stands for, so that a pooled share weighs every report by all its facts.
    """
    counts = fact_counts(facts)
    decided = counts.true + counts.false
    if decided:
        return Ratio(counts.true * counts.weight, decided * counts.weight)
    if not facts:
        return Inapplicable("no statement without citation")
    return counts.failed("judge failed" if counts.unscored else "undecided")


METRIC = Metric(
    name="factual_accuracy",
    short="Factual acc",
    long="true statements of those without citation that were decided",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("facts",),
    of=factual_accuracy,
    source="arXiv 2508.15804, sections 2.2, 3.1 and 3.2",
    shown="paper",
    place=60,
    under="Non-cited statements",
    charted=True,
)
