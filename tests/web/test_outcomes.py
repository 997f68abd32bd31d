"""What becomes of a page in the next run: what passes is tried again, what lasts on request, folders apart."""

from __future__ import annotations

import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web import EvidenceStore, Fetcher, collect_evidence, folder_digest, replay_fetcher
from litgauge.tasks.web.fetching.faults import FetchFault, http_fault
from litgauge.tasks.web.fetching.page import no_page
from tests.web.web import PUBLIC, QUICK, SITE, Web, read_pdf

GOOD = f"http://{SITE}/article"
PATIENT = {"connect_timeout_s": 10.0, "read_timeout_s": 10.0, "total_timeout_s": 30.0}  # whatever else the machine does
ONCE = QUICK.model_copy(update={"attempts": 1, "robots": False, **PATIENT})


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """One kind of storage is enough here."""
    return Storage(str(tmp_path / "store"))


async def collected(
    fetcher: Fetcher | None, store: EvidenceStore, *urls: str, retry: bool = False
) -> dict[str, EvidencePage]:
    pages = collect_evidence({url: url for url in urls}, store, fetcher, retry_unreachable=retry)
    if fetcher is None:
        return {page.page: page async for page in pages}
    async with fetcher:
        return {page.page: page async for page in pages}


def reasons(pages: dict[str, EvidencePage]) -> dict[str, str]:
    return {url.removeprefix(f"http://{SITE}"): page.reason for url, page in pages.items()}


def test_every_http_status_has_an_outcome() -> None:
    lasting = {*range(300, 500)} - {401, 402, 403, 406, 407, 408, 420, 423, 425, 429, 430, 444, 451, *range(494, 500)}
    for status in (*range(300, 600), 999):
        fault = http_fault(status)
        assert (status, fault.status) == (status, "unreachable" if status in lasting else "failed")
        assert not (fault.transient and fault.status == "unreachable")


def test_what_no_table_names_is_ours() -> None:
    assert FetchFault("never-heard-of").status == "failed"


@pytest.mark.parametrize("fault", [500, 503, 429, 408])
async def test_a_page_that_failed_for_now_is_tried_again_by_the_next_run(
    web: Web, storage: Storage, fault: int
) -> None:
    store, url = EvidenceStore(storage), f"http://{SITE}/flaky?first={fault}"

    first = (await collected(web.fetcher(ONCE), store, url))[url]
    later = (await collected(web.fetcher(ONCE), store, url))[url]

    assert (first.status, first.reason, later.status) == ("failed", f"http-{fault}", "ok")
    assert store.get(url) == later


async def test_what_lasts_is_asked_again_on_request_only(web: Web, storage: Storage) -> None:
    store = EvidenceStore(storage)
    gone = [f"http://{SITE}/nothing", f"http://{SITE}/moved"]
    first = await collected(web.fetcher(ONCE), store, *gone)
    web.asked.clear()

    assert await collected(web.fetcher(ONCE), store, *gone) == first
    assert web.asked == []
    web.pages["/moved"] = web.pages["/article"]
    later = await collected(web.fetcher(ONCE), store, *gone, retry=True)

    assert reasons(later) == {"/nothing": "http-404", "/moved": ""}
    assert later[gone[0]] == first[gone[0]]  # asked again, and as it was
    assert store.get(gone[1]) == later[gone[1]]
    assert store.get(gone[1], 1) == first[gone[1]]


@pytest.mark.parametrize("fault", [("http-500", 500), ("time-out", 0), ("bad-encoding", 0)])
async def test_what_an_older_litgauge_froze_for_now_is_tried_again(
    web: Web, storage: Storage, fault: tuple[str, int]
) -> None:
    store = EvidenceStore(storage)
    before = no_page(GOOD, GOOD, FetchFault("http-404", http_status=404))
    store.put(replace(before, reason=fault[0], http_status=fault[1]))

    assert (await collected(web.fetcher(ONCE), store, GOOD))[GOOD].status == "ok"
    assert (await collected(None, store, GOOD))[GOOD].status == "ok"


class TestHostsThatAreDown:
    """A server that answers nothing gets a handful of requests a run, however many of its pages are cited."""

    async def test_after_some_requests_it_is_left_alone(self, web: Web, storage: Storage) -> None:
        web.names["down.example"] = [PUBLIC]
        dead = [f"http://down.example/drop?n={n}" for n in range(40)]

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), *dead, GOOD)

        assert len([path for path in web.asked if path.startswith("/drop")]) <= 9 + 2  # and those under way
        assert {pages[url].reason for url in dead} == {"closed-early", "host-down"}
        assert {pages[url].status for url in dead} == {"failed"}
        assert pages[GOOD].status == "ok"

    @pytest.mark.slow
    async def test_where_nobody_answers_nothing_more_is_asked(self, web: Web, storage: Storage) -> None:
        hosts = [f"down{n}.example" for n in range(100)]
        web.names = {host: [PUBLIC] for host in hosts}

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), *(f"http://{host}/drop" for host in hosts))

        assert len(web.asked) <= 40 + ONCE.concurrency
        reasons = {page.reason for page in pages.values()}
        assert "no-network" in reasons
        assert reasons <= {"closed-early", "no-network", "time-out"}  # a busy machine is slow to close, too

    async def test_a_server_that_has_answered_once_is_asked_for_every_page(self, web: Web, storage: Storage) -> None:
        mixed = [GOOD, *(f"http://{SITE}/drop?n={n}" for n in range(20))]
        async with web.fetcher(ONCE) as fetcher:
            await fetcher.fetch(GOOD)
            for url in mixed:
                await fetcher.fetch(url)

        assert len([path for path in web.asked if path.startswith("/drop")]) == 20

    async def test_a_server_that_wants_an_hour_is_not_asked_for_its_other_pages(
        self, web: Web, storage: Storage
    ) -> None:
        busy = [f"http://{SITE}/status?is=429&after=3600&n={n}" for n in range(30)]

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), *busy)

        assert len(web.asked) <= 2
        assert {page.reason for page in pages.values()} == {"http-429", "host-down"}


class TestNames:
    """A name that is not found is the agent's fault where names can be looked up at all."""

    async def test_where_another_page_was_had(self, web: Web, storage: Storage) -> None:
        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), "http://no.example/", GOOD)

        assert reasons(pages)["http://no.example/"] == "dns"
        assert pages["http://no.example/"].status == "unreachable"

    async def test_where_only_a_well_known_name_is_found(self, web: Web, storage: Storage) -> None:
        web.names["export.arxiv.org"] = [PUBLIC]
        store = EvidenceStore(storage)

        pages = await collected(web.fetcher(ONCE), store, "http://no.example/")

        assert pages["http://no.example/"] == store.get("http://no.example/")
        assert web.opened == []

    async def test_where_no_name_is_found_nothing_is_frozen(self, web: Web, storage: Storage) -> None:
        store = EvidenceStore(storage)

        pages = await collected(web.fetcher(ONCE), store, "http://no.example/", "http://neither.example/")

        assert {(page.status, page.reason) for page in pages.values()} == {("failed", "no-network")}
        assert store.get("http://no.example/") is None

    async def test_a_name_that_is_not_there_is_looked_up_once(self, web: Web, storage: Storage) -> None:
        urls = [f"http://no.example/{number}" for number in range(6)]

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), *urls, GOOD)

        assert {pages[url].reason for url in urls} == {"dns"}
        assert web.looked_up["no.example"] <= ONCE.host_concurrency

    @pytest.mark.parametrize(
        "code", [socket.EAI_AGAIN, socket.EAI_FAIL, socket.EAI_SYSTEM, socket.EAI_MEMORY, socket.EAI_FAMILY]
    )
    async def test_a_resolver_that_fails_says_nothing_of_the_name(self, web: Web, storage: Storage, code: int) -> None:
        web.unresolved["no.example"] = code

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), "http://no.example/", GOOD)

        assert (pages["http://no.example/"].status, pages["http://no.example/"].reason) == ("failed", "dns-busy")


class TestFolders:
    """Pages of a folder never stand in for the web, nor for those of another folder."""

    def folder(self, place: Path, **pages: Any) -> Path:
        place.mkdir()
        (place / "page.html").write_text("<html><body><p>A page of a folder, with words.</p></body></html>")
        (place / "index.json").write_text(json.dumps({f"http://{SITE}/{name}": page for name, page in pages.items()}))
        return place

    async def of_folder(self, folder: Path, storage: Storage, *urls: str) -> dict[str, EvidencePage]:
        store = EvidenceStore(storage, folder_digest(folder))
        return await collected(replay_fetcher(folder, QUICK, read_pdf), store, *urls)

    async def test_a_later_run_on_the_web_does_not_see_them(self, web: Web, storage: Storage, tmp_path: Path) -> None:
        folder = self.folder(tmp_path / "pages", other={"status": 200, "file": "page.html"})
        assert (await self.of_folder(folder, storage, GOOD))[GOOD].reason == "http-404"

        pages = await collected(web.fetcher(ONCE), EvidenceStore(storage), GOOD)

        assert pages[GOOD].status == "ok"
        assert (await self.of_folder(folder, storage, GOOD))[GOOD].reason == "http-404"  # nor the other way round

    async def test_a_folder_that_was_mended_is_another(self, storage: Storage, tmp_path: Path) -> None:
        folder = self.folder(tmp_path / "pages", article={"status": 200, "file": "page.html"})
        (await self.of_folder(folder, storage, GOOD))[GOOD]
        (folder / "page.html").write_text("<html><body><p>Other words stand here now.</p></body></html>")

        page = (await self.of_folder(folder, storage, GOOD))[GOOD]

        assert "Other words" in EvidenceStore(storage).text(page)

    async def test_what_a_folder_says_of_a_server_lasts(self, storage: Storage, tmp_path: Path) -> None:
        said = {"late": {"error": "timeout"}, "broken": {"status": 503, "file": "page.html"}}
        folder = self.folder(tmp_path / "pages", **said)

        for _ in range(2):
            pages = await self.of_folder(folder, storage, *(f"http://{SITE}/{name}" for name in said))
            assert {page.status for page in pages.values()} == {"unreachable"}
