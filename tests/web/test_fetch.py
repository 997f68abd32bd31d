"""Pages from a web that hangs, loops, lies, never ends and lets nobody in: each gets a status, a reason, and an end."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.web import Fetcher
from tests.web.web import MAX_BYTES, PDF, QUICK, SITE, Web, read_pdf


async def test_an_article(web: Web) -> None:
    page = await web.fetch(f"http://{SITE}/article#section-2")

    assert (page.status, page.reason, page.http_status) == ("ok", "", 200)
    assert page.url == f"http://{SITE}/article#section-2"
    assert page.final_url == f"http://{SITE}/article"
    assert page.title == "On loops"
    assert page.identity == WorkIdentity(doi="10.5555/loops.1", title="On loops")
    assert page.scholarly is True
    assert "42 turns" in page.text
    assert page.documents[0].content_type == "text/html"
    assert ("content-type", "text/html; charset=utf-8") in page.documents[0].answer.headers
    assert page.fetched.endswith("+00:00")


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("/nothing", "unreachable", "http-404"),
        ("/status?is=410", "unreachable", "http-410"),
        ("/status?is=500", "failed", "http-500"),
        ("/status?is=304", "unreachable", "http-304"),
        ("/status?is=400", "unreachable", "http-400"),
        ("/status?is=408", "failed", "http-408"),
        ("/status?is=501", "failed", "http-501"),
        ("/status?is=999", "failed", "http-999"),
        ("/status?is=406", "failed", "http-406"),
        ("/status?is=403", "failed", "http-403"),  # a robot is not let in: no fault of the agent's
        ("/status?is=401", "failed", "http-401"),
        ("/status?is=429", "failed", "http-429"),
        ("/loop", "unreachable", "too-many-redirects"),
        ("/refresh-loop", "unreachable", "too-many-redirects"),
        ("/redirect?to=http://[", "unreachable", "bad-url"),
        ("/huge", "failed", "too-large"),
        ("/announced", "failed", "too-large"),
        ("/bomb", "failed", "too-large"),
        ("/cut", "failed", "closed-early"),
        ("/drop", "failed", "closed-early"),
        ("/zipped?as=br", "failed", "bad-encoding"),
        ("/zipped?as=lie", "failed", "bad-encoding"),
        ("/zipped?as=cut", "failed", "closed-early"),
        ("/lie?body=png&says=text/html", "unreachable", "not-text"),
        ("/lie?body=zip&says=application/pdf", "unreachable", "not-text"),
        ("/lie?body=scan&says=application/pdf", "failed", "pdf-no-text"),
        ("/lie?body=empty&says=text/html", "failed", "no-text"),
        ("/lie?body=script&says=text/html", "failed", "no-text"),
        ("/lie?body=wall&says=text/html", "failed", "bot-wall"),
    ],
)
async def test_no_page(web: Web, path: str, status: str, reason: str) -> None:
    started = time.monotonic()

    page = await web.fetch(f"http://{SITE}{path}")

    assert (page.status, page.reason) == (status, reason)
    assert page.text == ""
    assert time.monotonic() - started < 20


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/hang", "/trickle"])
async def test_a_server_that_takes_its_time(web: Web, path: str) -> None:
    impatient = QUICK.model_copy(update={"attempts": 1, "read_timeout_s": 0.2, "total_timeout_s": 0.4})

    page = await web.fetch(f"http://{SITE}{path}", impatient)

    assert (page.status, page.reason) == ("failed", "time-out")
    assert web.asked == [path]


async def test_of_a_gigabyte_only_the_beginning_is_taken(web: Web) -> None:
    await web.fetch(f"http://{SITE}/huge")

    assert web.sent["/huge"] < 40 * MAX_BYTES  # what was in the sockets (10 MB where a machine is slow) when we hung up
    assert web.asked == ["/huge"]  # it does not get smaller by asking again


@pytest.mark.slow
async def test_all_faults_at_once_leave_the_good_pages_alone(web: Web) -> None:
    bad = ["/hang", "/trickle", "/loop", "/huge", "/bomb", "/cut", "/drop", "/nothing", "/status?is=500"]
    good = [f"/article?n={n}" for n in range(9)]
    addresses = [f"http://{SITE}{path}" for pair in zip(good, bad, strict=True) for path in pair]

    async with web.fetcher(QUICK.model_copy(update={"host_concurrency": 8, "attempts": 1})) as fetcher:
        pages = await asyncio.gather(*(fetcher.fetch(url) for url in addresses))

    assert {page.url: page.status == "ok" for page in pages} == {url: "/article" in url for url in addresses}
    assert len({page.text for page in pages if page.status == "ok"}) == 1


@pytest.mark.parametrize("first", [500, 502, 503, 408, 429])
async def test_a_server_that_is_busy_is_asked_again(web: Web, first: int) -> None:
    page = await web.fetch(f"http://{SITE}/flaky?first={first}")

    assert page.status == "ok"
    assert len(web.asked) == 2


@pytest.mark.slow
async def test_retry_after_is_waited_for(web: Web) -> None:
    started = time.monotonic()

    page = await web.fetch(f"http://{SITE}/flaky?first=429&after=1")

    assert page.status == "ok"
    assert time.monotonic() - started >= 1


async def test_a_server_that_wants_an_hour_is_left_to_the_next_run(web: Web) -> None:
    page = await web.fetch(f"http://{SITE}/flaky?first=429&after=3600")

    assert (page.status, page.reason, len(web.asked)) == ("failed", "http-429", 1)


async def test_what_will_not_change_is_not_asked_again(web: Web) -> None:
    for path in ("/nothing", "/status?is=403", "/loop"):
        await web.fetch(f"http://{SITE}{path}")

    assert web.asked.count("/nothing") == 1
    assert web.asked.count("/status?is=403") == 1
    assert web.asked.count("/loop") == 3  # six hops, half of them here


async def test_redirects_are_followed_and_written_down(web: Web) -> None:
    web.names["other.example"] = ["151.101.1.6"]

    page = await web.fetch(f"http://{SITE}/redirect?to=http%3A%2F%2Fother.example%2Farticle")

    assert page.status == "ok"
    assert page.final_url == "http://other.example/article"
    assert page.hops == (
        f"http://{SITE}/redirect?to=http%3A%2F%2Fother.example%2Farticle",
        "http://other.example/article",
    )
    assert web.hosts == [SITE, "other.example"]


async def test_a_page_that_sends_its_reader_on(web: Web) -> None:
    page = await web.fetch(f"http://{SITE}/refresh")

    assert (page.status, page.final_url) == ("ok", f"http://{SITE}/article")
    assert page.hops == (f"http://{SITE}/refresh", f"http://{SITE}/article")


async def test_a_page_that_wants_its_cookie_back(web: Web) -> None:
    first = await web.fetch(f"http://{SITE}/cookie")
    async with web.fetcher() as fetcher:
        await fetcher.fetch(f"http://{SITE}/cookie")
        web.asked.clear()
        await fetcher.fetch(f"http://{SITE}/cookie?again=1")

    assert first.status == "ok"
    assert len(web.asked) == 2  # what one page left behind, the next does not know


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw"])
async def test_packed_pages(web: Web, coding: str) -> None:
    page = await web.fetch(f"http://{SITE}/zipped?as={coding}")

    assert page.title == "On loops"


@pytest.mark.parametrize(
    ("body", "says", "kind"),
    [
        ("pdf", "text/html", "application/pdf"),
        ("pdf", "application/octet-stream", "application/pdf"),
        ("html", "application/pdf", "text/html"),
        ("html", "image/png", "text/html"),
        ("text", "text/html", "text/plain"),
        ("text", "application/pdf", "text/plain"),
        ("json", "text/html", "application/json"),
    ],
)
async def test_the_type_is_told_by_content(web: Web, body: str, says: str, kind: str) -> None:
    page = await web.fetch(f"http://{SITE}/lie?body={body}&says={says}")

    assert page.status == "ok"
    assert page.documents[0].content_type == kind
    assert "42" in page.text or "Forty-two" in page.text


@pytest.mark.parametrize(
    "query",
    [
        "bytes=utf-8&says=iso-8859-1",
        "bytes=utf-8&says=nonsense&meta=windows-1252",
        "bytes=cp1252&says=utf-8",
        "bytes=cp1252&meta=iso-8859-1",
        "bytes=utf-16&says=utf-8",
        "bytes=utf-8-sig&says=latin-1",
        "bytes=cp1252",
        "bytes=utf-8&says=base64",
        "bytes=utf-8",
    ],
)
async def test_wrong_and_missing_charsets(web: Web, query: str) -> None:
    page = await web.fetch(f"http://{SITE}/charset?{query}")

    assert "dix-huit euros à Besançon, naïveté" in page.text
    assert page.title == "Café"


async def test_a_page_is_asked_for_once(web: Web) -> None:
    async with web.fetcher() as fetcher:
        pages = await asyncio.gather(
            *(fetcher.fetch(f"http://{SITE}/article#{n}", f"{SITE}/article") for n in range(5))
        )

    assert web.asked == ["/article"]
    assert len({id(page) for page in pages}) == 1


@pytest.mark.slow
async def test_requests_at_once(web: Web) -> None:
    urls = [f"http://{SITE}/slow-article?n={n}" for n in range(9)]
    web.names |= {f"h{n}.example": ["151.101.1.6"] for n in range(9)}
    everywhere = [f"http://h{n}.example/slow-article" for n in range(9)]

    async with web.fetcher(QUICK.model_copy(update={"host_concurrency": 3})) as fetcher:
        await asyncio.gather(*(fetcher.fetch(url) for url in urls))
    per_host, web.most_under_way = web.most_under_way, 0
    async with web.fetcher(QUICK.model_copy(update={"concurrency": 4})) as fetcher:
        await asyncio.gather(*(fetcher.fetch(url) for url in everywhere))

    assert per_host == 3
    assert web.most_under_way in (4, 5)  # the server may still close one when the next comes


@pytest.mark.slow
async def test_requests_to_one_host_are_spaced(web: Web) -> None:
    spaced = QUICK.model_copy(update={"interval_s": 0.4, "robots": False, "total_timeout_s": 1.5})
    started = time.monotonic()
    async with web.fetcher(spaced) as fetcher:
        pages = await asyncio.gather(*(fetcher.fetch(f"http://{SITE}/article?n={n}") for n in range(5)))

    assert time.monotonic() - started >= 1.6
    assert {page.status for page in pages} == {"ok"}  # the time in line is not the page's time


async def test_a_pause_set_for_a_host_stands_instead_of_the_general_one(web: Web) -> None:
    spaced = QUICK.model_copy(update={"interval_s": 5.0, "host_intervals_s": {SITE: 0.0}, "robots": False})
    started = time.monotonic()
    async with web.fetcher(spaced) as fetcher:
        await asyncio.gather(*(fetcher.fetch(f"http://{SITE}/article?n={n}") for n in range(5)))

    assert time.monotonic() - started < 20  # 4 x 5 s


class TestRobots:
    """What robots.txt closes is not fetched, unless the user says so."""

    async def test_a_closed_page(self, web: Web) -> None:
        web.robots = "User-agent: *\nDisallow: /closed/\n"

        page = await web.fetch(f"http://{SITE}/closed/article")
        open_page = await web.fetch(f"http://{SITE}/article")

        assert (page.status, page.reason) == ("failed", "robots")
        assert open_page.status == "ok"
        assert web.asked == ["/article"]

    async def test_a_closed_page_behind_a_redirect(self, web: Web) -> None:
        web.robots = "User-agent: *\nDisallow: /closed/\n"

        page = await web.fetch(f"http://{SITE}/redirect?to=/closed/article")

        assert page.reason == "robots"
        assert len(web.asked) == 1

    async def test_the_switch(self, web: Web) -> None:
        web.robots = "User-agent: *\nDisallow: /\n"

        page = await web.fetch(f"http://{SITE}/article", QUICK.model_copy(update={"robots": False}))

        assert page.status == "ok"

    async def test_our_own_group(self, web: Web) -> None:
        web.robots = "User-agent: litgauge\nDisallow: /\n\nUser-agent: *\nAllow: /\n"

        assert (await web.fetch(f"http://{SITE}/article")).reason == "robots"

    async def test_a_server_that_fails_on_robots_txt_is_left_alone(self, web: Web) -> None:
        web.robots = 503

        page = await web.fetch(f"http://{SITE}/article")

        assert (page.status, page.reason) == ("failed", "robots")
        assert web.asked == []

    @pytest.mark.parametrize("robots", [404, 403, 429])
    async def test_no_robots_txt_closes_nothing(self, web: Web, robots: int) -> None:
        web.robots = robots

        assert (await web.fetch(f"http://{SITE}/article")).status == "ok"

    @pytest.mark.slow
    async def test_the_crawl_delay_is_kept_up_to_our_limit(self, web: Web) -> None:
        web.robots = "User-agent: *\nCrawl-delay: 3600\n"
        started = time.monotonic()

        async with web.fetcher() as fetcher:
            await asyncio.gather(*(fetcher.fetch(f"http://{SITE}/article?n={n}") for n in range(5)))

        assert 0.2 <= time.monotonic() - started < 20  # 4 x 0.05 s

    async def test_robots_txt_does_not_lead_inside(self, web: Web) -> None:
        web.names["trap.example"] = [["127.0.0.1"]]

        page = await web.fetch("http://trap.example/article")

        assert page.reason == "private-address"
        assert web.opened == []


class TestArxiv:
    """A paper of arXiv is its abstract page and its PDF."""

    settings = QUICK.model_copy(update={"arxiv_host": "export.arxiv.org", "robots": False})

    @pytest.fixture(autouse=True)
    def arxiv(self, web: Web) -> None:
        web.names["export.arxiv.org"] = ["151.101.1.6"]

    async def fetch(self, web: Web, url: str) -> tuple[str, str, list[str]]:
        """Status, text and what was asked for; over http, since this server has no certificate for arXiv."""

        class Plain(httpx.AsyncBaseTransport):
            async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
                request.url = request.url.copy_with(scheme="http")
                return await inner.handle_async_request(request)

            async def aclose(self) -> None:
                await inner.aclose()

        inner = web.transport()
        async with Fetcher(self.settings, read_pdf, Plain()) as fetcher:
            page = await fetcher.fetch(url)
        if page.status == "ok":
            assert page.identity.arxiv_id is not None
            assert page.scholarly is True
        return page.status if page.status == "ok" else page.reason, page.text, web.asked

    @pytest.mark.parametrize(
        "url",
        [
            "https://arxiv.org/abs/2101.00001",
            "http://www.arxiv.org/pdf/2101.00001.pdf",
            "https://doi.org/10.48550/arXiv.2101.00001",
        ],
    )
    async def test_abstract_and_text(self, web: Web, url: str) -> None:
        status, text, asked = await self.fetch(web, url)

        assert status == "ok"
        assert asked == ["/abs/2101.00001", "/pdf/2101.00001"]
        assert text.index("42 turns") < text.index("The printed page says 42")

    async def test_a_paper_without_pdf(self, web: Web) -> None:
        status, text, _ = await self.fetch(web, "https://arxiv.org/abs/2101.00002")

        assert status == "ok"
        assert "42 turns" in text

    async def test_a_pdf_that_cannot_be_had_now_is_not_replaced_by_its_abstract(self, web: Web) -> None:
        status, text, _ = await self.fetch(web, "https://arxiv.org/abs/2101.00003")

        assert (status, text) == ("no-full-text", "")

    async def test_a_paper_that_does_not_exist(self, web: Web) -> None:
        assert (await self.fetch(web, "https://arxiv.org/abs/2101.99999"))[0] == "http-404"
        assert (await self.fetch(web, "https://arxiv.org/pdf/2101.99999"))[0] == "http-404"


async def test_leaving_the_fetcher_ends_what_is_under_way(web: Web) -> None:
    patient = QUICK.model_copy(update={"total_timeout_s": 60.0, "read_timeout_s": 60.0, "attempts": 1})
    async with web.fetcher(patient) as fetcher:
        waiting = asyncio.create_task(fetcher.fetch(f"http://{SITE}/hang"))
        await asyncio.sleep(0.1)
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_the_pdf_of_these_tests_is_one() -> None:
    assert read_pdf(PDF)[0] == "A printed page"
