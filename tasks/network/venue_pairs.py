"""Which venues stand together in the works of one year, and percentiles over the pairs of a work."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tasks.network.adjacency import Nodes, Places, fill_rows, row_places
from tasks.network.compiled import compiled
from tasks.network.venue_slots import YearSlots

Scores = npt.NDArray[np.float64]  # of each cell
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class VenuesTogether:
    """The different venues of each work, ascending, and how often each stands there.

    The pairs of a work with m venues are m (m + 1) / 2 cells, row by row of a triangle, a venue with itself first. The
    cells of a work begin at `cells`; the entries of each venue are `entries`, from `entry_places` on.
    """

    places: Places  # where each work's venues begin
    venues: Nodes
    times: Nodes
    works: Nodes  # of each entry
    cells: Places
    entry_places: Places
    entries: npt.NDArray[np.int64]

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
        entries = np.empty(keys.size, np.int64)
        fill_rows(entry_places, venue, np.arange(keys.size), entries)
        return cls(places, venue, times.astype(np.int32), work, cells, entry_places, entries)


def percentiles_of_pairs(together: VenuesTogether, scores: Scores) -> tuple[Counts, Scores, Scores]:
    """Pairs of references of each work, and the 10th and the 50th percentile of their scores; NaN without a pair."""
    return _percentiles(together.places, together.times, together.cells, scores)


@compiled
def _percentiles(places: Places, times: Nodes, cells: Places, scores: Scores) -> tuple[Counts, Scores, Scores]:
    works = places.size - 1
    pairs, low, middle = np.zeros(works, np.int64), np.full(works, np.nan), np.full(works, np.nan)
    for work in range(works):
        own = times[places[work] : places[work + 1]]
        weights = np.zeros(cells[work + 1] - cells[work], np.int64)
        cell = 0
        for one in range(own.size):
            for other in range(one, own.size):
                again = np.int64(own[one]) * (own[one] - 1) // 2 if one == other else np.int64(own[one]) * own[other]
                weights[cell] = again
                cell += 1
        pairs[work] = weights.sum()
        if pairs[work]:
            values = scores[cells[work] : cells[work + 1]]
            order = np.argsort(values)
            low[work] = _percentile(values, weights, order, 0.1, pairs[work])
            middle[work] = _percentile(values, weights, order, 0.5, pairs[work])
    return pairs, low, middle


@compiled
def _percentile(values: Scores, weights: Counts, order: Counts, share: float, total: int) -> float:
    """Linear interpolation between values that stand there `weights` times each."""
    wanted = share * (total - 1)
    below = int(wanted)
    passed, first = 0, np.nan
    for place in order:
        passed += weights[place]
        if weights[place] and passed > below:
            value = float(values[place])
            if np.isnan(first):
                first = value
                if wanted == below:
                    return first
            if passed > below + 1:
                return first + (value - first) * (wanted - below)
    return first
