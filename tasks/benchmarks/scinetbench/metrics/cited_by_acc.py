"""Share of the listed works that the work asked about cites."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import share_of_others
from tasks.statistics import Found


def cited_by_acc(outcome: Outcome) -> Found:
    """Share of the listed works in the network that the work asked about cites: [0, 1], worst 0.

    The paper's sentence on Cite-Acc can be read so, too; its queries and its step for sentiments say the reverse.
    """
    subject = outcome.task.subject or 0
    return share_of_others(outcome, lambda work: outcome.network.cite(subject, work))


METRIC = Metric(
    name="cited_by_acc",
    short="Cited by it",
    long="share of the listed works that the work asked about cites",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=cited_by_acc,
    source="arXiv 2601.03260, section 4.1; the other reading",
    shown="detail",
    place=140,
    under="Table 2: pairs",
    within=("relation", ("cites", "cites-positively", "cites-critically")),
)
