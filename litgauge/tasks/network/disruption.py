"""Disruption: do those who cite a work cite what it was built upon as well?

Citers of a work f come in two kinds: n_j cite a reference of f too, n_i do not; n_k others cite a reference of f, but
not f. Sources: Funk and Owen-Smith 2017 (CD, mCD); Bornmann, Devyatkin, Tekles and Wagner 2020 (DI5); Bu, Waltman and
Huang 2021 (dependence); SciNetBench (arXiv 2601.03260), section 3.1.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from litgauge.tasks.network.adjacency import Nodes, Places, first_from
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.network import UNDATED, CitationNetwork

Definition = Literal["paper", "cd", "di5", "mcd", "dep"]
Counts = npt.NDArray[np.int64]
YEAR_S = 365 * 86_400  # of a window, as users of cdindex give it
_SHARED = {"di5": 5}  # references that a citer must share to be of n_j, where that is more than one
_ALL = int(np.iinfo(np.int64).max)


def disruption(
    network: CitationNetwork, lo: int, hi: int, *, definition: Definition, window: int | None = None
) -> pa.RecordBatch:
    """A row for each node of a range: work, n_i, n_j, n_k, references, value.

    - `paper`: (n_i - n_j) / (n_i + n_j) over all citers, in [-1, 1]; null for a work without references, whose citers
      could not be anything but n_i.
    - `cd`: (n_i - n_j) / (n_i + n_j + n_k) over citers of a strictly later date, in [-1, 1]: the CD index as `cdindex`
      computes it (Funk and Owen-Smith 2017, weights of 1).
    - `mcd`: `cd` times the citations that it counts, n_i + n_j (their mCD index): how much is redirected.
    - `di5`: as `cd`, where n_j are citers that share at least five references, and those that share one to four count
      nowhere (Bornmann et al. 2020, DI_l with l = 5).
    - `dep`: references of the work that a citer cites on average, from 0 (Bu et al. 2021, dependence, the mean of their
      shared references); the lower, the less its citers build upon what it was built upon.

    With a `window` citers are later by at most so many years of 365 days, `paper`'s strictly later then, too. n_k are
    strictly later in all. A citation of a later work is none here, unless a date is unknown. Null where nothing is
    counted; counts that need the work's date are null if it has none.
    """
    strictly = definition != "paper" or window is not None
    least = _SHARED.get(definition, 1)
    n_i, n_j, n_k, links = _counts_of(network, lo, hi, strictly, window, least, _ALL if definition == "dep" else least)
    references = network.reference_counts(lo, hi)
    dateless = network.dates[lo:hi] == UNDATED
    citers = n_i + n_j
    total = citers if definition in ("paper", "dep") else citers + n_k
    defined = (total > 0) & ~(dateless & strictly)
    if definition == "paper":
        defined &= references > 0
    above = {"dep": links, "mcd": (n_i - n_j) * citers}.get(definition, n_i - n_j)
    value = np.divide(above, total, out=np.zeros(hi - lo), where=total > 0)
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
    network: CitationNetwork, lo: int, hi: int, strictly: bool, window: int | None, least: int, most: int
) -> tuple[Counts, Counts, Counts, Counts]:
    """n_i, n_j and n_k of a range, and the references that citers share, of each at most `most`.

    Nodes lie in the order of their dates, so whoever is later is a range of nodes.
    """
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
    counts = np.zeros((4, hi - lo), np.int64)
    _count(*rows, dates, lo, first, later, end, 0 if strictly else undated, least, most, built_upon, counted, counts)
    return counts[0], counts[1], counts[2], counts[3]


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
    least: int,
    most: int,
    built_upon: Nodes,
    counted: Nodes,
    counts: Counts,
) -> None:
    """Of each node: its citers from `first` to `end`, and the `undated` ones; n_k from `later` to `end`.

    Citers that share `least` references are n_j, those that share none n_i; `counts` has a row for each of the three,
    and one for the references that citers share, of each at most `most`. `built_upon` holds the last node that was
    seen to cite this one, `counted` the last that this one was counted for.
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
                shared = _shared(references, begin, stop, theirs, last, built_upon, node, dates, dates[citer], most)
                if not shared:
                    counts[0, place] += 1
                elif shared >= least:
                    counts[1, place] += 1
                counts[3, place] += shared
        for at in range(begin, stop):
            last = citer_places[references[at] + 1]
            for other in range(first_from(citers, citer_places[references[at]], last, later[place]), last):
                if citers[other] >= end[place]:
                    break
                if counted[citers[other]] != node:
                    counted[citers[other]] = node
                    counts[2, place] += 1


@compiled
def _shared(
    references: Nodes,
    begin: int,
    stop: int,
    theirs: int,
    last: int,
    built_upon: Nodes,
    node: int,
    dates: Counts,
    citing: int,
    most: int,
) -> int:
    """Return how many references that are not later a citer of this date shares, at most `most`.

    A row much longer than its own is searched.
    """
    shared = 0
    if (stop - begin) * 32 < last - theirs:
        for own in range(begin, stop):
            reference = references[own]
            at = first_from(references, theirs, last, int(reference))
            if at < last and references[at] == reference and (citing == UNDATED or dates[reference] <= citing):
                shared += 1
                if shared >= most:
                    break
        return shared
    for at in range(theirs, last):
        reference = references[at]
        if built_upon[reference] == node and (citing == UNDATED or dates[reference] <= citing):
            shared += 1
            if shared >= most:
                break
    return shared
