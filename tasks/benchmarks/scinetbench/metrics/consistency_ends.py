"""Share of the works of the true path, its ends among them, that the answer's path has."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, Ratio, Undefined


def consistency_ends(outcome: Outcome) -> Found:
    """Share of all works of the true path that the answer lists, the given ends among them: [0, 1], worst 0."""
    truth = set(outcome.truth)
    return Ratio(len(truth & set(outcome.found)), len(truth)) if truth else Undefined("there is no true path")


METRIC = Metric(
    name="consistency_ends",
    short="With ends",
    long="share of the works of the true path, its ends among them, that the answer has",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=consistency_ends,
    source="arXiv 2601.03260, section 5.1; another reading",
    shown="beside",
    place=240,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
)
