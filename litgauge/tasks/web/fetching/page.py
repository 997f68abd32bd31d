"""A cited page as it was fetched, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from litgauge.tasks.records import PersonName, WorkIdentity
from litgauge.tasks.web.fetching.arxiv import ArxivAddress
from litgauge.tasks.web.fetching.download import Answer
from litgauge.tasks.web.fetching.faults import FetchFault, Status
from litgauge.tasks.web.reading.webpage import ReadPage

_NO_IDENTITY = WorkIdentity()


@dataclass(frozen=True, slots=True)
class FetchedDocument:
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
    documents: tuple[FetchedDocument, ...]  # the first is the page; a paper of arXiv has its text as a second
    title: str | None = None
    identity: WorkIdentity = _NO_IDENTITY
    scholarly: bool | None = None
    text: str = ""
    authors: tuple[PersonName, ...] = ()
    published: str = ""


def no_page(page: str, url: str, fault: FetchFault, hops: tuple[str, ...] = ()) -> FetchedPage:
    """A page that could not be had."""
    last = hops[-1] if hops else url
    return FetchedPage(
        page, url, last, fault.status, fault.reason, fault.what, fault.http_status, _now(), hops, documents=()
    )


def fetched_page(
    page: str, url: str, documents: Sequence[FetchedDocument], paper: ArxivAddress | None, max_chars: int
) -> FetchedPage:
    """A page with what its documents say together; `paper` if they are one of arXiv."""
    reads, first = [document.read for document in documents], documents[0].answer
    identity = reads[0].identity
    scholarly = next((read.scholarly for read in reads if read.scholarly is not None), None)
    if paper:
        identity, scholarly = replace(identity, arxiv_id=paper.arxiv_id), True
    return FetchedPage(
        page, url, first.url, "ok", "", "", first.http_status, _now(), first.hops, tuple(documents),
        title=next((read.title for read in reads if read.title), None),
        identity=identity,
        scholarly=scholarly,
        text="\n\n".join(read.text for read in reads if read.text)[:max_chars],
        authors=reads[0].authors,
        published=reads[0].published,
    )  # fmt: skip


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
