"""Sleeping beauties: works that were hardly cited for long, and then much.

Source: Ke, Ferrara, Radicchi and Flammini 2015, Defining and identifying sleeping beauties in science, eq. 1 to 3.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.venue_slots import NO_YEAR, Years

Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


def beauty(network: CitationNetwork, lo: int, hi: int, *, years: Years) -> pa.RecordBatch:
    """A row for each node of a range: work, citations, peak, awakening, value.

    Let c(t) be the citations in the t-th year after the work's own, `peak` the first year in which they are most, t_m.
    `value` is the beauty coefficient B, the sum over t from 0 to t_m of (l(t) - c(t)) / max(1, c(t)), where l is the
    line from c(0) to c(t_m): 0 for a peak in the year of appearance, negative where citations rise fast and then level
    off. `awakening` is the year, up to t_m, whose c(t) is farthest from that line, the first of equal ones; null with a
    peak of 0. `years` has the calendar year of each node (`years_of`). `citations` are those that count: of dated works
    that are not of an earlier year. Without any, and for a work without a date, all is null but the count.
    """
    citations, peak, awakening = np.zeros((3, hi - lo), np.int64)
    value = np.zeros(hi - lo)
    span = int(years[-1] - years[years != NO_YEAR][0]) + 1 if (years != NO_YEAR).any() else 1
    yearly = np.zeros(span, np.int64)
    _beauties(network.citer_places, network.citers, years, lo, yearly, citations, peak, awakening, value)
    uncited = citations == 0
    columns = {
        "work": network.ids.slice(lo, hi - lo),
        "citations": pa.array(citations),
        "peak": pa.array(peak, mask=uncited),
        "awakening": pa.array(awakening, mask=uncited | (peak == 0)),
        "value": pa.array(value, mask=uncited),
    }
    return pa.RecordBatch.from_pydict(columns)


@compiled
def _beauties(
    citer_places: Places,
    citers: Nodes,
    years: Years,
    lo: int,
    yearly: Counts,
    citations: Counts,
    peak: Counts,
    awakening: Counts,
    value: Values,
) -> None:
    """Fill the last four; `yearly` has a zero for each year that a citation may come after."""
    for place in range(value.size):
        node = lo + place
        own = years[node]
        if own == NO_YEAR:
            continue
        last = 0
        for at in range(citer_places[node], citer_places[node + 1]):
            year = years[citers[at]]
            if year >= own:  # nodes lie by date, those without one first
                last = max(last, int(year) - int(own))
                yearly[int(year) - int(own)] += 1
                citations[place] += 1
        top = 0
        for t in range(last + 1):
            if yearly[t] > yearly[top]:
                top = t
        peak[place] = top
        rise, farthest = float(yearly[top] - yearly[0]), -1.0
        for t in range(top + 1):
            if top:
                below = rise * t / top + yearly[0] - yearly[t]
                value[place] += below / max(1, yearly[t])
                # The distance to the line is this over a root that is the same for all t, which order does not need.
                if abs(rise * t + top * (yearly[0] - yearly[t])) > farthest:
                    farthest = abs(rise * t + top * (yearly[0] - yearly[t]))
                    awakening[place] = t
        for t in range(last + 1):
            yearly[t] = 0
