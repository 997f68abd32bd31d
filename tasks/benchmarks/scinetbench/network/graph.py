"""The network's tables as a graph on disk, for the kernels."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from tasks.benchmarks.scinetbench.network.engine import files_at_hand
from tasks.engine.memory import StageOutput
from tasks.engine.storage import Storage
from tasks.network.building import build_network
from tasks.network.network import CitationNetwork

_WORKS = "SELECT work, date_diff('day', DATE '1970-01-01', date::DATE) * 86400 AS date FROM read_parquet(?)"
_EDGES = 'SELECT work AS citing, unnest("references") AS cited FROM read_parquet(?)'


@contextlib.contextmanager
def graph_of(storage: Storage, network: StageOutput, memory_gb: float) -> Iterator[CitationNetwork]:
    """The graph of a network's works and citations, by OpenAlex's numbers; its folder is gone afterwards."""
    with (
        files_at_hand(storage, [network], "works") as works,
        files_at_hand(storage, [network], "citations") as citations,
        tempfile.TemporaryDirectory(prefix="litgauge-graph-") as folder,
    ):
        place = Path(folder)
        config: dict[str, str | bool | int | float | list[str]] = {
            "temp_directory": str(place / "spilled"),
            "memory_limit": f"{memory_gb}GB",
        }
        with duckdb.connect(config=config) as tables:
            tables.execute(f"CREATE TEMP TABLE works AS {_WORKS}", [works])
            edges = f"CREATE TEMP TABLE edges AS {_EDGES}" if citations else _NONE
            tables.execute(edges, [citations] if citations else [])
            graph = build_network(tables, place / "graph").network
        yield graph


_NONE = "CREATE TEMP TABLE edges (citing BIGINT, cited BIGINT)"
