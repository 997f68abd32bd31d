"""The documents of the local index: the works that a release's surveys cite, and the pages that are frozen.

It knows no benchmark. A work is a row with a title, in whatever table of the release; but for the table that the tasks
refer to, which holds what they are about: the surveys, which are the answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.local_index import Document
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.stored_pages import digest_of_pages, fetcher_of
from litgauge.tasks.records import EvidencePage, WorkIdentity
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.text import clean_text, compact_title, normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.work_addresses import work_at
from litgauge.tasks.web import DamagedPageError, EvidenceSettings, EvidenceStore, collect_evidence, stored_addresses

_MOST_PAGES, _MOST_WORKS = 20_000, 200_000
_PAGE_CHARS = 3_000  # of a page's beginning: what it is about stands there
_LONGEST_TITLE = 500
_TELLING = 15  # letters of a title by which two rows are one work
NO_DOCUMENTS = (
    "the local search has nothing to find: the release holds no works, and no pages are stored. Name a folder of "
    "stored pages (--set pages=FOLDER, with an index.json) or a search of the web (--set search.provider=serper)"
)
"""Message for the user where there is nothing to find."""
_COLUMNS = ("title", "abstract", "venue", "year", "doi", "arxiv_id", "url")


@dataclass(frozen=True)
class LocalDocuments:
    """The works and pages that can be searched and read without a network."""

    storage: Storage
    release: StoredRelease
    pages: str | None = None  # a folder of stored pages that stands for the web

    @property
    def answering(self) -> dict[str, Any]:
        """Return what decides its documents, but for pages of the web: those that are frozen at the first search."""
        return {"release": self.release.digest, "pages": digest_of_pages(self.pages)}

    def all(self) -> tuple[Document, ...]:
        """Every work once, in the order of the release, then the pages that are none of them; blocking."""
        merged: list[Document] = []
        places: dict[str, int] = {}
        for document in (*islice(_works(self.release), _MOST_WORKS), *self._pages()):
            names = tuple(_names(document.hit))
            place = next((places[name] for name in names if name in places), len(merged))
            if place == len(merged):
                merged.append(document)
            else:
                merged[place] = _merged(merged[place], document)
            for name in names:
                places.setdefault(name, place)
        return tuple(merged)

    def _pages(self) -> Iterator[Document]:
        store = EvidenceStore(self.storage, digest_of_pages(self.pages))
        for page in store.pages(_MOST_PAGES) if self.pages is None else pages_in(self.pages, store):
            try:
                text = store.text(page)
            except DamagedPageError:
                continue  # whoever reads the page is told
            yield _of_page(page, text[:_PAGE_CHARS])


def pages_in(folder: str, store: EvidenceStore) -> Iterable[EvidencePage]:
    """The pages of a folder, frozen now where they are not yet, in the order of its index."""
    addresses = {page_of(url): url for url in stored_addresses(Path(folder))}
    opened = fetcher_of(EvidenceSettings(), folder, fetch=True)
    assert opened is not None

    async def collected() -> dict[str, EvidencePage]:
        async with opened() as fetcher:
            return {page.page: page async for page in collect_evidence(addresses, store, fetcher)}

    pages = asyncio.run(collected())
    return [pages[name] for name in addresses if pages[name].status == "ok"]


def _works(release: StoredRelease) -> Iterator[Document]:
    benchmark = release.benchmark
    tasks = benchmark.table(benchmark.tasks)
    about = {place.partition(".")[0] for place in tasks.refers_to.values()} if tasks else set()
    for name in release.manifest.tables:
        if name in about or name == benchmark.tasks:
            continue
        table = release.table(name)
        if "title" in table.column_names:
            columns = [column for column in _COLUMNS if column in table.column_names]
            for row in table.select(columns).to_pylist():
                if title := _text(row, "title"):
                    yield _of_row(row, title)


def _of_row(row: Mapping[str, Any], title: str) -> Document:
    url = _text(row, "url")
    named = work_at(url) or WorkIdentity()
    identity = replace(
        named,
        doi=normalise_doi(_text(row, "doi")) or named.doi,
        arxiv_id=normalise_arxiv_id(_text(row, "arxiv_id")) or named.arxiv_id,
        title=title,
    )
    address = f"https://arxiv.org/abs/{identity.arxiv_id}" if identity.arxiv_id else url
    if not address and identity.doi:
        address = f"https://doi.org/{identity.doi}"
    year = row.get("year")
    hit = SearchHit(title[:_LONGEST_TITLE], address, "", str(year) if isinstance(year, int) else "", identity)
    return Document(hit, " ".join(filter(None, (_text(row, "abstract"), _text(row, "venue")))))


def _of_page(page: EvidencePage, text: str) -> Document:
    named = work_at(page.url) or WorkIdentity()
    title = clean_text(page.title or "")[:_LONGEST_TITLE] or page.url
    identity = replace(
        page.identity,
        doi=page.identity.doi or named.doi,
        arxiv_id=page.identity.arxiv_id or named.arxiv_id,
        title=page.identity.title or page.title,
    )
    return Document(SearchHit(title, page.url, "", page.published, identity), text, is_page=True)


def _merged(first: Document, other: Document) -> Document:
    """One work of two: as the first names it, at the address that can be read, with the longer text."""
    readable = other if other.is_page and not first.is_page else first
    address = readable.hit.url or other.hit.url
    other_identity = {name: getattr(other.hit.identity, name) for name in ("doi", "arxiv_id", "title")}
    identity = replace(
        first.hit.identity,
        **{name: value for name, value in other_identity.items() if not getattr(first.hit.identity, name)},
    )
    hit = replace(first.hit, url=address, date=first.hit.date or other.hit.date, identity=identity)
    return Document(hit, max(first.text, other.text, key=len), first.is_page or other.is_page)


def _names(hit: SearchHit) -> Iterator[str]:
    """Return what tells that two rows or pages are one work."""
    if hit.identity.arxiv_id:
        yield f"arxiv {hit.identity.arxiv_id}"
    if hit.identity.doi:
        yield f"doi {hit.identity.doi}"
    if hit.url:
        yield page_of(hit.url)
    if len(title := compact_title(hit.title)) >= _TELLING:
        yield f"title {title}"


def _text(row: Mapping[str, Any], column: str) -> str:
    value = row.get(column)
    return value.strip() if isinstance(value, str) else ""
