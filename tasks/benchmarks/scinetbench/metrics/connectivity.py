"""Whether the answer's works form one chain of citations between the ends."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import connected_pairs_of
from tasks.statistics import Found, NotGiven, Ratio


def connectivity(outcome: Outcome) -> Found:
    """1 if every work along the path cites the next one, from the newer end to the older, else 0; worst 0.

    An end that the answer leaves out is added, and a path may be given either way round. A work that is not in the
    network connects nothing.
    """
    if not outcome.works:
        return NotGiven("the answer lists no work")
    return Ratio(all(connected_pairs_of(outcome)), 1)


METRIC = Metric(
    name="connectivity",
    short="Connectivity",
    long="share of the answers whose works form one chain of citations between the ends",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("outcome",),
    of=connectivity,
    source="arXiv 2601.03260, section 5.1",
    shown="paper",
    place=210,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
    charted=True,
)
