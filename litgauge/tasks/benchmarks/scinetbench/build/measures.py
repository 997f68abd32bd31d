"""Measures of works: citations, disruption and novelty, and how these rank in the corpus."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import Resources, local_files, store_batches
from litgauge.tasks.benchmarks.scinetbench.build.network.graph import graph_of
from litgauge.tasks.benchmarks.scinetbench.build.settings import MeasureSettings
from litgauge.tasks.benchmarks.scinetbench.rows import Fact, Measured
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.progress import ProgressNotes
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.network.disruption import disruption
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.novelty import novelty
from litgauge.tasks.network.ranges import over_ranges
from litgauge.tasks.network.venue_slots import NO_VENUE, year_cuts, years_of
from litgauge.tasks.records import schema_of

if TYPE_CHECKING:
    pass

Values = npt.NDArray[np.float64]
REPOSITORY = "repository"


def measure_works(
    graph: CitationNetwork,
    works: pa.Table,
    venues: pa.Table,
    settings: MeasureSettings,
    *,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> pa.Table:
    """A row of Measured for each work of the corpus, in the order of the works, which is that of the graph's nodes.

    `works` has work, venue and in_corpus, `venues` has venue and type. Disruption is ranked among the works of the
    corpus that cite and are cited often enough, novelty among all of them that have one. `progress` is called with
    the number of works for which one of the two has been computed.
    """
    if not graph.ids.equals(works["work"].combine_chunks()):
        raise ValueError("the works are not those of the graph, in its order")
    corpus = np.asarray(works["in_corpus"].to_numpy(), np.bool_)
    citations, references = graph.citation_counts(), graph.reference_counts()
    eligible = corpus & (citations >= settings.min_citations) & (references >= settings.min_references)
    codes, years = venue_codes(works["venue"], venues, repositories=settings.repositories), years_of(graph)
    of_disruption = functools.partial(disruption, definition=settings.disruption, window=settings.window_years)
    of_novelty = functools.partial(novelty, venues=codes, years=years)
    with ThreadPoolExecutor(threads) as executor:
        disrupted = pa.Table.from_batches(over_ranges(graph, of_disruption, executor, progress))
        unusual = pa.Table.from_batches(over_ranges(graph, of_novelty, executor, progress, year_cuts(years)))
    disruptions, novelties = _floats(disrupted["value"]), _floats(unusual["p10"])
    columns: dict[str, Any] = {
        "work": works["work"],
        "citations": citations,
        "references": references,
        **{name: pc.fill_null(disrupted[name], 0) for name in ("n_i", "n_j", "n_k")},
        "disruption": _nullable(disruptions),
        "disruptive": _nullable(percentiles(np.where(eligible, disruptions, np.nan))),
        "novelty": _nullable(novelties),
        "novel": _nullable(percentiles(np.where(corpus, novelties, np.nan), lower_is_more=True)),
    }
    return pa.table(columns).cast(schema_of(Measured)).filter(pa.array(corpus))


def venue_codes(of_works: pa.ChunkedArray, venues: pa.Table, *, repositories: bool) -> npt.NDArray[np.int32]:
    """A number from 0 for the venue of each work, NO_VENUE where it has none, or one that does not count."""
    if not repositories:
        out = venues.filter(pc.equal(venues["type"], REPOSITORY))["venue"]
        of_works = pc.if_else(pc.is_in(of_works, out.combine_chunks()), pa.scalar(None, pa.int64()), of_works)
    encoded = of_works.combine_chunks().dictionary_encode().indices
    return np.asarray(pc.fill_null(encoded, NO_VENUE).to_numpy(), np.int32)


def _floats(column: pa.ChunkedArray | pa.Array) -> Values:
    return np.asarray(pc.fill_null(column, np.nan).to_numpy(), np.float64)


def _nullable(values: Values) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))


def measure_network(storage: Storage, network: StageOutput, settings: MeasureSettings, resources: Resources) -> Rows:
    """Return the measures of every work of the corpus, and what identifies the network."""
    with (
        graph_of(storage, network, resources.memory_gb, ProgressNotes("measures", "citations are read")) as graph,
        local_files(storage, [network], "works") as works,
        local_files(storage, [network], "venues") as venues,
    ):
        rows = measure_works(
            graph,
            _columns(works, ["work", "venue", "in_corpus"]),
            _columns(venues, ["venue", "type"]),
            settings,
            threads=resources.threads,
            progress=ProgressNotes("measures", "of disruption and novelty is computed", 2 * graph.works),
        )
        facts = [Fact("digest", graph.digest)]
        facts += [Fact(f"measured by {name}", str(value)) for name, value in settings.model_dump(mode="json").items()]
    return {"measures": store_batches(storage, "stages/measures/rows", iter([rows]), Measured), "network": facts}


def _columns(files: Sequence[str], names: list[str]) -> pa.Table:
    return pa.concat_tables([pq.read_table(file, columns=names) for file in files])


def percentiles(values: npt.NDArray[np.float64], *, lower_is_more: bool = False) -> npt.NDArray[np.float64]:
    """Return the share of the others that have less of it, from 0 to 10; NaN stays NaN and is nobody's other.

    Ties count half. `lower_is_more` is for novelty, where the lowest z is the most unusual.
    Source: SciNetBench, section 3.1 (percentile rank against the corpus), with mid-ranks for ties.

    >>> percentiles(np.array([1.0, 3.0, 3.0, np.nan, 7.0])).tolist()
    [1.25, 5.0, 5.0, nan, 8.75]
    """
    out = np.full(values.size, np.nan)
    defined = ~np.isnan(values)
    if defined.any():
        of = -values[defined] if lower_is_more else values[defined]
        _, place, alike = np.unique(of, return_inverse=True, return_counts=True)
        out[defined] = 10 * (np.cumsum(alike) - alike / 2)[place] / defined.sum()
    return out
