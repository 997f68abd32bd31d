"""How much of the true path the answer has in its order."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.statistics import Found, Ratio, Undefined


def consistency_lcs(outcome: Outcome) -> Found:
    """Length of the longest common subsequence of both paths, ends added, over the true one's: [0, 1], worst 0."""
    truth = outcome.truth
    if not truth:
        return Undefined("there is no true path")
    lengths = [0] * (len(truth) + 1)
    for work in outcome.path:
        before = 0
        for place, expected in enumerate(truth, start=1):
            above = lengths[place]
            lengths[place] = before + 1 if work == expected else max(above, lengths[place - 1])
            before = above
    return Ratio(lengths[-1], len(truth))


METRIC = Metric(
    name="consistency_lcs",
    short="In order",
    long="share of the true path that the answer has in its order",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=consistency_lcs,
    source="arXiv 2601.03260, section 5.1; another reading",
    shown="detail",
    place=250,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
)
