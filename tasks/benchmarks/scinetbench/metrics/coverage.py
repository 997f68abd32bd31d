"""Share of the listed works that are in the network."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, NotGiven, Ratio


def coverage(outcome: Outcome) -> Found:
    """Share of the listed works that are in the network, repeated ones left out: [0, 1], worst 0."""
    return Ratio(len(outcome.found), len(outcome.works)) if outcome.works else NotGiven("the answer lists no work")


METRIC = Metric(
    name="coverage",
    short="Coverage",
    long="share of the listed works that are in the network",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=coverage,
    source="ours",
    shown="beside",
    place=300,
    under="",
    within=None,
)
