"""References of one year's works as slots: in which work, of which cited year, with which venue."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.network import UNDATED, CitationNetwork

Years = npt.NDArray[np.int32]
NO_YEAR = int(np.iinfo(np.int32).min)
NO_VENUE = -1
MOST_VENUES = 4_000  # of one work: beyond, its pairs are millions, and it is no work that combines anything


@dataclass(frozen=True, slots=True)
class YearSlots:
    """All slots of the works of one year; a work's slots stand together, venues and cited years count from 0.

    `places` says where each work's slots begin. Works with more than 4,000 venues have no slots.
    """

    places: Places
    venues: Nodes  # of each slot
    years: Nodes  # of each slot: which of the cited years
    cited: Nodes  # of each slot: the node that it cites
    venue_count: int
    year_count: int

    @property
    def works(self) -> npt.NDArray[np.int64]:
        """Return the work of each slot, counted from 0."""
        return np.repeat(np.arange(self.places.size - 1), np.diff(self.places))


def years_of(network: CitationNetwork) -> Years:
    """Return the year of each node, NO_YEAR where its date is unknown."""
    years = network.dates.astype("datetime64[s]").astype("datetime64[Y]").astype(np.int64) + 1970
    return np.where(network.dates == UNDATED, NO_YEAR, years).astype(np.int32)


def year_cuts(years: Years) -> list[int]:
    """Return where the nodes of a year begin, and where the last ones end: they stand together, undated ones first."""
    return [0, *(np.flatnonzero(np.diff(years)) + 1).tolist(), years.size]


def check_whole_years(network: CitationNetwork, years: Years, lo: int, hi: int) -> None:
    """Raise ValueError if a range of nodes cuts through a year."""
    if any(0 < cut < network.works and years[cut - 1] == years[cut] for cut in (lo, hi)):
        raise ValueError("a range must hold whole years: the works of a year are compared with each other")


def year_slots(network: CitationNetwork, years: Years, venues: Nodes, lo: int, hi: int) -> YearSlots:
    """Return the slots of the nodes of a range, which are all of one year; references without a venue have none."""
    first, end = network.reference_places[lo], network.reference_places[hi]
    cited = network.references[first:end]
    work = np.repeat(np.arange(hi - lo), network.reference_counts(lo, hi))
    with_venue = venues[cited] != NO_VENUE
    with_venue &= ~_too_many(work, venues[cited], hi - lo)[work]
    cited, work = cited[with_venue], work[with_venue]
    names, venue = np.unique(venues[cited], return_inverse=True)
    kinds, year = np.unique(years[cited], return_inverse=True)
    places = np.zeros(hi - lo + 1, np.int64)
    np.cumsum(np.bincount(work, minlength=hi - lo), out=places[1:])
    return YearSlots(places, venue.astype(np.int32), year.astype(np.int32), cited, names.size, kinds.size)


def _too_many(work: npt.NDArray[np.int64], venues: Nodes, works: int) -> npt.NDArray[np.bool_]:
    """Return which works have too many venues."""
    many = np.bincount(work, minlength=works) > MOST_VENUES
    for row in np.flatnonzero(many):
        many[row] = np.unique(venues[work == row]).size > MOST_VENUES
    return many
