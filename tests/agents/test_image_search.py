"""Every image search against answers in its published form, over HTTP on loopback, and the pictures at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.page_reader import PageReader
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.search import ImageHit
from litgauge.tasks.agents.search.local_images import LocalImages
from litgauge.tasks.agents.search.page_pictures import PagePicture, pictures_of_document, pictures_of_page
from litgauge.tasks.agents.search.provider import UnreadAnswer, hits
from litgauge.tasks.agents.search.providers import IMAGE_PROVIDERS
from litgauge.tasks.agents.search.settings import ImageSearchSettings, SearchSettings
from litgauge.tasks.agents.search.web import WebImageSearch, WebSearch
from litgauge.tasks.agents.session import Means, NoCallsLeft, Session
from litgauge.tasks.agents.settings import ImageToolSettings
from litgauge.tasks.base.errors import BudgetExhausted, EndpointRefused, Failed, UnusableInput
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Budget, Replies
from litgauge.tasks.records import Spending, WorkIdentity
from litgauge.tasks.web import EvidenceStore
from tests.agents.image_answers import IMAGE_MANNERS
from tests.agents.search_answers import MANNERS, as_text
from tests.agents.search_server import SearchServer, search_server
from tests.agents.test_external_command import ANSWERS

KEY = "sk-images-9cW4nTq2YxL7vR5s"
every_provider = pytest.mark.parametrize("name", list(IMAGE_MANNERS))
KITE = ImageHit(
    "A Kite", "https://cdn.example.org/logo/kite.png?sig=a%2Fb&w=800", "https://example.org/kites", 800, 600, "Example",
    "https://t.example.org/1.jpg",
)  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with search_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _nothing_asked_yet(server: SearchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.requests.clear()
    monkeypatch.setenv("SEARCH_KEY", KEY)


def settings_of(name: str, server: SearchServer, **more: Any) -> dict[str, Any]:
    said = {"provider": name, "base_url": server.root, "api_key_env": "SEARCH_KEY", "interval_s": 0, "backoff_s": 0}
    return {**said, "retries": 2, **({"engine_id": "engine-7"} if name == "google" else {}), **more}


def opened(name: str, server: SearchServer, folder: Path, budget: Budget | None = None, **more: Any) -> WebImageSearch:
    settings = ImageSearchSettings.model_validate(settings_of(name, server, **more))
    return WebImageSearch(settings, replies=Replies(Storage(str(folder))), budget=budget)


@every_provider
async def test_pictures_are_read_whatever_is_missing_in_them(name: str, server: SearchServer, tmp_path: Path) -> None:
    server.say((200, as_text(IMAGE_MANNERS[name].good)))
    search = opened(name, server, tmp_path)
    first, second = await search.search("kites", 10)
    assert first == KITE
    assert second.url.startswith("https://example.org/b.")
    assert (second.page, second.width, second.height) == ("", 0, 0)
    assert search.spent.searches == 1


@every_provider
async def test_it_is_asked_as_its_documentation_says(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = IMAGE_MANNERS[name]
    server.say((200, as_text(manner.good)))
    await opened(name, server, tmp_path).search("kites & wind é", 10)
    ((method, path, headers, body),) = server.requests
    parameters = {key: values[0] for key, values in parse_qs(urlsplit(path).query).items()}
    assert (method, urlsplit(path).path) == (manner.method, manner.path)
    assert (json.loads(body) if body else parameters)[manner.query] == "kites & wind é"
    assert manner.more.items() <= parameters.items()
    key = parameters[manner.key_at[1:]] if manner.key_at.startswith("?") else headers[manner.key_at]
    assert key == manner.key_prefix + KEY


@every_provider
async def test_what_goes_wrong(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = IMAGE_MANNERS[name]
    for number, empty in enumerate(manner.empty):
        server.say((200, as_text(empty)))
        assert await opened(name, server, tmp_path / f"e{number}").search("kites", 5) == ()
    for number, wrong in enumerate((*manner.wrong, "\x00", "[]", "{}", "null")):
        server.say((429, "{}"), (200, as_text(wrong)), (200, as_text(manner.good)))
        assert KITE in await opened(name, server, tmp_path / f"w{number}").search("kites", 5)
    server.say((200, as_text(manner.wrong[0])))
    with pytest.raises(Failed, match=name):
        await opened(name, server, tmp_path / "f").search("kites", 5)
    for (status, said), word in ((manner.no_credit, "no-credit"), (manner.bad_key, "key-refused")):
        server.say((status, as_text(said)))
        with pytest.raises(EndpointRefused, match=word):
            await opened(name, server, tmp_path / "c").search("kites", 5)
    server.say((manner.bad_query[0], as_text(manner.bad_query[1])))
    with pytest.raises(ToolError, match="refuses"):
        await opened(name, server, tmp_path / "q").search("kites", 5)


@every_provider
async def test_a_search_is_paid_for_once_and_within_the_budget(name: str, server: SearchServer, tmp_path: Path) -> None:
    server.say((200, as_text(IMAGE_MANNERS[name].good)))
    search = opened(name, server, tmp_path, Budget(0.0015), usd_per_search=0.001)
    first = await search.search("kites", 5)
    again = opened(name, server, tmp_path)
    assert await again.search(" kites\n", 5) == first
    assert (len(server.requests), again.spent.cached) == (1, 1)
    with pytest.raises(BudgetExhausted):
        await search.search("wind", 5)


async def test_pages_and_pictures_are_two_searches(server: SearchServer, tmp_path: Path) -> None:
    server.say((200, as_text(MANNERS["searxng"].good)), (200, as_text(IMAGE_MANNERS["searxng"].good)))
    pages = SearchSettings.model_validate(settings_of("searxng", server))
    assert (await WebSearch(pages, replies=Replies(Storage(str(tmp_path)))).search("x", 5))[0].title
    assert (await opened("searxng", server, tmp_path).search("x", 5))[0] == KITE


@pytest.mark.slow
@every_provider
@given(
    said=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["images", "images_results", "results", "items", "image", "properties", "url", "link", "imageUrl",
                 "title", "original", "img_src", "resolution", "width", "type", "searchParameters",
                 "search_metadata"]
            ),
            inner,
            max_size=5,
        ),
        max_leaves=12,
    )
)  # fmt: skip
def test_any_json_is_pictures_or_no_answer(name: str, said: Any) -> None:
    try:
        found = hits(IMAGE_PROVIDERS[name].read(json.dumps(said), date(2026, 11, 22)), 10)
    except UnreadAnswer:
        return
    assert all(hit.url.startswith("http") and hit.width >= 0 and "\n" not in hit.title for hit in found)


def test_the_key_and_the_price_are_those_of_its_search_for_pages() -> None:
    for name in ("serper", "serpapi", "brave"):
        pages = SearchSettings.model_validate({"provider": name})
        images = ImageSearchSettings.model_validate({"provider": name})
        assert (images.key_variable, images.limits, images.address) == (pages.key_variable, pages.limits, pages.address)
    for said in ({"provider": "google"}, {"provider": "arxiv"}, {"provider": "searxng"}):
        with pytest.raises(ValidationError):
            ImageSearchSettings.model_validate(said)


SURVEY = "A Survey of Flying Kites by Hand"


class Listed:
    """A search that finds the same pictures for every query."""

    answering: Mapping[str, Any] = {}
    usd_per_search = 0.0
    spent = Spending()

    async def search(self, query: str, limit: int, until: date | None = None) -> tuple[ImageHit, ...]:
        found = [
            ImageHit("Figure 1", "https://cdn.example/1.png", "https://arxiv.org/abs/2004.00001v2"),
            ImageHit("Figure 2", "https://arxiv.org/html/2004.00001v2/x1.png", "https://blog.example/kites"),
            ImageHit(SURVEY, "https://cdn.example/3.png", "https://blog.example/a"),
            ImageHit("Late", "https://cdn.example/4.png", "https://arxiv.org/abs/2101.00001"),
            ImageHit("Dated", "https://cdn.example/5.png", "https://e.example/d", date="2021-03-04"),
            ImageHit("Early", "https://cdn.example/6.png", "https://e.example/2019/05/x"),
            ImageHit("No date", "https://cdn.example/7.png"),
            ImageHit("Third", "https://cdn.example/8.png"),
        ]
        return tuple(found[:limit])


async def test_pictures_of_pages_that_are_withheld_are_not_shown(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    tools = ImageToolSettings(images=ImageSearchSettings(results=3), max_calls=1)
    task = GivenTask("1", "?", "2020-05", (WorkIdentity(arxiv_id="2004.00001", title=SURVEY),))
    pages = PageReader(storage, EvidenceStore(storage), None)
    means = Means(ANSWERS, RecordedCalls(Replies(storage), "d"), tools, images=Listed(), pages=pages)
    session = Session(task, means)
    assert [hit.title for hit in await session.search_images("kites")] == ["Early", "No date", "Third"]
    assert len(session.withheld) == 5
    (call,) = session.trajectory.calls
    assert (call.tool, call.status, call.undated, len(call.addresses)) == ("search_images", "ok", 2, 3)
    with pytest.raises(NoCallsLeft):
        await session.search_images("kites")
    without = Session(task, Means(ANSWERS, RecordedCalls(Replies(storage), "d"), tools))
    with pytest.raises(ToolError, match="no search for pictures"):
        await without.search_images("kites")


PAGE = """<html><title>On kites</title><h2>Wind</h2>
<figure><a href="x"><img src="/p/kite.png?w=2" alt="A red kite" width="800" height="600px"></a>
<figcaption>Kites <b>over</b> the sea</figcaption></figure>
<img data-src="late.jpg" src="data:image/gif;base64,R0" alt=""><img src="gone.png" alt="a kite that is not stored">
<img><img src="http://[::1"><img srcset="set.png 2x, b.png 1x" title="From a set">"""


def test_pictures_of_a_page() -> None:
    kite, late, gone, bad, last = pictures_of_page(PAGE, "https://example.org/a/")
    assert kite == PagePicture(
        "https://example.org/p/kite.png?w=2", "A red kite", "Kites over the sea", "Wind", 800, 600
    )
    assert (late.url, gone.alt) == ("https://example.org/a/late.jpg", "a kite that is not stored")
    assert (bad.url, last.url, last.alt) == ("http://[::1", "https://example.org/a/set.png", "From a set")


@given(st.lists(st.sampled_from(["<figure>", "</figure>", "<img src=a", ">", "<figcaption>", "</h1>", "<h1", "x", "\"",
                                 "![a](b)", "\n", "<!--", "]]>", "*Fig. 1*"])).map("".join))  # fmt: skip
def test_any_page_has_pictures_or_none(text: str) -> None:
    assert all(picture.url for picture in (*pictures_of_page(text, "https://e.org"), *pictures_of_document(text)))


@pytest.fixture
def stored_pages(tmp_path: Path) -> str:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "kites.html").write_text(PAGE + "<p>Kites fly over the sea, as has long been known.", encoding="utf-8")
    (folder / "kite.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    index = {
        "https://example.org/a/": {"status": 200, "content_type": "text/html", "file": "kites.html"},
        "https://example.org/p/kite.png?w=2": {"status": 200, "content_type": "image/png", "file": "kite.png"},
    }
    (folder / "index.json").write_text(json.dumps(index))
    return str(folder)


@pytest.mark.slow
async def test_pictures_of_stored_pages_are_found_by_their_words(stored_pages: str, tmp_path: Path) -> None:
    images = LocalImages(Storage(str(tmp_path / "store")), stored_pages)
    search = images.search()
    (hit,) = await search.search("a red kite over the sea", 5)
    assert (hit.url, hit.page) == ("https://example.org/p/kite.png?w=2", "https://example.org/a/")
    assert (hit.title, hit.caption, hit.source, hit.width) == ("A red kite", "Kites over the sea", "On kites", 800)
    assert await search.search("submarines", 5) == ()
    with pytest.raises(ToolError, match="empty"):
        await search.search(" ", 5)
    assert search.answering["finds"] == "images"


async def test_pictures_of_a_folder_are_found_by_documents_and_names(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "images").mkdir(parents=True)
    for name in ("images/f1.png", "images/memoryStream_overview.webp", "notes.txt"):
        (folder / name).write_bytes(b"x")
    (folder / "report.md").write_text("# Kites\n\n![](images/f1.png)\n\n*Figure 1: wind over water*\n\n![](../out.png)")
    search = LocalImages(Storage(str(tmp_path / "store")), folder=str(folder)).search()
    assert [hit.url for hit in await search.search("wind", 5)] == ["folder:images/f1.png"]
    assert [hit.url for hit in await search.search("memory overview", 5)] == [
        "folder:images/memoryStream_overview.webp"
    ]
    before = search.answering
    (folder / "images" / "f1.png").write_bytes(b"y")
    assert LocalImages(Storage(str(tmp_path / "store")), folder=str(folder)).search().answering != before
    with pytest.raises(UnusableInput, match="no such folder"):
        _ = LocalImages(Storage(str(tmp_path / "store")), folder=str(tmp_path / "none")).search().answering
