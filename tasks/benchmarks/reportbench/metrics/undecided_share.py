"""How far to trust the factual accuracy."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.fact_counts import fact_counts
from tasks.records import FactVerdict
from tasks.statistics import Found, Inapplicable, Ratio


def undecided_share(facts: Sequence[FactVerdict]) -> Found:
    """Statements that the judges could not decide, of those that they judged, [0, 1]: how far to trust the accuracy."""
    counts = fact_counts(facts)
    judged = counts.true + counts.false + counts.undecided
    if judged:
        return Ratio(counts.undecided * counts.weight, judged * counts.weight)
    return counts.failed() if facts else Inapplicable("no statement without citation")


METRIC = Metric(
    name="undecided_share",
    short="Undecided",
    long="statements without citation that could not be decided",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("facts",),
    of=undecided_share,
    source="arXiv 2508.15804, section 3.1",
    shown="detail",
    place=220,
)
