"""Network's tables as a graph on disk, for the kernels: built once, then opened where it lies."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import duckdb

from litgauge.tasks.base.errors import DamagedFile, UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import local_files
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.network.build import build_network
from litgauge.tasks.network.network import FORMAT, CitationNetwork, open_network

_WORKS = "SELECT work, date_diff('day', DATE '1970-01-01', date::DATE) * 86400 AS date FROM read_parquet({files})"
_EDGES = '(SELECT work AS citing, unnest("references") AS cited FROM read_parquet({files}))'
_NO_EDGES = "(SELECT 0::BIGINT AS citing, 0::BIGINT AS cited LIMIT 0)"
_SEAL = "seal.json"
_UNUSED_S = 24 * 3600.0


@contextlib.contextmanager
def graph_of(
    storage: Storage, network: StageOutput, memory_gb: float, progress: Callable[[int], object] | None = None
) -> Iterator[CitationNetwork]:
    """Yield the graph of a network's works and citations, by OpenAlex's numbers, memory-mapped.

    It lies in the storage's folder `graphs` under the network's digest, where the storage is a folder, else in one of
    this process, so whoever comes next opens it. One that is not as it was written is built anew, and those that
    nobody has used for a day go.
    """
    place = _graphs(storage) / f"{network.digest}-{FORMAT}"
    if (graph := _open(place)) is None:
        _remove_unused(place.parent)
        with tempfile.TemporaryDirectory(dir=place.parent, prefix=".draft-") as draft:
            _build(storage, network, Path(draft) / "graph", memory_gb, progress)
            graph = _publish(Path(draft) / "graph", place)
    os.utime(place)
    yield graph


def _graphs(storage: Storage) -> Path:
    root = Path(storage.locate(""))
    folder = root / "graphs" if root.is_dir() else Path(_folder_of_process().name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache  # and so it goes when the process ends
def _folder_of_process() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="litgauge-graphs-")


def _build(
    storage: Storage, network: StageOutput, folder: Path, memory_gb: float, progress: Callable[[int], object] | None
) -> None:
    config: dict[str, str | bool | int | float | list[str]] = {
        "temp_directory": str(folder.with_name("spilled")),
        "memory_limit": f"{memory_gb}GB",
    }
    with (
        local_files(storage, [network], "works") as works,
        local_files(storage, [network], "citations") as citations,
        duckdb.connect(config=config) as tables,
    ):
        tables.execute(f"CREATE TEMP TABLE works AS {_WORKS.format(files=_file_list(works))}")
        edges = _EDGES.format(files=_file_list(citations)) if citations else _NO_EDGES
        build_network(tables, folder, edges=edges, progress=progress)
    (folder / _SEAL).write_text(json.dumps(_hashes(folder)), encoding="utf-8")


def _file_list(files: Sequence[str]) -> str:
    return "[" + ", ".join("'" + file.replace("'", "''") + "'" for file in files) + "]"


def _publish(draft: Path, place: Path) -> CitationNetwork:
    """Return the graph under its name; that of somebody who was there first, if it is as good."""
    if _open(place) is None:
        shutil.rmtree(place, ignore_errors=True)
    with contextlib.suppress(OSError):
        draft.rename(place)
    if (graph := _open(place)) is None:
        raise DamagedFile(str(place), "the graph could not be put there", next_step="Remove it, and build again")
    return graph


def _open(folder: Path) -> CitationNetwork | None:
    """Return the graph in this folder; None if there is none that is as it was written."""
    try:
        if json.loads((folder / _SEAL).read_text(encoding="utf-8")) == _hashes(folder):
            return open_network(str(folder))
    except (OSError, ValueError, UnusableInput):
        pass
    return None


def _hashes(folder: Path) -> dict[str, str]:
    hashes = {}
    for path in sorted(folder.iterdir()):
        if path.name != _SEAL:
            with path.open("rb") as file:
                hashes[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return hashes


def _remove_unused(graphs: Path) -> None:
    for folder in graphs.iterdir():
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < time.time() - _UNUSED_S:
                shutil.rmtree(folder)
