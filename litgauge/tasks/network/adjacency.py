"""Rows of neighbours (compressed sparse rows) out of pairs, by counting: linear, and nothing is compared."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.compiled import compiled

Places = npt.NDArray[np.int64]  # where each row begins in its neighbours, and one more: where the last ends
Nodes = npt.NDArray[np.int32]


def row_places(keys: Nodes, rows: int) -> Places:
    """Return where the rows begin if each key is one neighbour of its row."""
    places = np.zeros(rows + 1, np.int64)
    _count_keys(keys, places)
    return places


def fill_rows(places: Places, keys: Nodes, values: Nodes, out: Nodes) -> None:
    """Put each value into its key's row of `out`, in the order in which they come."""
    _fill(places.copy(), keys, values, out)


def turn_rows(places: Places, neighbours: Nodes, turned_places: Places, out: Nodes) -> None:
    """Write the transposed pairs into `out`; each row is sorted."""
    _turn(places, neighbours, turned_places.copy(), out)


@compiled
def first_from(values: Nodes, lo: int, hi: int, least: int) -> int:
    """Return the first place from `lo` on, before `hi`, whose value is not less, if they ascend there; else `hi`."""
    while lo < hi:
        middle = (lo + hi) // 2
        if values[middle] < least:
            lo = middle + 1
        else:
            hi = middle
    return lo


@compiled
def _count_keys(keys: Nodes, places: Places) -> None:
    for at in range(keys.size):
        places[keys[at] + 1] += 1
    for row in range(1, places.size):
        places[row] += places[row - 1]


@compiled
def _fill(free: Places, keys: Nodes, values: Nodes, out: Nodes) -> None:
    for at in range(keys.size):
        out[free[keys[at]]] = values[at]
        free[keys[at]] += 1


@compiled
def _turn(places: Places, neighbours: Nodes, free: Places, out: Nodes) -> None:
    for row in range(places.size - 1):
        for at in range(places[row], places[row + 1]):
            other = neighbours[at]
            out[free[other]] = row
            free[other] += 1


@compiled
def drop_repeated(places: Places, neighbours: Nodes) -> int:
    """Drop what stands twice in a sorted row, in place; returns how many neighbours are left, at the front."""
    size = 0
    begin = places[0]
    for row in range(places.size - 1):
        end = places[row + 1]
        places[row] = size
        for at in range(begin, end):
            if at == begin or neighbours[at] != neighbours[at - 1]:
                # What is read lies at or behind what is written; the last one read is compared before it is replaced.
                neighbours[size] = neighbours[at]
                size += 1
        begin = end
    places[places.size - 1] = size
    return size
