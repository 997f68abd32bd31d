"""How disruptive the listed works are, by their rank in the corpus."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import mean_rank
from tasks.statistics import Found


def disruption_sos(outcome: Outcome) -> Found:
    """Mean over the listed works of 10 x the share of the corpus that is less disruptive: [0, 10], worst 0.

    Works that are not in the network, or not ranked, are left out; coverage says how many those are.
    """
    return mean_rank(outcome, lambda ranks: ranks.disruptive)


METRIC = Metric(
    name="disruption_sos",
    short="Disruption-SoS",
    long="how disruptive the listed works are: ten times the share of the corpus that is less so",
    unit="points",
    range=(0.0, 10.0),
    best=10.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=disruption_sos,
    source="arXiv 2601.03260, section 3.1",
    shown="paper",
    place=40,
    under="Table 1: works",
    within=("relation", ("disruptive",)),
    charted=True,
)
