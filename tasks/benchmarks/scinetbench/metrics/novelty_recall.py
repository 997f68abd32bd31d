"""Share of the most novel works of the sub-field that are listed."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import recall_of_truth
from tasks.statistics import Found


def novelty_recall(outcome: Outcome) -> Found:
    """Share of the novel works of the truth that are listed: hits / 50 where the truth has 50: [0, 1], worst 0."""
    return recall_of_truth(outcome)


METRIC = Metric(
    name="novelty_recall",
    short="Novelty-Recall@50",
    long="share of the 50 most novel works of the sub-field that are listed",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=novelty_recall,
    source="arXiv 2601.03260, section 3.1",
    shown="paper",
    place=30,
    under="Table 1: works",
    within=("relation", ("novel",)),
)
