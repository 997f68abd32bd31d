"""Whether the survey itself is cited."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.reference_counts import reference_counts, untold
from tasks.records import ReferenceMatch
from tasks.statistics import Found, Ratio


def survey_cited(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, cites_survey: bool) -> Found:
    """1 if the report cites the survey that it must not use, else 0; lower is better."""
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := untold(undecided_pages)):
        return failed
    return Ratio(int(cites_survey), 1)


METRIC = Metric(
    name="survey_cited",
    short="Survey cited",
    long="reports that cite the survey itself",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("matches", "listed", "undecided_pages", "cites_survey"),
    of=survey_cited,
    source="arXiv 2508.15804, section 2.1.2",
    shown="beside",
    place=160,
)
