"""Share of the listed works that cite the work asked about in the spirit asked for."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import NO_TEXT, share_of_others
from tasks.benchmarks.scinetbench.tables import Sentiment
from tasks.statistics import Found, Undefined


def cite_sentiment(outcome: Outcome) -> Found:
    """Share of the listed works that cite the work asked about in the spirit asked for, at least once: [0, 1], worst 0.

    Works that do not cite it count as 0; of those that do, the ones whose text is known count. Undefined where no text
    that cites the work asked about is known.
    """
    subject = outcome.task.subject or 0
    sentiments = outcome.network.sentiments
    if not any((work, subject) in sentiments for work in outcome.network.cited_by.get(subject, ())):
        return Undefined(NO_TEXT)
    wanted: Sentiment = "negative" if outcome.task.relation == "cites-critically" else "positive"

    def holds(work: int) -> bool | None:
        if not outcome.network.cite(work, subject):
            return False
        stated = sentiments.get((work, subject))
        return None if stated is None else wanted in stated

    return share_of_others(outcome, holds)


METRIC = Metric(
    name="cite_sentiment",
    short="Cite-Sentiment",
    long="share of the listed works that cite it in the spirit asked for",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=cite_sentiment,
    source="arXiv 2601.03260, section 4.1",
    shown="paper",
    place=110,
    under="Table 2: pairs",
    within=("relation", ("cites-positively", "cites-critically")),
)
