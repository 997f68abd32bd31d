"""Citations of pages that do not exist, or are not what they are said to be."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import hallucinated_share
from tasks.records import PairVerdict
from tasks.statistics import Found


def citation_hallucination(pairs: Sequence[PairVerdict]) -> Found:
    """Judged pairs whose page does not exist or is not what it is said to be, [0, 1], lower is better."""
    return hallucinated_share(pairs, "citation")


METRIC = Metric(
    name="citation_hallucination",
    short="Citation halluc.",
    long="pairs whose page does not exist or is another",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("pairs",),
    of=citation_hallucination,
    source="arXiv 2508.15804, section 4",
    shown="beside",
    place=130,
)
