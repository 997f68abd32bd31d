"""Share of the steps along the path that are citations."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import connected_pairs_of
from tasks.statistics import Found, NotGiven, Ratio


def connected_pairs(outcome: Outcome) -> Found:
    """Share of the steps along the path, ends added, at which the one work cites the next: [0, 1], worst 0."""
    if not outcome.works:
        return NotGiven("the answer lists no work")
    steps = connected_pairs_of(outcome)
    return Ratio(sum(steps), len(steps))


METRIC = Metric(
    name="connected_pairs",
    short="Steps",
    long="share of the steps along the path that are citations",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=connected_pairs,
    source="arXiv 2601.03260, section 5.1; another reading",
    shown="beside",
    place=230,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
)
