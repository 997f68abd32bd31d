"""Share of the listed works that some work cites together with the one asked about."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import share_of_others
from tasks.statistics import Found


def comention_acc(outcome: Outcome) -> Found:
    """Share of the listed works that a work of the network cites, and the work asked about as well: [0, 1], worst 0."""
    subject = outcome.task.subject or 0
    return share_of_others(outcome, lambda work: bool(outcome.network.sources_of(work, subject)))


METRIC = Metric(
    name="comention_acc",
    short="CoMention-Acc",
    long="share of the listed works that some work cites together with the one asked about",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=comention_acc,
    source="arXiv 2601.03260, section 4.1",
    shown="paper",
    place=120,
    under="Table 2: pairs",
    within=("relation", ("together",)),
)
