"""Sampled null models of novelty, to check the computed one.

`shuffle` deals out the references of each cited year anew among all works of the citing year, as pySciSci does.
`switch` exchanges two references of the same cited year at a time, as Uzzi et al. (2013) did, unless one of the works
would cite a work twice. Both need hundreds of samples before two seeds give the same works.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.venue_pairs import Scores, VenuesTogether
from litgauge.tasks.network.venue_slots import YearSlots

Drawn = Literal["shuffle", "switch"]
_ROUNDS = 10  # exchanges a slot before the first sample, and a fifth of it between samples
Draws = npt.NDArray[np.int64]


def drawn_scores(slots: YearSlots, together: VenuesTogether, method: Drawn, samples: int, seed: int = 0) -> Scores:
    """z of each cell of `together` by the mean and the variance of so many samples; 0 where they do not differ.

    The same seed gives the same scores, whatever else is computed beside them. Needs the extra `network`.
    """
    draw = np.random.default_rng([seed, slots.cited.size, slots.places.size])
    first, second, cells = _pairs(together, slots.venue_count)
    observed = _pair_counts(slots, slots.venues, first, second)
    mean, squares = np.zeros(first.size), np.zeros(first.size)
    dealt = _shuffled(slots, draw) if method == "shuffle" else _switched(slots, draw)
    for number in range(1, samples + 1):
        pairs = _pair_counts(slots, slots.venues[next(dealt)], first, second)
        before, mean = mean, mean + (pairs - mean) / number
        squares += (pairs - before) * (pairs - mean)
    spread = np.sqrt(squares / samples)
    scores = np.divide(observed - mean, spread, out=np.zeros(first.size), where=spread > 0)
    return np.asarray(scores[cells])


def _pairs(together: VenuesTogether, venue_count: int) -> tuple[Draws, Draws, Draws]:
    """Return the different pairs of venues, and which of them each cell is."""
    keys = [np.empty(0, np.int64)]
    for lo, hi in zip(together.places[:-1], together.places[1:], strict=True):
        low, high = np.triu_indices(hi - lo)
        own = together.venues[lo:hi].astype(np.int64)
        keys.append(own[low] * venue_count + own[high])
    different, cells = np.unique(np.concatenate(keys), return_inverse=True)
    first, second = np.divmod(different, max(1, venue_count))
    return first, second, cells


def _pair_counts(slots: YearSlots, venues: Nodes, first: Draws, second: Draws) -> Scores:
    """Return how often each of these pairs of venues stands in a work."""
    from scipy.sparse import csr_matrix

    ones = np.ones(venues.size)
    table = csr_matrix((ones, (slots.works, venues)), (slots.places.size - 1, slots.venue_count))
    table.sum_duplicates()
    pair_counts = (table.T @ table).tocsr()
    counts = np.asarray(pair_counts[first, second]).ravel()
    times = np.bincount(venues, minlength=slots.venue_count)
    return np.where(first == second, (counts - times[first]) / 2, counts)


def _shuffled(slots: YearSlots, draw: np.random.Generator) -> Iterator[Draws]:
    """Again and again, which slot's reference each slot is given."""
    groups = [np.flatnonzero(slots.years == year) for year in range(slots.year_count)]
    while True:
        dealt = np.empty(slots.years.size, np.int64)
        for group in groups:
            dealt[group] = draw.permutation(group)
        yield dealt


def _switched(slots: YearSlots, draw: np.random.Generator) -> Iterator[Draws]:
    size = slots.years.size
    order = np.argsort(slots.years, kind="stable")
    begins = np.searchsorted(slots.years[order], np.arange(slots.year_count + 1))
    dealt, rounds = np.arange(size), _ROUNDS
    while True:
        for _ in range(rounds):
            first = draw.integers(0, size, size)
            year = slots.years[first]
            second = order[draw.integers(begins[year], begins[year + 1])]
            _switch(slots.places, slots.works, slots.cited, dealt, first, second)
        rounds = max(1, _ROUNDS // 5)
        yield dealt.copy()


@compiled
def _switch(places: Places, works: Draws, cited: Nodes, dealt: Draws, first: Draws, second: Draws) -> None:
    for a, b in zip(first, second):  # noqa: B905 - numba knows no strict
        if works[a] == works[b]:
            continue
        for at in range(places[works[a]], places[works[a] + 1]):
            if cited[dealt[at]] == cited[dealt[b]]:
                break
        else:
            for at in range(places[works[b]], places[works[b] + 1]):
                if cited[dealt[at]] == cited[dealt[a]]:
                    break
            else:
                dealt[a], dealt[b] = dealt[b], dealt[a]
