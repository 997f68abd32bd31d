"""Tree edit distances over the skeletons of two taxonomies (section 3.2, eq. 5): ordered, and as released."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.benchmarks.taxobench.trees import Tree

Costs = NDArray[np.float64]
MAX_CELLS = 200_000_000
"""Cells of the tables of Zhang and Shasha (half a minute) up to which a distance is computed."""


class TooLarge(Exception):
    """Two trees whose distance would take too long."""


def edit_distance(expert: Tree, predicted: Tree, renaming: Costs) -> float:
    """Least cost of insertions, deletions (1 each) and renamings that turn one ordered tree into the other.

    `renaming[i, j]` is what it costs to rename node i of the expert's tree to node j of the other. Zhang and Shasha
    (1989), O(nodes x nodes x depth or leaves of both). Raises TooLarge.
    """
    left, right = ordered(expert), ordered(predicted)
    if left.cells * right.cells > MAX_CELLS:
        raise TooLarge(f"{len(expert):,} x {len(predicted):,} nodes")
    rename = renaming[np.ix_(left.order, right.order)]
    distances = np.zeros((len(expert), len(predicted)))
    for i in left.keyroots:
        for j in right.keyroots:
            _forests(i, j, left.leftmost, right.leftmost, rename, distances)
    return float(distances[-1, -1])


def ordered(tree: Tree) -> Ordered:
    """Return the tree in post-order."""
    return Ordered(tree)


def normalised(distance: float, expert: Tree, predicted: Tree) -> float:
    """A distance over the nodes of both trees (eq. 5): [0, 1] where no renaming costs more than 2; lower is better."""
    return distance / (len(expert) + len(predicted))


class Ordered:
    """A tree in post-order, with what the algorithm looks up."""

    def __init__(self, tree: Tree) -> None:
        self.order = _post_order(tree)
        new = {node: position for position, node in enumerate(self.order)}
        self.leftmost = [0] * len(self.order)
        for position, node in enumerate(self.order):
            children = tree.children[node]
            self.leftmost[position] = self.leftmost[new[children[0]]] if children else position
        last = {leaf: position for position, leaf in enumerate(self.leftmost)}
        self.keyroots = sorted(last.values())
        self.cells = sum(root - self.leftmost[root] + 1 for root in self.keyroots)


def _post_order(tree: Tree) -> list[int]:
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(tree.children[node])
    return order[::-1]


def _forests(i: int, j: int, left: Sequence[int], right: Sequence[int], rename: Costs, distances: Costs) -> None:
    """Distances between all that hangs below the two key roots; those of whole subtrees are kept in `distances`.

    Row by row; what depends on the cell to its left in the same row (an insertion) is found by a running minimum, since
    line[b] = min(entry[b], line[b - 1] + 1) is b + min over a <= b of (entry[a] - a).
    """
    first, second = left[i], right[j]
    width = j - second + 1
    columns = np.arange(second, j + 1)
    starts = np.array([right[column] for column in range(second, j + 1)])
    whole_right = starts == second
    steps = np.arange(width + 1, dtype=np.float64)
    table = np.empty((i - first + 2, width + 1))
    table[0] = steps
    for row in range(first, i + 1):
        above = table[row - first]
        entry = np.empty(width + 1)
        entry[0] = above[0] + 1.0
        deleted = above[1:] + 1.0
        if left[row] == first:
            subtree = table[left[row] - first][starts - second] + distances[row, columns]
            renamed = above[:-1] + rename[row, columns]
            entry[1:] = np.minimum(deleted, np.where(whole_right, renamed, subtree))
        else:
            entry[1:] = np.minimum(deleted, table[left[row] - first][starts - second] + distances[row, columns])
        line = np.minimum.accumulate(entry - steps) + steps
        table[row - first + 1] = line
        if left[row] == first:
            distances[row, columns[whole_right]] = line[1:][whole_right]


def released_distance(expert: Tree, predicted: Tree, renaming: NDArray[np.float64]) -> float:
    """Return the distance of the released code: too large for three pairs in four. Raises TooLarge."""
    left, right = ordered(expert), ordered(predicted)
    if left.cells * right.cells > MAX_CELLS // 20:
        raise TooLarge(f"{len(expert):,} x {len(predicted):,} nodes")
    rename = renaming[np.ix_(left.order, right.order)].tolist()
    distances: list[list[float | None]] = [[None] * len(predicted) for _ in range(len(expert))]
    for i in left.keyroots:
        for j in right.keyroots:
            first, second = left.leftmost[i], right.leftmost[j]
            above = [float(column) for column in range(j - second + 2)]
            for row in range(first, i + 1):
                line = [above[0] + 1.0]
                for column in range(second, j + 1):
                    place = column - second
                    whole = left.leftmost[row] == first and right.leftmost[column] == second
                    paired = rename[row][column] if whole else distances[row][column]
                    paired = rename[row][column] if paired is None else paired
                    line.append(min(above[place + 1] + 1.0, line[place] + 1.0, above[place] + paired))
                    if whole:
                        distances[row][column] = line[-1]
                above = line
    return distances[-1][-1] or 0.0
