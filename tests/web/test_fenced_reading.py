"""Pages are read under limits of time and memory from outside: one that passes them is unscored, the others are not."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.fences import Limits, Stopped
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web import EvidenceStore, Fetcher, collect_evidence
from litgauge.tasks.web.reading import fenced
from litgauge.tasks.web.reading.fenced import Document, Reading, fenced_reader
from tests.web.web import QUICK, SITE, Web

GOOD = f"http://{SITE}/article"
TIGHT = QUICK.model_copy(
    update={
        "attempts": 1,
        "robots": False,
        "read_timeout_s": 5.0,
        "total_timeout_s": 10.0,
        "reading_time_s": 3.0,
        "reading_memory_mb": 300,
    }
)


def read_badly(data: bytes) -> tuple[str | None, str]:
    """A reader of PDFs that does what the PDF says."""
    told = data.removeprefix(b"%PDF-1.4 ").decode()
    if told == "sleep":
        time.sleep(60)
    if told == "loop":
        while True:
            pass
    if told == "eat":
        return "fat", "x" * 10**10
    if told == "abort":
        os.abort()
    if told == "exit":
        os._exit(0)
    if told == "deep":
        return read_badly(data)
    if told == "odd":
        return "half a pair \ud800", "words \udfff"
    if told == "unhashable":
        raise TypeError({}, "\ud800")
    raise Rejected("scan", "only pictures")


async def collected(web: Web, store: EvidenceStore, *urls: str) -> dict[str, EvidencePage]:
    async with Fetcher(TIGHT, read_badly, web.transport()) as fetcher:
        pages = collect_evidence({url: url for url in (*urls, GOOD)}, store, fetcher)
        return {page.url.removeprefix(f"http://{SITE}/"): page async for page in pages}


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(Storage(str(tmp_path)))


@pytest.mark.slow
async def test_a_page_that_passes_a_limit_or_kills_its_reader_is_unscored(web: Web, store: EvidenceStore) -> None:
    ended = {
        "sleep": "reading-time-limit", "loop": "reading-time-limit", "eat": "reading-memory-limit",
        "abort": "reading-worker-died", "exit": "reading-worker-died", "deep": "bug", "unhashable": "bug",
        "scan": "pdf-scan", "odd": "",
    }  # fmt: skip
    for name in ended:
        web.pages[f"/{name}"] = lambda to, _, name=name: to.page(200, f"%PDF-1.4 {name}".encode())  # type: ignore[misc]

    pages = await collected(web, store, *(f"http://{SITE}/{name}" for name in ended))

    assert {name: page.reason for name, page in pages.items()} == {**ended, "article": ""}
    assert {page.status for name, page in pages.items() if ended.get(name)} == {"failed"}
    assert "SIGABRT" in pages["abort"].detail
    assert "in read_badly" in pages["deep"].detail  # where it broke, in the process that read it
    assert (pages["odd"].title, store.text(pages["odd"])) == ("half a pair ?", "words ?")
    assert all(store.get(f"http://{SITE}/{name}") is None for name, reason in ended.items() if reason)


@pytest.mark.slow
async def test_a_page_that_takes_too_much_memory_takes_it_from_nobody(web: Web, store: EvidenceStore) -> None:
    web.pages["/br"] = lambda to, _: to.page(200, b"<html><body>" + b"<br>x" * 59_000 + b"<p" + b" a=b" * 9)
    web.pages["/tags"] = lambda to, _: to.page(200, b"<html><body>" + b"<i>" * 90_000)

    pages = await collected(web, store, f"http://{SITE}/br", f"http://{SITE}/tags")

    assert pages["article"].status == "ok"
    assert {page.status for page in pages.values()} <= {"ok", "failed"}


@pytest.mark.slow
async def test_a_huge_ordinary_page_is_read_in_seconds() -> None:
    paragraph = b"<p>" + b"Words and <b>more</b> words of a page, with a <a href='x'>link</a>. " * 12 + b"</p>"
    page = b"<html><body>" + paragraph * (7_000_000 // len(paragraph))
    started = time.process_time()

    read = await fenced_reader(Limits(60.0, 2_000)).read(Document(page, "text/html", GOOD, read_badly, 2_000_000))

    assert isinstance(read, Reading)
    assert read.page is not None
    assert len(read.page.text) == 2_000_000
    assert time.process_time() - started < 2.0  # what is left to this process


@pytest.mark.slow
async def test_a_page_of_megabytes_of_line_breaks_ends() -> None:
    page = Document(b"<html><body>" + b"<br>x" * 700_000, "text/html", GOOD, read_badly, 2_000_000)

    read = await fenced_reader(Limits(60.0, 150)).read(page)

    assert isinstance(read, Stopped)
    assert read.code == "memory-limit"


async def test_where_no_process_can_be_started_every_page_says_so(
    web: Web, store: EvidenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(fenced, "run_fenced", refuse)
    monkeypatch.setattr(fenced, "_readers", {})

    pages = await collected(web, store, f"http://{SITE}/article?n=2")

    assert {page.reason for page in pages.values()} == {"bug"}
    assert all("BlockingIOError" in page.detail for page in pages.values())


@pytest.mark.slow
async def test_processes_are_started_once(web: Web, store: EvidenceStore) -> None:
    limits = Limits(TIGHT.reading_time_s, TIGHT.reading_memory_mb)
    await collected(web, store)
    before = fenced_reader(limits)
    await collected(web, store, *(f"http://{SITE}/article?n={n}" for n in range(20)))

    assert fenced_reader(limits) is before
