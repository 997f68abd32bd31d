"""Pairs of venues that works cite together, year by year: when a pair came first, how often it stood in each year."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.venue_pairs import VenuesTogether
from litgauge.tasks.network.venue_slots import NO_YEAR, Years, year_cuts, year_slots

Keys = npt.NDArray[np.int64]  # of pairs of venues a < b: a * number of venues + b
Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class YearPairs:
    """Pairs of different venues in works of one year, `keys` ascending."""

    keys: Keys
    works: Counts  # how many works of the year cite both
    cited: Counts  # references of the year's works to each venue


@dataclass(frozen=True, slots=True)
class VenueRows:
    """Venues that are cited together: of each venue the others, ascending, with the number of works that cite both."""

    places: Places
    venues: Nodes
    works: Values

    @property
    def lengths(self) -> Values:
        """Return the length of each row as a vector."""
        squares = np.concatenate([[0.0], np.cumsum(self.works * self.works)])  # whole numbers
        return np.sqrt(np.diff(squares[self.places]))

    def matrix(self) -> Any:
        """Return the rows as scipy's csr_matrix; the diagonal is empty. Needs the extra `network`."""
        from scipy.sparse import csr_matrix

        size = self.places.size - 1
        return csr_matrix((self.works, self.venues, self.places), (size, size))


@dataclass(frozen=True, slots=True)
class PairHistory:
    """Pairs of all years. Holds 16 bytes for each pair of a year, and 16 for each pair."""

    venue_count: int
    years: dict[int, YearPairs]
    keys: Keys  # all pairs that were ever cited together, ascending
    first: Years  # of each: the year in which that was so first

    @classmethod
    def of(cls, network: CitationNetwork, venues: Nodes, years: Years) -> PairHistory:
        """Count the pairs of all years; `venues` and `years` have a number for each node."""
        venue_count = int(venues.max(initial=-1)) + 1
        pairs_by_year = {}
        for lo, hi in pairwise(year_cuts(years)):
            if lo < hi and years[lo] != NO_YEAR:
                pairs_by_year[int(years[lo])] = _year_pairs(network, venues, years, lo, hi, venue_count)
        keys = np.concatenate([np.empty(0, np.int64), *(pairs.keys for pairs in pairs_by_year.values())])
        of_year = np.repeat(np.fromiter(pairs_by_year, np.int32), [pairs.keys.size for pairs in pairs_by_year.values()])
        different, place = np.unique(keys, return_index=True)  # the first place, and years come in their order
        return cls(venue_count, pairs_by_year, different, of_year[place])

    def between(self, first: int, end: int) -> list[YearPairs]:
        """Return the pairs of the years from the first on, before the end, that have any work."""
        return [pairs for year, pairs in self.years.items() if first <= year < end]

    def new_in(self, year: int) -> Keys:
        """Return the pairs that no work of an earlier year cites, ascending."""
        own = self.years[year].keys
        return np.asarray(own[self.first[np.searchsorted(self.keys, own)] == year])

    def rows(self, years: Iterable[YearPairs]) -> VenueRows:
        """Return the works that cite both of two venues in these years; each pair stands in the rows of both."""
        parts = list(years)
        keys = np.concatenate([np.empty(0, np.int64), *(pairs.keys for pairs in parts)])
        works = np.concatenate([np.empty(0, np.int64), *(pairs.works for pairs in parts)])
        first, second = np.divmod(keys, max(1, self.venue_count))
        keys_of_both, place = np.unique(np.concatenate([keys, second * self.venue_count + first]), return_inverse=True)
        venue, other = np.divmod(keys_of_both, max(1, self.venue_count))
        places = np.searchsorted(venue, np.arange(self.venue_count + 1))
        both_works = np.bincount(place, np.tile(works, 2), keys_of_both.size).astype(np.float64)
        return VenueRows(places, other.astype(np.int32), both_works)


def venues_together(
    network: CitationNetwork, venues: Nodes, years: Years, lo: int, hi: int, venue_count: int
) -> VenuesTogether:
    """Return the different venues that each work of a year cites, by their numbers in all years."""
    slots = year_slots(network, years, venues, lo, hi)
    return VenuesTogether.of(replace(slots, venues=venues[slots.cited], venue_count=venue_count))


def _year_pairs(network: CitationNetwork, venues: Nodes, years: Years, lo: int, hi: int, venue_count: int) -> YearPairs:
    together = venues_together(network, venues, years, lo, hi, venue_count)
    different = np.diff(together.places)
    keys = np.empty(int((different * (different - 1) // 2).sum()), np.int64)
    _pair_keys(together.places, together.venues, venue_count, keys)
    unique, works = np.unique(keys, return_counts=True)
    cited = np.bincount(together.venues, together.times, venue_count).astype(np.int64)
    return YearPairs(unique, works, cited)


@compiled
def _pair_keys(places: Places, venues: Nodes, venue_count: int, keys: Keys) -> None:
    size = 0
    for work in range(places.size - 1):
        for first in range(places[work], places[work + 1]):
            for second in range(first + 1, places[work + 1]):
                keys[size] = np.int64(venues[first]) * venue_count + venues[second]
                size += 1
