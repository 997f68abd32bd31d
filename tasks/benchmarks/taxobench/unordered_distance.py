"""An edit distance that does not care in which order siblings stand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tasks.benchmarks.taxobench.edit_distance import TooLarge
from tasks.benchmarks.taxobench.trees import Tree

Costs = NDArray[np.float64]
MAX_PAIRS = 4_000_000
"""Pairs of nodes up to which a distance is computed."""


def unordered_distance(expert: Tree, predicted: Tree, renaming: Costs) -> float:
    """Constrained edit distance of two unordered trees: separate subtrees are mapped to separate subtrees.

    Costs as in `edit_distance`. The edit distance of unordered trees is NP-hard; this one of Zhang (1996) allows fewer
    mappings, so it is never below it, and can be above the ordered one where that maps one subtree into several.
    Raises TooLarge.
    """
    if len(expert) * len(predicted) > MAX_PAIRS:
        raise TooLarge(f"{len(expert):,} x {len(predicted):,} nodes")
    left, right = _sizes(expert), _sizes(predicted)
    trees = np.zeros((len(expert), len(predicted)))
    forests = np.zeros((len(expert), len(predicted)))
    for i in range(len(expert) - 1, -1, -1):  # pre-order backwards: children come before their parents
        for j in range(len(predicted) - 1, -1, -1):
            ours, theirs = list(expert.children[i]), list(predicted.children[j])
            forests[i, j] = _forest(i, j, ours, theirs, left, right, trees, forests)
            trees[i, j] = min(
                forests[i, j] + renaming[i, j],
                _one_below(left[i], [trees[child, j] - left[child] for child in ours]),
                _one_below(right[j], [trees[i, child] - right[child] for child in theirs]),
            )
    return float(trees[0, 0])


def _sizes(tree: Tree) -> list[int]:
    sizes = [1] * len(tree)
    for node in range(len(tree) - 1, 0, -1):
        sizes[tree.parents[node]] += sizes[node]
    return sizes


def _one_below(size: int, gains: list[float]) -> float:
    """All of one tree goes but the child that is like the other tree; without children it cannot be."""
    return size + min(gains, default=float("inf"))


def _forest(
    i: int, j: int, ours: list[int], theirs: list[int], left: list[int], right: list[int], trees: Costs, forests: Costs
) -> float:
    """Distance of what hangs below two nodes."""
    if not ours or not theirs:
        return float(left[i] - 1 + right[j] - 1)
    return min(
        _matched(ours, theirs, left, right, trees),
        left[i] - 1 + min(float(forests[child, j]) - (left[child] - 1) for child in ours),
        right[j] - 1 + min(float(forests[i, child]) - (right[child] - 1) for child in theirs),
    )


def _matched(ours: list[int], theirs: list[int], left: list[int], right: list[int], trees: Costs) -> float:
    """The cheapest one-to-one matching of subtrees, where any may go or come as a whole.

    A pair is worth what it saves against removing the one and adding the other, so unmatched ones need no partner.
    """
    from scipy.optimize import linear_sum_assignment  # a third of a second, for those who score trees

    removed = np.array([left[child] for child in ours], dtype=np.float64)
    added = np.array([right[child] for child in theirs], dtype=np.float64)
    saved = np.minimum(trees[np.ix_(ours, theirs)] - removed[:, None] - added[None, :], 0.0)
    rows, columns = linear_sum_assignment(saved)
    return float(removed.sum() + added.sum() + saved[rows, columns].sum())
