"""Share of the listed works that some paragraph mentions together with the one asked about."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import NO_TEXT, share_of_others
from tasks.statistics import Found, Undefined


def comention_paragraph(outcome: Outcome) -> Found:
    """Share of the listed works that a paragraph of some work mentions with the work asked about: [0, 1], worst 0.

    Works that nobody cites together with it count as 0; of the others those count for which a text of a citing work is
    known, or a paragraph. Undefined where no text that cites the work asked about is known.
    """
    subject = outcome.task.subject or 0
    if not outcome.network.cited_by.get(subject, frozenset()) & outcome.network.read:
        return Undefined(NO_TEXT)

    def holds(work: int) -> bool | None:
        sources = outcome.network.sources_of(work, subject)
        if not sources:
            return False
        if (min(work, subject), max(work, subject)) in outcome.network.together:
            return True
        return False if sources <= outcome.network.read else None

    return share_of_others(outcome, holds)


METRIC = Metric(
    name="comention_paragraph",
    short="CoMention-Paragraph",
    long="share of the listed works that some paragraph mentions together with the one asked about",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=comention_paragraph,
    source="arXiv 2601.03260, section 4.1",
    shown="paper",
    place=130,
    under="Table 2: pairs",
    within=("relation", ("together",)),
)
