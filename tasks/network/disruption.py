"""Disruption: do those who cite a work cite what it was built upon as well?

Citers of a work f come in two kinds: n_j cite a reference of f too, n_i do not; n_k others cite a reference of f, but
not f. Sources: Funk and Owen-Smith 2017; SciNetBench (arXiv 2601.03260), section 3.1.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tasks.network.adjacency import Nodes, Places, first_from
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
    n_i, n_j, n_k = _counts_of(network, lo, hi, strictly, window)
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


def _counts_of(
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
    built_upon, counted = np.full((2, network.works), -1, np.int32)
    counts = np.zeros((3, hi - lo), np.int64)
    _count(*rows, dates, lo, first, later, end, 0 if strictly else undated, built_upon, counted, counts)
    return counts[0], counts[1], counts[2]


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
    built_upon: Nodes,
    counted: Nodes,
    counts: Counts,
) -> None:
    """Of each node: its citers from `first` to `end`, and the `undated` ones; n_k from `later` to `end`.

    `counts` has a row for each of the three. `built_upon` holds the last node that was seen to cite this one, `counted`
    the last that this one was counted for.
    """
    for place in range(first.size):
        node = lo + place
        begin, stop = reference_places[node], reference_places[node + 1]
        if dates[node] != UNDATED:
            stop = first_from(references, begin, stop, later[place])
        for at in range(begin, stop):
            built_upon[references[at]] = node
        counted[node] = node
        for at in range(citer_places[node], citer_places[node + 1]):
            citer = citers[at]
            counted[citer] = node
            if first[place] <= citer < end[place] or citer < undated:
                theirs, last = reference_places[citer], reference_places[citer + 1]
                meets = _meet(references, begin, stop, theirs, last, built_upon, node, dates, dates[citer])
                counts[1 if meets else 0, place] += 1
        for at in range(begin, stop):
            last = citer_places[references[at] + 1]
            for other in range(first_from(citers, citer_places[references[at]], last, later[place]), last):
                if citers[other] >= end[place]:
                    break
                if counted[citers[other]] != node:
                    counted[citers[other]] = node
                    counts[2, place] += 1


@compiled
def _meet(
    references: Nodes,
    begin: int,
    stop: int,
    theirs: int,
    last: int,
    built_upon: Nodes,
    node: int,
    dates: Counts,
    citing: int,
) -> bool:
    """Return whether a citer of this date shares a reference that is not later.

    A row much longer than its own is searched.
    """
    if (stop - begin) * 32 < last - theirs:
        for own in range(begin, stop):
            reference = references[own]
            at = first_from(references, theirs, last, int(reference))
            if at < last and references[at] == reference and (citing == UNDATED or dates[reference] <= citing):
                return True
        return False
    for at in range(theirs, last):
        reference = references[at]
        if built_upon[reference] == node and (citing == UNDATED or dates[reference] <= citing):
            return True
    return False
