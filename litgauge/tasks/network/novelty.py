"""Novelty: how unusual are the pairs of venues that a work cites together?

The pairs of a year's works are held against what they would be if references were dealt out anew among all works of
that year, each in the place of one of its own year (Uzzi et al. 2013; SciNetBench, section 3.1). Mean and variance of
that shuffle are computed, not sampled: ten samples, as usual, do not find the same works twice.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pyarrow as pa

from litgauge.tasks.network.adjacency import Nodes
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.pair_scores import pair_scores
from litgauge.tasks.network.venue_pairs import Counts, Scores, VenuesTogether, percentiles_of_pairs
from litgauge.tasks.network.venue_slots import (
    NO_VENUE,
    NO_YEAR,
    Years,
    YearSlots,
    check_whole_years,
    year_cuts,
    year_slots,
)

Score = Callable[[YearSlots, VenuesTogether], Scores]  # z of each cell


def novelty(
    network: CitationNetwork, lo: int, hi: int, *, venues: Nodes, years: Years, score: Score = pair_scores
) -> pa.RecordBatch:
    """A row for each node of a range of whole years: work, references, venues, pairs, p10, p50.

    `venues` has a number from 0 for each node, -1 for none; `venues` of a row are the references that have one, `pairs`
    all pairs of these, and p10, p50 percentiles (linear) of the pairs' z: the lower p10, the more unusual. Null with
    fewer than two such references, without a date, and for a work with more than 4,000 venues. `score` gives the z;
    others than the computed ones are in `litgauge.tasks.network.novelty_samples`.
    Raises ValueError if the range cuts through a year.
    """
    check_whole_years(network, years, lo, hi)
    cuts = [lo + cut for cut in year_cuts(years[lo:hi])]
    years_scores = [_year(network, years, venues, score, first, end) for first, end in pairwise(cuts)]
    pairs, p10, p50 = (np.concatenate(parts) for parts in zip(*years_scores, strict=True))
    cited = network.references[network.reference_places[lo] : network.reference_places[hi]]
    placed = np.concatenate([[0], np.cumsum(venues[cited] != NO_VENUE)])[
        network.reference_places[lo : hi + 1] - network.reference_places[lo]
    ]
    columns = {
        "work": network.ids.slice(lo, hi - lo),
        "references": pa.array(network.reference_counts(lo, hi)),
        "venues": pa.array(np.diff(placed)),
        "pairs": pa.array(pairs),
        "p10": pa.array(p10, mask=np.isnan(p10)),
        "p50": pa.array(p50, mask=np.isnan(p50)),
    }
    return pa.RecordBatch.from_pydict(columns)


def _year(
    network: CitationNetwork, years: Years, venues: Nodes, score: Score, lo: int, hi: int
) -> tuple[Counts, Scores, Scores]:
    """Pairs, p10 and p50 of the works of one year."""
    if lo == hi or years[lo] == NO_YEAR:
        missing = np.full(hi - lo, np.nan)
        return np.zeros(hi - lo, np.int64), missing, missing
    slots = year_slots(network, years, venues, lo, hi)
    together = VenuesTogether.of(slots)
    return percentiles_of_pairs(together, score(slots, together))
