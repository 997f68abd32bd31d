"""How novel the listed works are, by their rank in the corpus."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import mean_rank
from tasks.statistics import Found


def novelty_sos(outcome: Outcome) -> Found:
    """Mean over the listed works of 10 x the share of the corpus that is less novel: [0, 10], worst 0.

    Works that are not in the network, or not ranked, are left out; coverage says how many those are.
    """
    return mean_rank(outcome, lambda ranks: ranks.novel)


METRIC = Metric(
    name="novelty_sos",
    short="Novelty-SoS",
    long="how novel the listed works are: ten times the share of the corpus that is less so",
    unit="points",
    range=(0.0, 10.0),
    best=10.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=novelty_sos,
    source="arXiv 2601.03260, section 3.1",
    shown="paper",
    place=10,
    under="Table 1: works",
    within=("relation", ("novel",)),
    charted=True,
)
