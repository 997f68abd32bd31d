"""Distinct statements that their pages support together."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmark import Metric
from tasks.benchmarks.reportbench.metrics.outcome_counts import joint_counts, strict_rate
from tasks.records import JointVerdict, PairVerdict
from tasks.statistics import Found


def joint_match_rate(pairs: Sequence[PairVerdict], joint: Sequence[JointVerdict]) -> Found:
    """Distinct statements that all their pages together support, of all judged ones, [0, 1], worst 0.

    A sentence that takes one half from each of two pages is supported here, and by none of its pairs.
    """
    return strict_rate(joint_counts(pairs, joint))


METRIC = Metric(
    name="joint_match_rate",
    short="Matched together",
    long="distinct statements that all their pages together support",
    unit="share",
    range=(0.0, 1.0),
    best=1.0,
    worst=0.0,
    direction="higher",
    needs=("pairs", "joint"),
    of=joint_match_rate,
    source="arXiv 2508.15804, section 2.2, over distinct statements and all their pages",
    shown="beside",
    place=125,
)
