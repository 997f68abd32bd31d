"""Works in the order of a value: percentiles, who may be ranked, and the top with its ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tasks.network.adjacency import Nodes

Values = npt.NDArray[np.float64]
MIN_REFERENCES, MIN_CITATIONS = 5, 10


def percentiles(values: Values, *, lower_is_more: bool = False) -> Values:
    """The share of the others that have less of it, from 0 to 10; NaN stays NaN and is nobody's other.

    Ties count half. `lower_is_more` is for novelty, where the lowest z is the most unusual.
    Source: SciNetBench, section 3.1 (percentile rank against the corpus), with mid-ranks for ties.

    >>> percentiles(np.array([1.0, 3.0, 3.0, np.nan, 7.0])).tolist()
    [1.25, 5.0, 5.0, nan, 8.75]
    """
    out = np.full(values.size, np.nan)
    known = ~np.isnan(values)
    if known.any():
        of = -values[known] if lower_is_more else values[known]
        _, place, alike = np.unique(of, return_inverse=True, return_counts=True)
        out[known] = 10 * (np.cumsum(alike) - alike / 2)[place] / known.sum()
    return out


def eligible(references: npt.NDArray[np.int64], citations: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return who may be ranked by disruption: works whose references are known and that somebody has taken up.

    A work without references has the highest value and says nothing with it.
    """
    return (references >= MIN_REFERENCES) & (citations >= MIN_CITATIONS)


@dataclass(frozen=True, slots=True)
class Top:
    """The first nodes of a ranking."""

    nodes: npt.NDArray[np.int64]
    tie_share: float  # of these places, those that another work with the same value might have had: [0, 1]


def top(
    values: Values, citations: npt.NDArray[np.int64], ranks: Nodes, count: int, *, lower_is_more: bool = False
) -> Top:
    """The nodes with the most of a value; of equal ones those cited more, then the lower id. NaN is not ranked."""
    known = np.flatnonzero(~np.isnan(values))
    keys = values[known] if lower_is_more else -values[known]
    order = known[np.lexsort((ranks[known], -citations[known], keys))]
    first = order[:count]
    if order.size <= count or not count:
        return Top(first, 0.0)
    last = values[first[-1]]
    tied = np.count_nonzero(values[first] == last) if values[order[count]] == last else 0
    return Top(first, tied / count)
