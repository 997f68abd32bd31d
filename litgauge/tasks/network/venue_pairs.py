"""Venues cited together by the works of one year, and percentiles over the pairs of a work."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places, fill_rows, row_places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.venue_slots import YearSlots

Scores = npt.NDArray[np.float64]  # of each cell
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class VenuesTogether:
    """Different venues of each work, ascending, and how often each stands there.

    The pairs of a work with m venues are m (m + 1) / 2 cells, row by row of a triangle, a venue with itself first. The
    cells of a work begin at `cells`; the entries of each venue are `entries`, from `entry_places` on.
    """

    places: Places  # where each work's venues begin
    venues: Nodes
    times: Nodes
    works: Nodes  # of each entry
    cells: Places
    entry_places: Places
    entries: Nodes

    @classmethod
    def of(cls, slots: YearSlots) -> VenuesTogether:
        """Count the slots' venues, work by work."""
        works = slots.places.size - 1
        keys, times = np.unique(slots.works * max(1, slots.venue_count) + slots.venues, return_counts=True)
        work, venue = (part.astype(np.int32) for part in np.divmod(keys, max(1, slots.venue_count)))
        places, cells = np.zeros(works + 1, np.int64), np.zeros(works + 1, np.int64)
        different = np.bincount(work, minlength=works)
        np.cumsum(different, out=places[1:])
        np.cumsum(different * (different + 1) // 2, out=cells[1:])
        entry_places = row_places(venue, slots.venue_count)
        entries = np.empty(keys.size, np.int32)
        fill_rows(entry_places, venue, np.arange(keys.size, dtype=np.int32), entries)
        return cls(places, venue, times.astype(np.int32), work, cells, entry_places, entries)


def percentiles_of_pairs(together: VenuesTogether, scores: Scores) -> tuple[Counts, Scores, Scores]:
    """Pairs of references of each work, and the 10th and the 50th percentile of their scores; NaN without a pair."""
    works = together.places.size - 1
    pairs, shares = np.zeros(works, np.int64), np.full((2, works), np.nan)
    longest = int(np.diff(together.cells).max(initial=0))
    values, weights = np.empty(longest), np.empty(longest, np.int64)
    _percentiles(together.places, together.times, together.cells, scores, values, weights, pairs, shares)
    return pairs, shares[0], shares[1]


@compiled
def _percentiles(
    places: Places,
    times: Nodes,
    cells: Places,
    scores: Scores,
    values: Scores,
    weights: Counts,
    pairs: Counts,
    shares: Scores,
) -> None:
    """Fill `pairs` and the two rows of `shares`; `values` and `weights` have room for the cells of any one work."""
    for work in range(pairs.size):
        size, cell = int(pairs[work]), cells[work]  # 0, but not the constant: numba would compile for that as well
        for first in range(places[work], places[work + 1]):
            for second in range(first, places[work + 1]):
                times_one, times_other = np.int64(times[first]), np.int64(times[second])
                again = times_one * (times_one - 1) // 2 if first == second else times_one * times_other
                if again:
                    values[size], weights[size] = scores[cell], again
                    size += 1
                    pairs[work] += again
                cell += 1
        if size:
            _sort(values, weights, size)
            shares[0, work] = _percentile(values, weights, 0.1, pairs[work])
            shares[1, work] = _percentile(values, weights, 0.5, pairs[work])


@compiled
def _sort(values: Scores, weights: Counts, size: int) -> None:
    """Sort the first values, and their weights with them: in Shell's way, which is soon compiled and good for few."""
    gap = size // 2
    while gap > 0:
        for place in range(gap, size):
            value, weight, at = values[place], weights[place], place
            while at >= gap and values[at - gap] > value:
                values[at], weights[at] = values[at - gap], weights[at - gap]
                at -= gap
            values[at], weights[at] = value, weight
        gap = 1 if gap == 2 else gap * 5 // 11


@compiled
def _percentile(values: Scores, weights: Counts, share: float, total: int) -> float:
    """Linear interpolation between sorted values that stand there `weights` times each."""
    rank = share * (total - 1)
    below = int(rank)
    passed, place = weights[0], 0
    while passed <= below:
        place += 1
        passed += weights[place]
    first = float(values[place])
    if rank == below or passed > below + 1:
        return first
    return first + (float(values[place + 1]) - first) * (rank - below)
