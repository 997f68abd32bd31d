"""Citations that cannot be followed."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.records import PairVerdict
from tasks.statistics import Found, Inapplicable, Ratio


def unfollowed_citations(pairs: Sequence[PairVerdict], unfollowed: int) -> Found:
    """Cited statements none of whose marks leads to an address, of all cited statements, [0, 1], lower is better.

    Every cited statement is one of these, or one of the distinct statements of the pairs. These are judged as
    statements without citation (papers/001, A.2.2).
    """
    followed = len({(pair.report_id, pair.statement) for pair in pairs})
    if followed + unfollowed:
        return Ratio(unfollowed, followed + unfollowed)
    return Inapplicable("cites nothing")


METRIC = Metric(
    name="unfollowed_citations",
    short="Not followable",
    long="cited statements whose citations lead to no address",
    unit="share",
    range=(0.0, 1.0),
    best=0.0,
    worst=None,
    direction="lower",
    needs=("pairs", "unfollowed"),
    of=unfollowed_citations,
    source="arXiv 2508.15804, section 4 and A.2.2",
    shown="beside",
    place=135,
)
