"""The graph of a network is built once, opened where it lies, and built anew where it is not as it was written."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.benchmarks.scinetbench.build.network import graph as of_graph
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import store_batches
from litgauge.tasks.benchmarks.scinetbench.build.network.graph import graph_of
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkWork, ReferenceList
from litgauge.tasks.engine.items import ItemState, StageOutput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import to_table

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels

Build = Callable[..., None]
CITES = {3: (1, 2), 2: (1,), 4: (3,)}
NETWORK = StageOutput("network", "lineage", "digest", "", 1, 0, 0)


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A storage with the network's tables in `tmp_path`; every build of a graph appends to what is returned."""
    storage = Storage(str(tmp_path))
    works = [
        NetworkWork(number, "", "", "", 2000, f"200{number}-01-01", None, None, None, "", (), 0, in_corpus=True)
        for number in range(1, 5)
    ]
    lists = [ReferenceList(work, cited) for work, cited in sorted(CITES.items())]
    parts = {
        "works": store_batches(storage, "parts", iter([to_table(NetworkWork, works)]), NetworkWork),
        "citations": store_batches(storage, "parts", iter([to_table(ReferenceList, lists)]), ReferenceList),
    }
    places = {name: (part.path, 0, part.rows) for name, part in parts.items()}
    item = ItemState("network", "key", "done", parts=places)
    monkeypatch.setattr(
        "litgauge.tasks.benchmarks.scinetbench.build.network.engine.done_items", lambda *_: {"network": item}
    )
    made: list[int] = []
    build: Build = of_graph._build

    def counted(*given: object) -> None:
        made.append(1)
        build(*given)

    monkeypatch.setattr(of_graph, "_build", counted)
    return made


def cites(folder: Path) -> dict[int, tuple[int, ...]]:
    with graph_of(Storage(str(folder)), NETWORK, 1.0) as graph:
        ids = graph.ids.to_pylist()
        places = graph.reference_places
        rows = {
            ids[node]: tuple(ids[one] for one in graph.references[places[node] : places[node + 1]])
            for node in range(graph.works)
        }
    return {work: cited for work, cited in rows.items() if cited}


@pytest.mark.slow
def test_it_is_built_once(builds: list[int], tmp_path: Path) -> None:
    assert cites(tmp_path) == CITES
    assert cites(tmp_path) == CITES
    assert len(builds) == 1
    assert [one.name for one in (tmp_path / "graphs").iterdir()] == ["digest-1"]


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["a bit", "a file", "the seal"])
def test_what_is_not_as_it_was_written_is_built_anew(harm: str, builds: list[int], tmp_path: Path) -> None:
    cites(tmp_path)
    folder = tmp_path / "graphs" / "digest-1"
    references = folder / "references.bin"
    match harm:
        case "a bit":
            references.write_bytes(b"\1" + references.read_bytes()[1:])
        case "a file":
            references.unlink()
        case _:
            (folder / "seal.json").write_text("{", encoding="utf-8")
    assert cites(tmp_path) == CITES
    assert cites(tmp_path) == CITES
    assert len(builds) == 2


@pytest.mark.slow
def test_what_nobody_has_used_for_a_day_goes(builds: list[int], tmp_path: Path) -> None:
    cites(tmp_path)
    for name, age_s in (("old", 25 * 3600), (".draft-killed", 25 * 3600), ("younger", 3600)):
        folder = tmp_path / "graphs" / name
        folder.mkdir()
        os.utime(folder, (time.time() - age_s,) * 2)
    (tmp_path / "graphs" / "digest-1" / "seal.json").unlink()
    cites(tmp_path)
    assert {one.name for one in (tmp_path / "graphs").iterdir()} == {"digest-1", "younger"}
    assert len(builds) == 2
