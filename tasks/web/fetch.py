"""Cited pages from their addresses: each once, under limits, politely, through the guard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from tasks.errors import ItemError
from tasks.records import WorkIdentity
from tasks.text import normalise_arxiv_id, normalise_doi
from tasks.web.arxiv import ArxivAddress, arxiv_address
from tasks.web.content import HTML, PDF, content_type, decode_text, is_readable
from tasks.web.download import Answer, Download
from tasks.web.invisible import count_invisible
from tasks.web.manners import Queues, Robots
from tasks.web.reasons import Fault, Status, UnfetchedError
from tasks.web.scholarly import is_scholarly_text
from tasks.web.settings import EvidenceSettings
from tasks.web.transport import GuardedTransport
from tasks.web.webpage import ReadPage, read_html

ReadPdf = Callable[[bytes], tuple[str | None, str]]
"""Title and text of a PDF; raises Rejected or Failed. Called in a thread."""

_MOST_REFRESHES = 3
_HTML_PER_TEXT = 4  # characters of HTML that are read for each character of text
_READING_S = 180.0
_FIRST_PAGE_CHARS = 3_000
_GONE = frozenset({404, 410})
_NO_IDENTITY = WorkIdentity()


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that a server gave, and what was read out of it."""

    answer: Answer
    content_type: str  # told by content
    read: ReadPage


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A cited page, or why there is none."""

    page: str  # the address that stands for it
    url: str  # as asked
    final_url: str
    status: Status
    reason: str  # "" if ok
    what: str  # the reason in words
    http_status: int
    fetched: str  # ISO 8601, UTC
    hops: tuple[str, ...]
    documents: tuple[Document, ...]  # the first is the page; a paper of arXiv has its text as a second
    title: str | None = None
    identity: WorkIdentity = _NO_IDENTITY
    scholarly: bool | None = None
    text: str = ""


class Fetcher:
    """Fetches pages; to be used as a context manager, within one event loop.

    `transport` is where answers come from: the network through the guard, or a stored index of pages.
    """

    def __init__(
        self, settings: EvidenceSettings, read_pdf: ReadPdf, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._settings, self._read_pdf = settings, read_pdf
        self._transport = transport or GuardedTransport(max_connections=settings.concurrency)
        self._queues = Queues(settings)
        self._download = Download(self._transport, settings, self._queues.turn)
        self._robots = Robots(settings, self._download, self._queues)
        self._pages: dict[str, asyncio.Task[FetchedPage]] = {}

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
        """The page behind `url`, known as `page` (default: `url`); asked for once, however many wait for it.

        Never raises for what a page or its server does: that is its status and reason.
        """
        name = page or url
        if name not in self._pages:
            task = asyncio.create_task(self._fetch(url, name))
            task.add_done_callback(lambda _: self._pages.pop(name))  # pages are large: whoever wants one keeps it
            self._pages[name] = task
        return await asyncio.shield(self._pages[name])

    async def _fetch(self, url: str, page: str) -> FetchedPage:
        fetched = datetime.now(UTC).isoformat(timespec="seconds")
        paper = arxiv_address(url)
        try:
            documents = await (self._paper(paper) if paper else self._single(url))
        except UnfetchedError as error:
            fault = error.fault
            last = error.hops[-1] if error.hops else url
            return FetchedPage(
                page, url, last, fault.status, fault.reason, fault.what, fault.http_status, fetched, error.hops, ()
            )
        first = documents[0].answer
        fetched_page = FetchedPage(
            page, url, first.url, "ok", "", "", first.http_status, fetched, first.hops, tuple(documents)
        )
        return _described(fetched_page, self._settings.max_chars, paper)

    async def _single(self, url: str) -> list[Document]:
        document = await self._document(url)
        if not document.read.text.strip():
            raise UnfetchedError(
                Fault("no-text", "the page shows no text without a browser", document.answer.http_status),
                document.answer.hops,
            )
        return [document]

    async def _paper(self, paper: ArxivAddress) -> list[Document]:
        """The abstract page, which has the metadata, and the text; one of the two where arXiv has no more."""
        host = self._settings.arxiv_host
        documents: list[Document] = []
        try:
            documents.append(await self._document(paper.url(host, "abs")))
        except UnfetchedError as error:
            if paper.kind == "abs" or error.fault.http_status not in _GONE:
                raise
        if self._settings.arxiv_pdf or not documents:
            documents += await self._paper_text(paper, bool(documents))
        return documents

    async def _paper_text(self, paper: ArxivAddress, has_abstract: bool) -> list[Document]:
        for kind in ("html", "pdf") if paper.kind == "html" else ("pdf",):
            try:
                return [await self._document(paper.url(self._settings.arxiv_host, kind))]
            except UnfetchedError as error:
                missing = error
        if not has_abstract:
            raise missing
        if missing.fault.http_status in _GONE or missing.fault.reason.startswith("pdf-"):
            return []
        # An abstract frozen instead of the paper would turn true statements about the paper into unsupported ones.
        raise UnfetchedError(Fault("no-full-text", f"the paper's text: {missing.fault.what}"), missing.hops)

    async def _document(self, url: str) -> Document:
        hops: tuple[str, ...] = ()
        for _ in range(_MOST_REFRESHES + 1):
            answer = await self._answer(url)
            answer = replace(answer, hops=hops + answer.hops)
            document = await self._read(answer)
            if not document.read.refresh:
                return document
            hops, url = answer.hops, _next(answer.url, document.read.refresh)
        raise UnfetchedError(Fault("too-many-redirects", "the page sends its reader on and on"), hops)

    async def _answer(self, url: str) -> Answer:
        retrying = AsyncRetrying(
            stop=self._given_up,
            wait=self._pause,
            retry=retry_if_exception(lambda error: isinstance(error, UnfetchedError) and error.fault.transient),
            before_sleep=self._hold_back,
            reraise=True,
        )
        answer: Answer = await retrying(self._download.get, url, self._robots.permit)
        return answer

    def _given_up(self, state: RetryCallState) -> bool:
        asked = _asked_s(state) or 0.0
        return state.attempt_number >= self._settings.attempts or asked > self._settings.max_retry_after_s

    def _pause(self, state: RetryCallState) -> float:
        asked = _asked_s(state)
        return float(self._settings.backoff_s * 2 ** (state.attempt_number - 1)) if asked is None else asked

    def _hold_back(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, UnfetchedError) and error.hops and (asked := _asked_s(state)):
            self._queues.hold_back(error.hops[-1], asked)

    async def _read(self, answer: Answer) -> Document:
        header = next((value for name, value in answer.headers if name.lower() == "content-type"), "")
        kind = content_type(answer.data, header)
        if not is_readable(kind):
            raise UnfetchedError(Fault("not-text", f"the page is {kind}", answer.http_status), answer.hops)
        try:
            async with asyncio.timeout(_READING_S):
                read = await asyncio.to_thread(self._reading, answer, kind, header)
        except ItemError as error:
            rule = error.rule if error.rule.startswith("pdf-") else f"pdf-{error.rule}"
            raise UnfetchedError(Fault(rule, error.what, answer.http_status), answer.hops) from error
        except TimeoutError:
            raise UnfetchedError(
                Fault("unreadable", f"not read within {_READING_S:.0f} s", answer.http_status), answer.hops
            ) from None
        if read.challenge:
            raise UnfetchedError(
                Fault("bot-wall", "the page asks whether we are human", answer.http_status), answer.hops
            )
        return Document(answer, kind, read)

    def _reading(self, answer: Answer, kind: str, header: str) -> ReadPage:
        if kind == PDF:
            title, text = self._read_pdf(answer.data)
            return _read_pdf_text(title, text, answer.url)
        text = decode_text(answer.data, header)
        if kind == HTML:
            return read_html(text[: self._settings.max_chars * _HTML_PER_TEXT], answer.url)
        return ReadPage(
            None, text, WorkIdentity(), is_scholarly_text(text, answer.url), invisible=count_invisible(text)
        )


async def fetch_page(
    url: str,
    settings: EvidenceSettings,
    read_pdf: ReadPdf,
    *,
    page: str | None = None,
    transport: httpx.AsyncBaseTransport | None = None,
) -> FetchedPage:
    """One page; for several use a Fetcher, which shares connections, queues and what robots.txt says."""
    async with Fetcher(settings, read_pdf, transport) as fetcher:
        return await fetcher.fetch(url, page)


def _asked_s(state: RetryCallState) -> float | None:
    error = state.outcome.exception() if state.outcome else None
    return error.fault.retry_after_s if isinstance(error, UnfetchedError) else None


def _next(base: str, target: str) -> str:
    try:
        return str(httpx.URL(base).join(target))
    except (httpx.InvalidURL, ValueError):
        return target


def _read_pdf_text(title: str | None, text: str, url: str) -> ReadPage:
    beginning = f"{title or ''}\n{text[:_FIRST_PAGE_CHARS]}"
    on_arxiv = [line for line in beginning.splitlines() if "arxiv:" in line.lower()]
    identity = WorkIdentity(
        # The works that a paper cites have DOIs, too; its own stands on its first page.
        doi=normalise_doi(beginning.partition("\nReferences")[0]),
        arxiv_id=next((found for line in on_arxiv if (found := normalise_arxiv_id(line))), None),
        title=title,
    )
    return ReadPage(title, text, identity, is_scholarly_text(text, url), invisible=count_invisible(text))


def _described(page: FetchedPage, max_chars: int, paper: ArxivAddress | None) -> FetchedPage:
    reads: Sequence[ReadPage] = [document.read for document in page.documents]
    text = "\n\n".join(read.text for read in reads if read.text)[:max_chars]
    scholarly = next((read.scholarly for read in reads if read.scholarly is not None), None)
    title, identity = next((read.title for read in reads if read.title), None), reads[0].identity
    if paper:
        identity, scholarly = replace(identity, arxiv_id=paper.arxiv_id), True
    return replace(page, text=text, title=title, identity=identity, scholarly=scholarly)
