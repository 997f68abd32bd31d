"""How alike the works of both paths are."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, Ratio, Undefined


def consistency_jaccard(outcome: Outcome) -> Found:
    """Works that both paths have over works that either has, ends added: [0, 1], worst 0; invented works count."""
    truth, listed = set(outcome.truth), set(outcome.path) - {None}
    invented = sum(work is None for work in outcome.path)
    either = len(truth | listed) + invented
    return Ratio(len(truth & listed), either) if truth else Undefined("there is no true path")


METRIC = Metric(
    name="consistency_jaccard",
    short="Jaccard",
    long="works that both paths have, of those that either has",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=consistency_jaccard,
    source="arXiv 2601.03260, section 5.1; another reading",
    shown="detail",
    place=260,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
)
