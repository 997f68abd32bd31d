"""The harmonic mean of precision and recall."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Inapplicable, Ratio


def f1(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> Found:
    """Harmonic mean of precision and recall of the report, [0, 1], worst 0; pooled, that of the pooled counts."""
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := untold(undecided_pages)):
        return failed
    total = counts.cited + listed
    return Ratio(2 * counts.matched, total) if total else Inapplicable("the survey lists nothing")


METRIC = Metric(
    name="f1",
    short="F1",
    long="harmonic mean of precision and recall",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("matches", "listed", "undecided_pages"),
    of=f1,
    source="arXiv 2508.15804, sections 2.2 and 3.2",
    shown="beside",
    place=100,
    charted=True,
)
