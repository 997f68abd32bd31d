"""Novelty of the pairs of venues that a work cites, against the pairs of earlier years: Wang's and Foster's measures.

`wang` sums over pairs that nobody made before how far apart their venues were (Wang, Veugelers and Stephan 2017, Bias
against novelty in science, section 2); `foster` is the share of pairs that bridge two communities of what was cited
together before (after Foster, Rzhetsky and Evans 2015, Tradition and innovation in scientists' research strategies).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.pair_history import Counts, Keys, PairHistory, Values, venues_together
from litgauge.tasks.network.venue_pairs import VenuesTogether
from litgauge.tasks.network.venue_slots import NO_YEAR, Years, check_whole_years, year_cuts

_Year = tuple[Counts, Counts, Values]  # of each work of a year: pairs, those that count, the value
WINDOW = 3  # years before and after


def wang(
    network: CitationNetwork,
    lo: int,
    hi: int,
    *,
    venues: Nodes,
    years: Years,
    history: PairHistory,
    least_cited: float = 50.0,
    reused: int = 1,
) -> pa.RecordBatch:
    """A row for each node of a range of whole years: work, pairs, new, value.

    `value` is the sum of 1 - cos over a work's `new` pairs of different venues, from 0: pairs that no work of an
    earlier year cites and at least `reused` works of the next three years do. cos is the cosine of the two venues' rows
    of the co-citation matrix of the three years before (works that cite both; its diagonal empty), 0 for a venue that
    was not cited with any then. `pairs` are those whose venues are not among the `least_cited` percent of what the
    works of the three years before cite; with 0 all count. Null without such a pair: without a date, and in the first
    year of the network, too. `venues` has a number from 0 for each node, -1 for none, `years` its calendar year, and
    `history` is of the same.
    """

    def of_year(year: int, together: VenuesTogether) -> _Year:
        before = history.between(year - WINDOW, year)
        much_cited = _much_cited([pairs.cited for pairs in before], history.venue_count, least_cited)
        new = history.new_in(year)
        first, second = np.divmod(new, max(1, history.venue_count))
        new = new[much_cited[first] & much_cited[second]]
        if reused:
            later = history.between(year + 1, year + 1 + WINDOW)
            times = sum((_times(new, pairs.keys, pairs.works) for pairs in later), np.zeros(new.size, np.int64))
            new = new[times >= reused]
        rows = history.rows(before)
        cosines = np.empty(new.size)
        _cosines(rows.places, rows.venues, rows.works, rows.lengths, new, history.venue_count, cosines)
        works = together.places.size - 1
        (pairs, counted), value = np.zeros((2, works), np.int64), np.zeros(works)
        _sum_new(
            *(together.places, together.venues, much_cited, new, 1 - cosines, history.venue_count),
            *(pairs, counted, value),
        )
        return pairs, counted, value

    return _by_year(network, lo, hi, venues, years, history, of_year, "new")


def foster(
    network: CitationNetwork, lo: int, hi: int, *, venues: Nodes, years: Years, history: PairHistory
) -> pa.RecordBatch:
    """A row for each node of a range of whole years: work, pairs, between, value.

    `value` is the share, in [0, 1], of a work's pairs of different venues that stand `between` two communities of the
    network of all earlier years, in which venues are tied by the works that cite both. Communities are Louvain's
    (modularity of resolution 1, nodes in the order of their numbers: the same in every run), in place of the paper's
    Infomap; a venue that no earlier work cites with another is a community of its own. Null without a pair, and where
    no earlier work makes any. `venues`, `years`, `history` as in `wang`. Needs the extra `network`.
    """

    def of_year(year: int, together: VenuesTogether) -> _Year:
        works = together.places.size - 1
        pairs, between = np.zeros((2, works), np.int64)
        if any(earlier.keys.size for earlier in history.between(NO_YEAR, year)):
            _count_bridges(together.places, together.venues, communities_of(history, year), pairs, between)
        return pairs, between, between / np.maximum(1, pairs)

    return _by_year(network, lo, hi, venues, years, history, of_year, "between")


def communities_of(history: PairHistory, year: int) -> Nodes:
    """Return the community of each venue among the pairs of all years before this one."""
    from sknetwork.clustering import Louvain

    matrix = history.rows(history.between(NO_YEAR, year)).matrix()
    alone = np.arange(history.venue_count, dtype=np.int32)
    tied = np.flatnonzero(np.diff(matrix.indptr))
    if tied.size:
        alone[tied] = Louvain(random_state=0).fit_predict(matrix[tied][:, tied]) + history.venue_count
    return alone


def _by_year(
    network: CitationNetwork,
    lo: int,
    hi: int,
    venues: Nodes,
    years: Years,
    history: PairHistory,
    of_year: Callable[[int, VenuesTogether], _Year],
    counted: str,
) -> pa.RecordBatch:
    """Return the rows of a range of whole years; raises ValueError if it cuts through one."""
    check_whole_years(network, years, lo, hi)
    parts: list[_Year] = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
    for first, end in pairwise([lo + cut for cut in year_cuts(years[lo:hi])]):
        if first == end or years[first] == NO_YEAR:
            zeros = np.zeros(end - first, np.int64)
            parts.append((zeros, zeros, np.zeros(end - first)))
        else:
            together = venues_together(network, venues, years, first, end, history.venue_count)
            parts.append(of_year(int(years[first]), together))
    pairs, those, value = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    columns = {
        "work": network.ids.slice(lo, hi - lo),
        "pairs": pa.array(pairs),
        counted: pa.array(those),
        "value": pa.array(value, mask=pairs == 0),
    }
    return pa.RecordBatch.from_pydict(columns)


def _much_cited(cited: Sequence[Counts], venue_count: int, least_cited: float) -> npt.NDArray[np.bool_]:
    """Return which venues are cited as often as that percentile (linear) of the cited ones, or more."""
    if not least_cited:
        return np.ones(venue_count, bool)
    times = sum(cited, np.zeros(venue_count, np.int64))
    if not times.any():
        return np.zeros(venue_count, bool)
    return np.asarray(times >= max(1.0, np.percentile(times[times > 0], least_cited)))


def _times(sought: Keys, keys: Keys, works: Counts) -> Counts:
    """Return how many works each pair has among these."""
    if not keys.size:
        return np.zeros(sought.size, np.int64)
    place = np.minimum(np.searchsorted(keys, sought), keys.size - 1)
    return np.where(keys[place] == sought, works[place], 0)


@compiled
def _cosines(
    places: Places, columns: Nodes, weights: Values, lengths: Values, pairs: Keys, venue_count: int, cosines: Values
) -> None:
    """Write the cosine of the two rows of each pair, 0 where a row is empty."""
    for pair in range(pairs.size):
        first, second = pairs[pair] // venue_count, pairs[pair] % venue_count
        product, left, right = 0.0, places[first], places[second]
        while left < places[first + 1] and right < places[second + 1]:
            if columns[left] == columns[right]:
                product += weights[left] * weights[right]
                left += 1
                right += 1
            elif columns[left] < columns[right]:
                left += 1
            else:
                right += 1
        cosines[pair] = product / (lengths[first] * lengths[second]) if product else 0.0


@compiled
def _sum_new(
    places: Places,
    venues: Nodes,
    much_cited: npt.NDArray[np.bool_],
    new: Keys,
    distances: Values,
    venue_count: int,
    pairs: Counts,
    counted: Counts,
    value: Values,
) -> None:
    """Fill the last three for each work: its pairs of kept venues, the new ones among them, and their distances."""
    for work in range(pairs.size):
        for first in range(places[work], places[work + 1]):
            for second in range(first + 1, places[work + 1]):
                if much_cited[venues[first]] and much_cited[venues[second]]:
                    pairs[work] += 1
                    key = np.int64(venues[first]) * venue_count + venues[second]
                    at = np.searchsorted(new, key)
                    if at < new.size and new[at] == key:
                        counted[work] += 1
                        value[work] += distances[at]


@compiled
def _count_bridges(places: Places, venues: Nodes, communities: Nodes, pairs: Counts, between: Counts) -> None:
    """Fill the last two for each work: its pairs of venues, and those of two communities."""
    for work in range(pairs.size):
        for first in range(places[work], places[work + 1]):
            for second in range(first + 1, places[work + 1]):
                pairs[work] += 1
                between[work] += communities[venues[first]] != communities[venues[second]]
