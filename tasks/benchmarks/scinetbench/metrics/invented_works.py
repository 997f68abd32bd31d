"""Listed works that are not in the network."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, Ratio


def invented_works(outcome: Outcome) -> Found:
    """Works that the answer lists and the network does not have, by identifiers and title; none is best."""
    return Ratio(len(outcome.works) - len(outcome.found), 1)


METRIC = Metric(
    name="invented_works",
    short="Invented",
    long="listed works that are not in the network",
    unit="works",
    range=(0.0, None),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("outcome",),
    of=invented_works,
    source="ours",
    shown="beside",
    place=310,
    under="",
    within=None,
    digits=1,
)
