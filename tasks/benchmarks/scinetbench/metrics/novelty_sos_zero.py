"""How novel the listed works are, where a work that is not ranked counts as 0."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import mean_rank
from tasks.statistics import Found


def novelty_sos_zero(outcome: Outcome) -> Found:
    """The same as novelty_sos over all listed works, 0 for those that are not in the network or not ranked: [0, 10]."""
    return mean_rank(outcome, lambda ranks: ranks.novel, missing_is_zero=True)


METRIC = Metric(
    name="novelty_sos_zero",
    short="Novelty-SoS, 0 if unknown",
    long="how novel the listed works are, 0 for those that are not ranked",
    unit="points",
    range=(0.0, 10.0),
    best=10.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=novelty_sos_zero,
    source="arXiv 2601.03260, section 3.1; our choice",
    shown="detail",
    place=35,
    under="Table 1: works",
    within=("relation", ("novel",)),
)
