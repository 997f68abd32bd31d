"""Disruption: do those who cite a work cite what it was built upon as well?

Citers of a work f come in two kinds: n_j cite a reference of f too, n_i do not; n_k others cite a reference of f, but
not f. Sources: Funk and Owen-Smith 2017; SciNetBench (arXiv 2601.03260), section 3.1.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tasks.network.adjacency import Nodes, Places
from tasks.network.compiled import compiled
from tasks.network.network import UNDATED, CitationNetwork

Definition = Literal["paper", "cd"]
Counts = npt.NDArray[np.int64]
YEAR_S = 365 * 86_400  # of a window, as users of cdindex give it


def disruption(
    network: CitationNetwork, lo: int, hi: int, *, definition: Definition, window: int | None = None
) -> pa.RecordBatch:
    """A row for each node of a range: work, n_i, n_j, n_k, references, value in [-1, 1].

    `paper` is (n_i - n_j) / (n_i + n_j) over all citers, null for a work without references, whose citers could not be
    anything but n_i. `cd` is (n_i - n_j) / (n_i + n_j + n_k) over citers of a strictly later date: the CD index as
    `cdindex` computes it. With a `window` both count citers that are strictly later, by at most so many years of 365
    days. n_k are strictly later in both. A citation of a later work is none here, unless a date is unknown.

    Null where nothing is counted; counts that need the work's date are null if it has none.
    """
    strictly = definition == "cd" or window is not None
    n_i, n_j, n_k = _counted(network, lo, hi, strictly, window)
    references = network.reference_counts(lo, hi)
    dateless = network.dates[lo:hi] == UNDATED
    total = n_i + n_j + (n_k if definition == "cd" else 0)
    defined = (total > 0) & ~(dateless & strictly)
    if definition == "paper":
        defined &= references > 0
    value = np.divide(n_i - n_j, total, out=np.zeros(hi - lo), where=total > 0)
    columns = {
        "work": network.ids.slice(lo, hi - lo),
        "n_i": pa.array(n_i, mask=dateless & strictly),
        "n_j": pa.array(n_j, mask=dateless & strictly),
        "n_k": pa.array(n_k, mask=dateless),
        "references": pa.array(references),
        "value": pa.array(value, mask=~defined),
    }
    return pa.RecordBatch.from_pydict(columns)


def _counted(
    network: CitationNetwork, lo: int, hi: int, strictly: bool, window: int | None
) -> tuple[Counts, Counts, Counts]:
    """n_i, n_j and n_k of a range. Nodes lie in the order of their dates, so whoever is later is a range of nodes."""
    dates, own = network.dates, network.dates[lo:hi]
    undated = int(np.searchsorted(dates, UNDATED, "right"))
    later = np.searchsorted(dates, own, "right").astype(np.int64)
    end = np.full(hi - lo, network.works, np.int64)
    if window is not None:
        end = np.searchsorted(dates, own + window * YEAR_S, "right").astype(np.int64)
    first = later
    if not strictly:
        first = np.where(own == UNDATED, 0, np.searchsorted(dates, own, "left")).astype(np.int64)
    rows = network.reference_places, network.references, network.citer_places, network.citers
    return _count(*rows, dates, lo, first, later, end, 0 if strictly else undated)


@compiled
def _count(
    reference_places: Places,
    references: Nodes,
    citer_places: Places,
    citers: Nodes,
    dates: Counts,
    lo: int,
    first: Counts,
    later: Counts,
    end: Counts,
    undated: int,
) -> tuple[Counts, Counts, Counts]:
    """Of each node: its citers from `first` to `end`, and the `undated` ones; n_k from `later` to `end`."""
    n_i, n_j, n_k = np.zeros(first.size, np.int64), np.zeros(first.size, np.int64), np.zeros(first.size, np.int64)
    built_upon = np.full(dates.size, -1, np.int32)  # the last node that was seen to cite this one
    counted = np.full(dates.size, -1, np.int32)  # the last node that this one was counted for
    for place in range(first.size):
        node = lo + place
        own = references[reference_places[node] : reference_places[node + 1]]
        if dates[node] != UNDATED:
            own = own[: np.searchsorted(own, later[place])]
        for reference in own:
            built_upon[reference] = node
        counted[node] = node
        for citer in citers[citer_places[node] : citer_places[node + 1]]:
            counted[citer] = node
            if first[place] <= citer < end[place] or citer < undated:
                theirs = references[reference_places[citer] : reference_places[citer + 1]]
                if _meet(own, theirs, built_upon, node, dates, dates[citer]):
                    n_j[place] += 1
                else:
                    n_i[place] += 1
        for reference in own:
            others = citers[citer_places[reference] : citer_places[reference + 1]]
            for at in range(np.searchsorted(others, later[place]), others.size):
                if others[at] >= end[place]:
                    break
                if counted[others[at]] != node:
                    counted[others[at]] = node
                    n_k[place] += 1
    return n_i, n_j, n_k


@compiled
def _meet(own: Nodes, theirs: Nodes, built_upon: Nodes, node: int, dates: Counts, citing: int) -> bool:
    """Whether a citer of this date shares a reference that is not later; a row much longer than its own is searched."""
    if own.size * 32 < theirs.size:
        for reference in own:
            at = np.searchsorted(theirs, reference)
            if at < theirs.size and theirs[at] == reference and (citing == UNDATED or dates[reference] <= citing):
                return True
        return False
    for reference in theirs:
        if built_upon[reference] == node and (citing == UNDATED or dates[reference] <= citing):
            return True
    return False
