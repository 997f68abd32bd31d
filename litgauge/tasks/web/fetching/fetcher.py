"""Cited pages from their addresses: each once, under limits, politely, through the guard."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import TracebackType

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from litgauge.tasks.fences import Limits, Stopped
from litgauge.tasks.http.guard import GuardedTransport
from litgauge.tasks.http.retrying import retrying
from litgauge.tasks.pictures.headers import read_header
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.web.fetching.arxiv import ArxivAddress, arxiv_address
from litgauge.tasks.web.fetching.download import Answer, Download, Kind
from litgauge.tasks.web.fetching.faults import FetchFault, UnfetchedError
from litgauge.tasks.web.fetching.hosts import Queues, Robots
from litgauge.tasks.web.fetching.page import FetchedDocument, FetchedPage, fetched_page, no_page
from litgauge.tasks.web.reading.document import ReadPdf
from litgauge.tasks.web.reading.fenced import Document, fenced_reader
from litgauge.tasks.web.reading.webpage import ReadPage
from litgauge.tasks.web.settings import EvidenceSettings

_MOST_REFRESHES = 3
_ABSENT = frozenset({404, 410})


class Fetcher:
    """Fetches pages; to be used as a context manager, within one event loop.

    `transport` is where answers come from: the network through the guard, or a stored index of pages.
    """

    def __init__(
        self,
        settings: EvidenceSettings,
        read_pdf: ReadPdf,
        transport: httpx.AsyncBaseTransport | None = None,
        *,
        recorded: bool = False,
    ) -> None:
        """`recorded`: what it fetches was stored once and will never change, faults included."""
        self._settings, self._read_pdf, self._recorded = settings, read_pdf, recorded
        self._transport = transport or GuardedTransport(max_connections=settings.concurrency)
        self._queues = Queues(settings)
        self._download = Download(self._transport, settings, self._queues.turn)
        self._robots = Robots(settings, self._download, self._queues)
        self._pages: dict[tuple[Kind, str], asyncio.Task[FetchedPage]] = {}

    async def __aenter__(self) -> Fetcher:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        under_way = [*self._pages.values(), *self._robots.under_way]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._transport.aclose()

    async def fetch(self, url: str, page: str | None = None) -> FetchedPage:
        """Return the page behind `url`, known as `page` (default: `url`); asked for once, however many wait for it.

        Never raises for what a page or its server does: that is its status and reason.
        """
        return await self._once(url, page or url, "page")

    async def fetch_picture(self, url: str, page: str | None = None) -> FetchedPage:
        """The picture behind `url`, as `fetch` gives a page; what is no picture has failed ("not-picture")."""
        return await self._once(url, page or url, "picture")

    async def _once(self, url: str, name: str, kind: Kind) -> FetchedPage:
        key = kind, name
        if key not in self._pages:
            task = asyncio.create_task(self._fetch(url, name, kind))
            task.add_done_callback(lambda _: self._pages.pop(key))  # pages are large: whoever wants one keeps it
            self._pages[key] = task
        return await asyncio.shield(self._pages[key])

    async def is_online(self) -> bool:
        """Return whether a resolver that knows no such name can be believed.

        Somebody has answered, or another name is known.

        On many machines without a network, no name exists.
        """
        if self._queues.any_answered or not isinstance(self._transport, GuardedTransport):
            return True
        return await self._transport.knows(self._settings.arxiv_host)

    async def _fetch(self, url: str, page: str, kind: Kind) -> FetchedPage:
        paper = arxiv_address(url) if kind == "page" else None
        try:
            if kind == "picture":
                documents = [await self._picture(url)]
            else:
                documents = await (self._paper(paper) if paper else self._single(url))
        except UnfetchedError as error:
            return no_page(page, url, replace(error.fault, recorded=self._recorded), error.hops)
        return fetched_page(page, url, documents, paper, self._settings.max_chars)

    async def _single(self, url: str) -> list[FetchedDocument]:
        document = await self._document(url)
        if not document.read.text.strip():
            raise UnfetchedError(
                FetchFault("no-text", "the page shows no text without a browser", document.answer.http_status),
                document.answer.hops,
            )
        return [document]

    async def _picture(self, url: str) -> FetchedDocument:
        answer = await self._answer(url, "picture")
        if media_type := read_header(answer.data).media_type:
            return FetchedDocument(answer, media_type, ReadPage(None, "", WorkIdentity(), None))
        try:
            what = (await self._read(answer)).content_type
        except UnfetchedError as error:
            if error.fault.reason == "bot-wall":
                raise
            what = "something that cannot be read"
        fault = FetchFault("not-picture", f"the server gives {what} instead of a picture", answer.http_status)
        raise UnfetchedError(fault, answer.hops)

    async def _paper(self, paper: ArxivAddress) -> list[FetchedDocument]:
        """Return the abstract page, which has the metadata, and the text; one of the two where arXiv has no more."""
        host = self._settings.arxiv_host
        documents: list[FetchedDocument] = []
        try:
            documents.append(await self._document(paper.url(host, "abs")))
        except UnfetchedError as error:
            if paper.kind == "abs" or error.fault.http_status not in _ABSENT:
                raise
        if self._settings.arxiv_pdf or not documents:
            documents += await self._paper_text(paper, bool(documents))
        return documents

    async def _paper_text(self, paper: ArxivAddress, has_abstract: bool) -> list[FetchedDocument]:
        for kind in ("html", "pdf") if paper.kind == "html" else ("pdf",):
            try:
                return [await self._document(paper.url(self._settings.arxiv_host, kind))]
            except UnfetchedError as error:
                missing = error
        if not has_abstract:
            raise missing
        if missing.fault.http_status in _ABSENT or missing.fault.reason.startswith("pdf-"):
            return []
        # An abstract frozen instead of the paper would turn true statements about the paper into unsupported ones.
        raise UnfetchedError(FetchFault("no-full-text", f"the paper's text: {missing.fault.what}"), missing.hops)

    async def _document(self, url: str) -> FetchedDocument:
        hops: tuple[str, ...] = ()
        for _ in range(_MOST_REFRESHES + 1):
            answer = await self._answer(url)
            answer = replace(answer, hops=hops + answer.hops)
            document = await self._read(answer)
            if not document.read.refresh:
                return document
            hops, url = answer.hops, _next(answer.url, document.read.refresh)
        raise UnfetchedError(FetchFault("too-many-redirects", "the page sends its reader on and on"), hops)

    async def _answer(self, url: str, kind: Kind = "page") -> Answer:
        settings = self._settings
        again = retrying(AsyncRetrying, settings.attempts, settings.backoff_s, settings.max_retry_after_s)
        again = again.copy(before_sleep=self._hold_back, retry=again.retry & retry_if_exception(self._worth_it))
        answer: Answer = await again(self._download.get, url, self._robots.permit, kind=kind)
        return answer

    def _worth_it(self, error: BaseException) -> bool:
        """Return whether to try again: not after silence where nobody has answered, as without a way to the web."""
        silent = isinstance(error, UnfetchedError) and error.fault.reason == "time-out"
        return self._queues.any_answered or not silent

    def _hold_back(self, state: RetryCallState) -> None:
        """Delay all pages of a host as long as its server asked for."""
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, UnfetchedError) and error.hops and error.after_s:
            self._queues.hold_back(error.hops[-1], error.after_s)

    async def _read(self, answer: Answer) -> FetchedDocument:
        header = next((value for name, value in answer.headers if name.lower() == "content-type"), "")
        settings = self._settings
        document = Document(answer.data, header, answer.url, self._read_pdf, settings.max_chars)
        limits = Limits(settings.reading_time_s, settings.reading_memory_mb)
        reading = await fenced_reader(limits).read(document)

        def unread(reason: str, what: str) -> UnfetchedError:
            return UnfetchedError(FetchFault(reason, what, answer.http_status), answer.hops)

        if isinstance(reading, Stopped):
            raise unread(f"reading-{reading.code}", reading.message)
        if reading.trace:
            raise UnreadableError(f"{reading.what}\n\n{reading.trace}")
        if reading.rule:
            raise unread(reading.rule if reading.rule.startswith("pdf-") else f"pdf-{reading.rule}", reading.what)
        if reading.page is None:
            raise unread("not-text", f"the page is {reading.content_type}")
        if reading.page.challenge:
            raise unread("bot-wall", "the page asks whether we are human")
        return FetchedDocument(answer, reading.content_type, reading.page)


class UnreadableError(Exception):
    """Reading a page raised what nobody foresaw, in a process of its own; the message ends with where it broke."""


def _next(base: str, target: str) -> str:
    try:
        return str(httpx.URL(base).join(target))
    except (httpx.InvalidURL, ValueError):
        return target
