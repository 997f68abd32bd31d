"""Whatever a page makes us stumble over stays with that page; what is not a page's fault is raised."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from litgauge.tasks.base.errors import ConfigError, StorageError
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web import EvidenceStore, FetchedPage, Fetcher, collect_evidence
from tests.web.web import PUBLIC, QUICK, SITE, Web, read_pdf

GOOD = f"http://{SITE}/article"


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """One kind of storage is enough here."""
    return Storage(str(tmp_path / "store"))


class StumblingFetcher(Fetcher):
    """Raises something for one page; the others it fetches."""

    def __init__(self, web: Web, error: BaseException) -> None:
        super().__init__(QUICK, read_pdf, web.transport())
        self._error = error

    async def fetch(self, url: str, page: str | None = None) -> FetchedPage:
        if "stumble" in url:
            raise self._error
        return await super().fetch(url, page)


async def collected(fetcher: Fetcher, store: EvidenceStore, *urls: str) -> dict[str, EvidencePage]:
    async with fetcher:
        return {page.page: page async for page in collect_evidence({url: url for url in urls}, store, fetcher)}


@contextmanager
def notes() -> Iterator[list[str]]:
    """What is told to the person who watches."""
    told: list[str] = []

    def listen(event: Event) -> None:
        if isinstance(event, Note):
            told.append(event.text)

    with listening(listen):
        yield told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "status", "reason"),
    [
        ("http://xn--a.com", "unreachable", "dns"),  # a name that IDNA cannot decode, but a resolver can be asked
        (f"http://{SITE}/redirect?to={quote(f'http://{SITE}:' + '9' * 5_000)}", "refused", "port"),
        (f"http://{SITE}:{'9' * 5_000}/", "refused", "port"),
        (f"http://{SITE}/lie?body=html&says={quote('text/html; charset=undefined')}", "ok", ""),
        (f"http://{SITE}/lie?body=html&says={quote('text/html; charset=punycode')}", "ok", ""),
        (f"http://{SITE}/refresh-late", "ok", ""),
    ],
)
async def test_a_bad_link_is_one_page(web: Web, storage: Storage, url: str, status: str, reason: str) -> None:
    pages = await collected(web.fetcher(), EvidenceStore(storage), GOOD, url)

    assert (pages[url].status, pages[url].reason) == (status, reason)
    assert pages[GOOD].status == "ok"


async def test_a_name_that_cannot_be_decoded_is_a_host_like_others(web: Web) -> None:
    web.names["xn--a.com"] = [PUBLIC]

    page = await web.fetch("http://xn--a.com/article")

    assert page.status == "ok"
    assert web.hosts == ["xn--a.com"]


@pytest.mark.parametrize("error", [ZeroDivisionError("never thought of"), ExceptionGroup("many", [OSError("x")])])
async def test_what_nobody_foresaw_is_a_failed_page_and_its_traceback_is_kept(
    web: Web, storage: Storage, error: Exception
) -> None:
    bad = "http://stumble.example/"
    store = EvidenceStore(storage)
    with notes() as told:
        pages = await collected(StumblingFetcher(web, error), store, GOOD, bad, f"{GOOD}?n=2")

    assert (pages[bad].status, pages[bad].reason) == ("failed", "bug")
    assert {page.status for name, page in pages.items() if name != bad} == {"ok"}
    assert store.get(bad) is None  # the next run tries it again
    assert bad in told[0]
    trace = storage.read(told[0][told[0].index("blobs/") :]).decode()
    assert "raise self._error" in trace
    assert str(error) in trace


@pytest.mark.parametrize(
    "error",
    [StorageError("the disk is full"), ConfigError("no such folder"), asyncio.CancelledError()],
)
async def test_what_is_no_fault_of_a_page_is_raised(web: Web, storage: Storage, error: BaseException) -> None:
    task = asyncio.ensure_future(
        collected(StumblingFetcher(web, error), EvidenceStore(storage), GOOD, "http://stumble.example/")
    )
    with pytest.raises(type(error)):
        await task


async def test_a_storage_that_fails_ends_the_run(web: Web, tmp_path: Any) -> None:
    (tmp_path / "blobs").write_text("in the way")

    with pytest.raises(StorageError):
        await collected(web.fetcher(), EvidenceStore(Storage(str(tmp_path))), GOOD)
