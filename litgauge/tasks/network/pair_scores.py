"""Deviation of the venue pairs in a year's works from a random redistribution of their references.

For the slots of cited year y, p[y] is the share of venue i, q[y] that of venue j, and W[y, y'] the number of ordered
pairs of slots in one work. Dealt out anew within each cited year, the pairs of i and j have

    mean      sum p[y] W[y, y'] q[y'], with N / (N - 1) where y = y': a venue is dealt out without replacement;
    variance  sum a[y] W[y, y'] b[y'] + r W r + sum (a F_j + b F_i - 2 r sqrt(F_i F_j))[y],
              a = p (1 - p), b = q (1 - q), r = p q.

The first two terms are what single pairs would have by themselves. The third comes from works of different lengths: a
slot beside many others takes part in many pairs. F_i[y] is the scatter of sum p over the other slots of a slot's work,
taken over the slots of y. Terms in 1 / N are left out; what two venues' scatters have in common is taken as its bound,
which is met where works differ in their lengths alone. Both are half of this for pairs of a venue with itself.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.venue_pairs import Counts, Scores, VenuesTogether
from litgauge.tasks.network.venue_slots import YearSlots

Matrix = npt.NDArray[np.float64]  # a row a venue, a column a cited year, if not said otherwise
Cube = npt.NDArray[np.float64]
_SHARED = 1e-3  # below this product of their highest shares r W r is less than a thousandth of the rest


def pair_scores(slots: YearSlots, together: VenuesTogether) -> Scores:
    """z = (observed - mean) / sqrt(variance) of each cell of `together`; 0 where it could not be otherwise."""
    venues, years = slots.venue_count, slots.year_count
    pairs, triples = np.zeros((years, years)), np.zeros((years, years, years))
    _slots_together(slots.places, slots.years, np.zeros(years), np.empty(years, np.int64), pairs, triples)
    shares = np.zeros((venues, years))
    np.add.at(shares, (slots.venues, slots.years), 1.0)
    sizes = shares.sum(axis=0)
    shares /= sizes
    pulls, spread, scatter = np.zeros((3, venues, years))
    _venue_moments(shares, pairs, triples, sizes, np.empty(years, np.int64), pulls, spread, scatter)
    out = np.empty(together.cells[-1])
    _cells(
        *(together.places, together.venues, together.times, together.works, together.cells),
        *(together.entry_places, together.entries),
        *(shares, pairs, sizes, pulls, spread, scatter, shares.max(axis=1, initial=0.0)),
        np.zeros(venues, np.int64),
        np.zeros(venues),
        out,
    )
    return out


@compiled
def _slots_together(places: Places, years: Nodes, counts: Scores, met: Places, pairs: Matrix, triples: Cube) -> None:
    """Ordered pairs and ordered triples of different slots in one work, by their cited years."""
    for work in range(places.size - 1):
        different = 0
        for at in range(places[work], places[work + 1]):
            if counts[years[at]] == 0:
                met[different] = years[at]
                different += 1
            counts[years[at]] += 1
        for i in range(different):
            first = met[i]
            for j in range(different):
                second = met[j]
                remaining = counts[second] - (first == second)
                pairs[first, second] += counts[first] * remaining
                for k in range(different):
                    third = met[k]
                    triples[first, second, third] += (
                        counts[first] * remaining * (counts[third] - (first == third) - (second == third))
                    )
        for i in range(different):
            counts[met[i]] = 0


@compiled
def _venue_moments(
    shares: Matrix,
    pairs: Matrix,
    triples: Cube,
    sizes: Scores,
    own: Places,
    pulls: Matrix,
    spread: Matrix,
    scatter: Matrix,
) -> None:
    """Of each venue and year: sum W p without replacement, sum W a, and the scatter F. `own` has room for all years."""
    for venue in range(shares.shape[0]):
        cited = 0
        for year in range(sizes.size):
            if shares[venue, year] > 0:
                own[cited] = year
                cited += 1
        for year in range(sizes.size):
            plain, squares, triple = 0.0, 0.0, 0.0
            for i in range(cited):
                slot = own[i]
                p, weight = shares[venue, slot], pairs[year, slot]
                again = sizes[year] / (sizes[year] - 1) if slot == year and sizes[year] > 1 else 1.0
                pulls[venue, year] += weight * p * again
                spread[venue, year] += weight * p * (1 - p)
                plain += weight * p
                squares += weight * p * p
                for j in range(cited):
                    triple += triples[year, slot, own[j]] * p * shares[venue, own[j]]
            scatter[venue, year] = max(0.0, triple + squares - plain * plain / sizes[year])


@compiled
def _cells(
    places: Places,
    venues: Nodes,
    times: Nodes,
    works: Nodes,
    cells: Places,
    entry_places: Places,
    entries: Nodes,
    shares: Matrix,
    pairs: Matrix,
    sizes: Scores,
    pulls: Matrix,
    spread: Matrix,
    scatter: Matrix,
    highest: Scores,
    observed: Counts,
    values: Scores,
    out: Scores,
) -> None:
    """Write the score of each cell: venue by venue, its pairs with venues of a higher number are counted."""
    for venue in range(shares.shape[0]):
        for at in range(entry_places[venue], entry_places[venue + 1]):
            entry = entries[at]
            observed[venue] += np.int64(times[entry]) * (times[entry] - 1) // 2
            for other in range(entry + 1, places[works[entry] + 1]):
                observed[venues[other]] += np.int64(times[entry]) * times[other]
        for at in range(entry_places[venue], entry_places[venue + 1]):
            entry = entries[at]
            work = works[entry]
            row = entry - places[work]
            cell = cells[work] + row * (places[work + 1] - places[work]) - row * (row - 1) // 2
            for other in range(entry, places[work + 1]):
                second = venues[other]
                if observed[second] >= 0:  # not yet looked at: below 0 afterwards
                    mean, variance = _moments(
                        venue, second, shares, pairs, sizes, pulls, spread, scatter, highest[venue] * highest[second]
                    )
                    values[second] = (observed[second] - mean) / np.sqrt(variance) if variance > 0 else 0.0
                    observed[second] = -1
                out[cell] = values[second]
                cell += 1
        for at in range(entry_places[venue], entry_places[venue + 1]):
            for other in range(entries[at], places[works[entries[at]] + 1]):
                observed[venues[other]] = 0


@compiled
def _moments(
    venue: int,
    two: int,
    shares: Matrix,
    pairs: Matrix,
    sizes: Scores,
    pulls: Matrix,
    spread: Matrix,
    scatter: Matrix,
    shared: float,
) -> tuple[float, float]:
    """Mean and variance of the pairs of two venues; the same whichever of them comes first."""
    mean, single, lengths, products = 0.0, 0.0, 0.0, 0.0
    for year in range(sizes.size):
        p, q = shares[venue, year], shares[two, year]
        mean += p * pulls[two, year] + q * pulls[venue, year]
        a, b = p * (1 - p), q * (1 - q)
        single += a * spread[two, year] + b * spread[venue, year]
        if venue == two:
            mean -= 2 * p * pairs[year, year] / (sizes[year] - 1) if sizes[year] > 1 else 0.0
            lengths += 2 * a * scatter[venue, year]
        else:
            root = np.sqrt(scatter[venue, year] * scatter[two, year])
            lengths += a * scatter[two, year] + b * scatter[venue, year] - 2 * p * q * root
    if venue == two:
        return mean / 4, single / 4 + lengths / 2
    if shared >= _SHARED:
        for year in range(sizes.size):
            r = shares[venue, year] * shares[two, year]
            for second in range(sizes.size):
                products += r * pairs[year, second] * shares[venue, second] * shares[two, second]
    return mean / 2, single / 2 + lengths + products
