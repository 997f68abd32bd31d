"""How alike the ways from the root to a paper are in two trees (Sem-Path, of the later release; not in the paper)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def path_similarity(costs: NDArray[np.float64]) -> float:
    """Likeness of two paths, (0, 1]: 1 over 1 plus the cost of their cheapest order-preserving alignment.

    `costs` has a row for each topic of the one path and a column for each of the other: what it costs to pair them, 1
    minus their similarity where that is above 0. A topic without a partner costs 1. An empty path is all unpaired.

    >>> path_similarity(np.array([[0.0, 1.0]]))
    0.5
    """
    rows, columns = costs.shape
    best: Sequence[float] = [float(column) for column in range(columns + 1)]
    for row in range(rows):
        line = [best[0] + 1.0]
        for column in range(columns):
            paired = best[column] + float(costs[row, column])
            line.append(min(paired, best[column + 1] + 1.0, line[column] + 1.0))
        best = line
    return 1.0 / (1.0 + best[columns])
