"""The index of ours: any benchmark's release, pages that are frozen, and a ranking that can be repeated."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.agents.search.local_documents import NO_DOCUMENTS, LocalDocuments
from litgauge.tasks.agents.search.local_index import Document, LocalIndex, LocalSearch
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.rows import TaxonomyPaper, TaxonomySurvey
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.release import StoredRelease, load
from tests.mini.benchmark import MINI
from tests.releases.rows import benchmark, reference

PAGES = {
    "https://arxiv.org/abs/1706.03762": "<title>[1706.03762] Attention Is All You Need</title><p>The transformer is a "
    "network that relies on attention alone, without recurrence or convolution, and translates well.",
    "https://blog.example.org/gardens": "<title>Gardens</title><p>Tulips, roses and other flowers of the garden, how "
    "they grow and when they are planted by people who like gardens.",
    "https://example.org/gone": "",
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    rows = benchmark()
    rows["references"] += [
        reference("vaswani", title="Attention is all you need", year=2017, arxiv_id="1706.03762"),
        reference("again", survey_id="2102.00002", title="Attention Is All You Need", year=2017, doi="10.5555/3295222"),
        reference("plain", title="Matching graphs by hand", url="https://example.org/matching", year=2009),
    ]
    storage = Storage(str(tmp_path_factory.mktemp("release")))
    return load(storage, freeze_release(storage, REPORTBENCH, rows).release)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pages")
    index = {}
    for number, (url, page) in enumerate(PAGES.items()):
        index[url] = {"status": 200 if page else 404, "content_type": "text/html"}
        if page:
            index[url]["file"] = f"{number}.html"
            (folder / f"{number}.html").write_text(
                f"<html><head>{page.replace('<p>', '</head><body><p>')}</body></html>"
            )
    (folder / "index.json").write_text(json.dumps(index))
    return str(folder)


def opened(release: StoredRelease, pages: str | None = None) -> LocalSearch[SearchHit]:
    documents = LocalDocuments(release.storage, release, pages)
    return LocalSearch(lambda: documents.answering, lambda: LocalIndex(documents.all()), NO_DOCUMENTS)


@pytest.mark.slow
async def test_works_are_found_once_with_an_address(release: StoredRelease) -> None:
    first, *others = await opened(release).search("attention", 10)
    assert not others
    assert (first.title, first.url, first.date) == (
        "Attention is all you need",
        "https://arxiv.org/abs/1706.03762",
        "2017",
    )
    assert first.identity.doi == "10.5555/3295222"
    found = await opened(release).search("graph matching", 10)
    assert [hit.url for hit in found][:1] == ["https://example.org/matching"]


@pytest.mark.slow
async def test_what_the_tasks_are_about_is_not_in_it(release: StoredRelease) -> None:
    found = await opened(release).search("A Survey of Graph Matching. Parsing, Reviewed", 50)
    assert not {"A Survey of Graph Matching", "Parsing, Reviewed"} & {hit.title for hit in found}


@pytest.mark.slow
async def test_pages_that_stand_for_the_web_are_in_it_with_their_text(release: StoredRelease, folder: str) -> None:
    search = opened(release, folder)
    first, *others = await search.search("translates without recurrence", 10)
    assert not others
    assert first.url == "https://arxiv.org/abs/1706.03762"
    assert "attention alone" in first.snippet
    (garden,) = await search.search("when are tulips planted?", 10)
    assert (garden.title, garden.url) == ("Gardens", "https://blog.example.org/gardens")
    # Frozen by now: the next index is over the same pages, and the web's own store has none of them.
    assert await opened(release, folder).search("tulips", 5) == await search.search("tulips", 5)
    assert not await opened(release).search("tulips", 5)


@pytest.mark.slow
async def test_any_benchmarks_release_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITGAUGE_BENCHMARKS", "tests.mini.benchmark:MINI")
    storage = Storage(str(tmp_path))
    rows = {
        "surveys": [TaxonomySurvey("s", "Trees of Trees: A Survey", "published")],
        "papers": [
            TaxonomyPaper("s", 1, "Oak parsing", "We parse oaks with a grammar."),
            TaxonomyPaper("s", 2, "Elms", ""),
        ],
    }
    taxo = load(storage, freeze_release(storage, TAXOBENCH, rows).release)
    found = await opened(taxo).search("grammar of a survey of trees", 5)
    assert [(hit.title, hit.url) for hit in found] == [("Oak parsing", "")]
    mini = load(storage, freeze_release(storage, MINI, {}).release)
    assert await opened(mini).search("anything", 5) == ()


async def test_what_decides_its_results_is_the_release_and_the_folder(release: StoredRelease, folder: str) -> None:
    one, other = opened(release).answering, opened(release, folder).answering
    assert one["release"] == other["release"] == release.digest
    assert one["pages"] != other["pages"]


async def test_an_empty_query_is_no_search(release: StoredRelease) -> None:
    with pytest.raises(ToolError):
        await opened(release).search("  ", 5)
    assert await opened(release).search("the of and ?!", 5) == ()


def hit(title: str) -> SearchHit:
    return SearchHit(title, f"https://example.org/{title}", "")


def test_a_title_counts_more_than_a_text_and_ties_keep_their_order() -> None:
    texts = [("a", "graph"), ("graph", "a"), ("b", "graph")]
    index = LocalIndex(Document(hit(title), text) for title, text in texts)
    assert [one.title for one in index.find("graphs", 3)] == ["graph", "a", "b"]


words = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    ["graph", "", "\ud800", "网络 图", "a-b C++"]
)


@pytest.mark.slow
@given(documents=st.lists(st.tuples(words, words), max_size=6), query=words, limit=st.integers(1, 4))
def test_any_text_can_be_indexed_and_asked_for(documents: list[tuple[str, str]], query: str, limit: int) -> None:
    made = [Document(replace(hit(title), url=f"https://e.org/{n}"), text) for n, (title, text) in enumerate(documents)]
    index = LocalIndex(made)
    found = index.find(query, limit)
    assert len(found) <= limit
    assert found == index.find(query, limit)
    assert found == index.find(query, len(made) + 1)[:limit]
