"""Share of the most disruptive works of the sub-field that are listed."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import recall_of_truth
from tasks.statistics import Found


def disruption_recall(outcome: Outcome) -> Found:
    """Share of the disruptive works of the truth that are listed: hits / 50 where the truth has 50: [0, 1], worst 0."""
    return recall_of_truth(outcome)


METRIC = Metric(
    name="disruption_recall",
    short="Disruption-Recall@50",
    long="share of the 50 most disruptive works of the sub-field that are listed",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=disruption_recall,
    source="arXiv 2601.03260, section 3.1",
    shown="paper",
    place=60,
    under="Table 1: works",
    within=("relation", ("disruptive",)),
)
