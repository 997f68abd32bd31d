"""Share of the listed works that cite the work asked about."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import share_of_others
from tasks.statistics import Found


def cite_acc(outcome: Outcome) -> Found:
    """Share of the listed works in the network that cite the work asked about: [0, 1], worst 0."""
    subject = outcome.task.subject or 0
    return share_of_others(outcome, lambda work: outcome.network.cite(work, subject))


METRIC = Metric(
    name="cite_acc",
    short="Cite-Acc",
    long="share of the listed works that cite the work asked about",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=cite_acc,
    source="arXiv 2601.03260, section 4.1",
    shown="paper",
    place=100,
    under="Table 2: pairs",
    within=("relation", ("cites", "cites-positively", "cites-critically")),
    charted=True,
)
