"""Whether agents that find more papers also organise them better: recall against structure, over agents (figure 5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.benchmarks.taxobench.page.beside_trivial import BesideTrivial, beside_trivial
from tasks.declaration import ShownPage
from tasks.metrics import Metric

FEW = 20
"""Below so many agents a page says how little a correlation proves."""

_Z = 1.959964


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's rank correlation of two columns over agents."""

    rho: float
    p: float  # two-sided, by Student's t
    low: float | None  # of the 95 % interval by Fisher's z; None below four agents, or where rho is 1 or -1
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class RecallAgainst:
    """One metric of structure against recall, for one way of asking."""

    mode: str
    metric: Metric
    found: RankCorrelation | None  # None where it is not defined
    n: int


def spearman(one: Sequence[float], other: Sequence[float]) -> RankCorrelation | None:
    """Spearman's rho with its p and interval; None for fewer than three pairs, or a column with one value only.

    The paper prints .83 for seven systems, with p .021; its interval is wide:

    >>> found = spearman([1, 2, 3, 4, 5, 6, 7], [2, 1, 3, 6, 4, 5, 7])
    >>> round(found.rho, 3), round(found.p, 3), round(found.low, 2), round(found.high, 2)
    (0.857, 0.014, 0.29, 0.98)
    """
    if len(one) < 3 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    from scipy.stats import spearmanr  # half a second, for those who have agents enough

    rho, p = (float(value) for value in spearmanr(one, other))
    if len(one) < 4 or abs(rho) >= 1 - 1e-12:
        return RankCorrelation(rho, p, None, None, len(one))
    middle, half = math.atanh(rho), _Z / math.sqrt(len(one) - 3)
    return RankCorrelation(rho, p, math.tanh(middle - half), math.tanh(middle + half), len(one))


def recall_structure(page: ShownPage) -> tuple[RecallAgainst, ...]:
    """Recall against every metric of how topics and papers are organised, for each way of asking."""
    return tuple(line for asked in beside_trivial(page) for line in _against(asked))


def _against(asked: BesideTrivial) -> list[RecallAgainst]:
    at = {metric.name: place for place, metric in enumerate(asked.metrics)}
    agents = [line.means for line in asked.lines if line.number is not None]
    found = []
    for metric in asked.metrics:
        if metric.name in ("recall", "coverage"):
            continue
        pairs = [
            (recall, value)
            for means in agents
            if (recall := means[at["recall"]]) is not None and (value := means[at[metric.name]]) is not None
        ]
        told = spearman([recall for recall, _ in pairs], [value for _, value in pairs])
        found.append(RecallAgainst(asked.mode, metric, told, len(pairs)))
    return found
