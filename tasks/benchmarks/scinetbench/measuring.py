"""What the network says of its works: citations, disruption and novelty, and how these rank in the corpus."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from tasks.benchmarks.scinetbench.settings import MeasureSettings
from tasks.benchmarks.scinetbench.tables import Measured
from tasks.network.disruption import disruption
from tasks.network.network import CitationNetwork
from tasks.network.ranges import over_ranges
from tasks.records import schema_of

Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
POINTS = 10.0
"""What the rank of the first comes to: ranks lie in [0, 10]."""
REPOSITORY = "repository"


def measure_works(graph: CitationNetwork, works: pa.Table, venues: pa.Table, settings: MeasureSettings) -> pa.Table:
    """A row of Measured for each work of the corpus, in the order of the works, which is that of the graph's nodes.

    `works` has work, year, venue and in_corpus; `venues` has venue and type. Disruption is ranked among the works of
    the corpus that cite and are cited often enough, novelty among all of them that have one.
    """
    if not graph.ids.equals(works["work"].combine_chunks()):
        raise ValueError("the works are not those of the graph, in its order")
    corpus = _flags(works["in_corpus"])
    disrupted = pa.Table.from_batches(
        list(
            over_ranges(
                graph,
                functools.partial(disruption, definition=settings.disruption, window=settings.window_years),
            )
        )
    )
    values = _floats(disrupted["value"])
    citations, references = graph.citation_counts(), graph.reference_counts()
    eligible = corpus & (citations >= settings.min_citations) & (references >= settings.min_references)
    novelties = _novelties(graph, works, venues, settings)
    columns: dict[str, Any] = {
        "work": works["work"],
        "citations": citations,
        "references": references,
        **{name: pc.fill_null(disrupted[name], 0) for name in ("n_i", "n_j", "n_k")},
        "disruption": _nullable(values),
        "disruptive": _nullable(np.where(eligible, mid_ranks(values, eligible), np.nan)),
        "novelty": _nullable(novelties),
        "novel": _nullable(mid_ranks(-novelties, corpus)),
    }
    return pa.table(columns).cast(schema_of(Measured)).filter(pa.array(corpus))


def _novelties(graph, works, venues, settings):
    return np.full(graph.works, np.nan)


def mid_ranks(values: Values, among: Flags) -> Values:
    """Ten times the share of the values `among` that are lower than each, half of its equals added; NaN has none.

    >>> mid_ranks(np.array([1.0, 2.0, 2.0, 9.0]), np.array([True, True, True, False])).round(2).tolist()
    [1.67, 6.67, 6.67, 10.0]
    """
    pool = np.sort(values[among & ~np.isnan(values)])
    if not pool.size:
        return np.full(values.size, np.nan)
    middle = (np.searchsorted(pool, values, "left") + np.searchsorted(pool, values, "right")) / 2
    return np.where(np.isnan(values), np.nan, POINTS * middle / pool.size)


def _floats(column: pa.ChunkedArray) -> Values:
    return np.asarray(pc.fill_null(column, np.nan).to_numpy(), np.float64)


def _flags(column: pa.ChunkedArray) -> Flags:
    return np.asarray(column.to_numpy(), np.bool_)


def _nullable(values: Values) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))
