"""Tree edit distance over skeletons whose siblings have no order: exact, or between proven bounds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.benchmarks.taxobench.assignment import best_pairing
from litgauge.tasks.benchmarks.taxobench.edit_distance import Costs, TooLarge
from litgauge.tasks.benchmarks.taxobench.trees import Tree

MAX_PAIRS = 4_000_000
"""Pairs of nodes up to which bounds are computed."""
MAX_CHOICES = 3_000_000
"""Variables of all programs of two trees (some ten seconds) up to which the distance is computed exactly."""
_MAX_BRANCHES = 500  # nodes of one program's search tree: a count and no clock, so that a score can be repeated
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class UnorderedDistance:
    """An edit distance that heeds no order of siblings, or what is proven of it."""

    value: float  # cost of a mapping that exists; the distance itself where both are equal
    least: float  # no mapping costs less


def unordered_distance(expert: Tree, predicted: Tree, renaming: Costs, ordered: float = np.inf) -> UnorderedDistance:
    """Least cost of insertions, deletions (1 each) and renamings where the order of siblings does not count.

    `renaming[i, j]` is what it costs to rename node i of the expert's tree to node j of the other; `ordered` the
    ordered distance, where it is known, which is never less. A mapping of two subtrees whose roots are mapped is made
    of mappings of subtrees below, no two of which lie below each other on either side: the best choice of them is an
    integer program for each pair of topics, with a constraint for each way from a topic to a leaf. What is too large
    for that (`MAX_CHOICES`) has the constrained distance as its value, and the cheapest pairing of names as its bound.
    Raises TooLarge.
    """
    if len(expert) * len(predicted) > MAX_PAIRS:
        raise TooLarge(f"{len(expert):,} x {len(predicted):,} nodes")
    saving = 2.0 - renaming
    nodes = float(len(expert) + len(predicted))
    if _inner(expert) * _inner(predicted) > MAX_CHOICES:
        value = min(ordered, constrained_distance(expert, predicted, renaming))
        return UnorderedDistance(value, min(value, nodes - _paired(saving)))
    most, bound = _most_saved(expert, predicted, saving)
    value = min(ordered, nodes - most)
    return UnorderedDistance(value, value if bound - most < _SAME else min(value, nodes - bound))


def _inner(tree: Tree) -> int:
    """Return the nodes below each node with nodes below it, added up."""
    return sum(size - 1 for size in _sizes(tree))


def _paired(saving: Costs) -> float:
    """Return what the best one-to-one pairing of all nodes saves: no mapping saves more."""
    rows, columns = best_pairing(saving)
    return float(np.maximum(saving[rows, columns], 0.0).sum())


def _most_saved(expert: Tree, predicted: Tree, saving: Costs) -> tuple[float, float]:
    """Return what the best mapping that was found saves, and what none exceeds."""
    ours, theirs = _Below(expert), _Below(predicted)
    saved, bound = np.maximum(saving, 0.0), np.maximum(saving, 0.0)
    for i in range(len(expert) - 1, -1, -1):  # pre-order backwards: what lies below is known
        for j in range(len(predicted) - 1, -1, -1):
            if ours.count(i) and theirs.count(j) and saving[i, j] > 0:
                more, no_more = _choose(ours, theirs, i, j, saved, bound)
                saved[i, j] += more
                bound[i, j] += no_more
    return _choose(ours, theirs, -1, -1, saved, bound)


class _Below:
    """What lies below each node of a tree, and the ways from there to the leaves; of -1 it is the whole tree."""

    def __init__(self, tree: Tree) -> None:
        self._sizes = _sizes(tree)
        self._tree = tree
        self._ways: dict[int, NDArray[np.int64]] = {}

    def count(self, node: int) -> int:
        return (self._sizes[node] - 1) if node >= 0 else len(self._tree)

    def first(self, node: int) -> int:
        return node + 1

    def flat(self, node: int) -> bool:
        """Return whether nothing lies below what lies below."""
        first = self.first(node)
        return not any(self._tree.children[below] for below in range(first, first + self.count(node)))

    def apart(self, nodes: NDArray[np.int64]) -> bool:
        """Return whether none of the nodes lies below another."""
        order = sorted(int(node) for node in nodes)
        return all(node + self._sizes[node] <= after for node, after in pairwise(order))

    def ways(self, node: int) -> NDArray[np.int64]:
        """Return (way, node on it) of every way from below a node to a leaf, counted from the first node below."""
        if node not in self._ways:
            first, steps, number = self.first(node), [], 0
            for leaf in range(first, first + self.count(node)):
                if not self._tree.children[leaf]:
                    steps += [(number, step - first) for step in self._tree.path(leaf) if step >= first]
                    number += 1
            self._ways[node] = np.array(steps, dtype=np.int64)
        return self._ways[node]


def _choose(ours: _Below, theirs: _Below, i: int, j: int, saved: Costs, bound: Costs) -> tuple[float, float]:
    """Return what the best choice of pairs below two nodes saves, no two on one way to a leaf, and its bound."""
    rows = slice(ours.first(i), ours.first(i) + ours.count(i))
    columns = slice(theirs.first(j), theirs.first(j) + theirs.count(j))
    least, most = saved[rows, columns], bound[rows, columns]
    if ours.flat(i) and theirs.flat(j):
        return _paired(least), _paired(most)
    row, column = best_pairing(most)
    if ours.apart(rows.start + row) and theirs.apart(columns.start + column) and np.array_equal(least, most):
        return (float(most[row, column].sum()),) * 2  # the cheapest pairing is such a choice
    choice = _program(least, ours.ways(i), theirs.ways(j))
    return choice if np.array_equal(least, most) else (choice[0], _program(most, ours.ways(i), theirs.ways(j))[1])


def _program(worth: Costs, ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> tuple[float, float]:
    """Return the worth of the best choice of cells, one at most on each way of either side, and its bound."""
    from highspy import Highs, HighsLp, HighsModelStatus, HighsVarType, kHighsInf

    cells = np.arange(worth.size).reshape(worth.shape)
    way, cell = _on_ways(ours, cells)
    other_way, other_cell = _on_ways(theirs, cells.T)
    ways, columns = np.concatenate([way, other_way + way[-1] + 1]), np.concatenate([cell, other_cell])
    order = np.lexsort((ways, columns))
    program = HighsLp()
    program.num_col_, program.num_row_ = worth.size, int(ways[-1]) + 1
    program.col_cost_ = -worth.ravel()
    program.col_lower_, program.col_upper_ = np.zeros(worth.size), np.ones(worth.size)
    program.row_lower_, program.row_upper_ = np.full(program.num_row_, -kHighsInf), np.ones(program.num_row_)
    program.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=worth.size))])
    program.a_matrix_.index_, program.a_matrix_.value_ = ways[order], np.ones(ways.size)
    program.integrality_ = [HighsVarType.kInteger] * worth.size
    solver = Highs()
    solver.silent()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_max_nodes", _MAX_BRANCHES)
    solver.passModel(program)
    solver.run()
    solution, info = np.array(solver.getSolution().col_value), solver.getInfo()
    best = float(worth.ravel()[solution > 0.5].sum()) if info.objective_function_value < kHighsInf else 0.0
    optimal = solver.getModelStatus() == HighsModelStatus.kOptimal
    return best, best if optimal else max(best, -float(info.mip_dual_bound))


def _on_ways(steps: NDArray[np.int64], cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (way, cell) of every cell of the nodes on each way, by two columns."""
    way_cells = cells[steps[:, 1]]
    return np.repeat(steps[:, 0], way_cells.shape[1]), way_cells.ravel()


def constrained_distance(expert: Tree, predicted: Tree, renaming: Costs) -> float:
    """Constrained edit distance of two unordered trees: separate subtrees are mapped to separate subtrees.

    Costs as in `edit_distance`. This one of Zhang (1996) allows fewer mappings than the edit distance of unordered
    trees, which is NP-hard, so it is never below it, and can be above the ordered one where that maps one subtree into
    several.
    """
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
        _matching(ours, theirs, left, right, trees),
        left[i] - 1 + min(float(forests[child, j]) - (left[child] - 1) for child in ours),
        right[j] - 1 + min(float(forests[i, child]) - (right[child] - 1) for child in theirs),
    )


def _matching(ours: list[int], theirs: list[int], left: list[int], right: list[int], trees: Costs) -> float:
    """Return the cheapest one-to-one matching of subtrees, where any may go or come as a whole.

    A pair is worth what it saves against removing the one and adding the other, so unmatched ones need no partner.
    """
    removed = np.array([left[child] for child in ours], dtype=np.float64)
    added = np.array([right[child] for child in theirs], dtype=np.float64)
    saved = np.minimum(trees[np.ix_(ours, theirs)] - removed[:, None] - added[None, :], 0.0)
    rows, columns = best_pairing(-saved)
    return float(removed.sum() + added.sum() + saved[rows, columns].sum())
