"""Percentiles of works by a value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


def percentiles(values: Values, *, lower_is_more: bool = False) -> Values:
    """Return the share of the others that have less of it, from 0 to 10; NaN stays NaN and is nobody's other.

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
