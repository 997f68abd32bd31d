"""Share of the works between the ends of the true path that the answer's path has."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, Ratio, Undefined


def consistency(outcome: Outcome) -> Found:
    """Share of the inner works of the true path that the answer lists: [0, 1], worst 0. The ends were given, so they do
    not count."""
    inner = set(outcome.truth[1:-1])
    return Ratio(len(inner & set(outcome.found)), len(inner)) if inner else Undefined("the true path has no inner work")


METRIC = Metric(
    name="consistency",
    short="Consistency",
    long="share of the works between the ends of the true path that the answer has",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=consistency,
    source="arXiv 2601.03260, section 5.1",
    shown="paper",
    place=200,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
    charted=True,
)
