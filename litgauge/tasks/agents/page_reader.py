"""Pages for an agent, read through the evidence store, so that scoring judges it by the text that it read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.base.errors import Failed
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.fences import Limits
from litgauge.tasks.records import EvidencePage, WorkIdentity
from litgauge.tasks.web import EvidenceSettings, EvidenceStore, Fetcher, collect_evidence
from litgauge.tasks.web.reading.characters import decode_text
from litgauge.tasks.web.reading.fenced import read_markdown
from litgauge.tasks.web.reading.media_types import HTML

_MARKUP = frozenset({HTML, "application/xhtml+xml"})
_ENOUGH = 0.6  # of a page's text, which may hold a whole paper beside its page on arXiv
_DEFAULTS = EvidenceSettings()
_OURS = frozenset({"no-network", "not-frozen", "damaged"})  # what no other page would fare better with
_WORDS: Mapping[str, str] = {
    "refused": "this address may not be opened",
    "unreachable": "no such page",
    "failed": "this page cannot be read at present",
}


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as an agent reads it."""

    url: str  # as it was asked for
    title: str
    text: str  # whole; the agent decides how much of it a model sees
    date: str = ""  # "YYYY-MM" or "YYYY", as exact as the page says; "" where it does not
    identity: WorkIdentity = field(default_factory=WorkIdentity)
    page: str = ""  # its name among the frozen pages
    final_url: str = ""  # where redirects led to; "" where nobody recorded it
    markup: str = ""  # the page as the server gave it, where that is HTML: metadata and links stand there
    markdown: str = ""  # the text with headings and links, for a model; "" where there is no more than `text`


class PageReader:
    """Reads pages: frozen ones from the store, others fetched once and frozen. Belongs to one event loop."""

    def __init__(
        self,
        storage: Storage,
        store: EvidenceStore,
        fetcher: Fetcher | None,
        evidence: EvidenceSettings = _DEFAULTS,
    ) -> None:
        self._storage, self._store, self._fetcher, self._evidence = storage, store, fetcher, evidence
        self._under_way: dict[str, asyncio.Task[Mapping[str, Any]]] = {}
        self._rendered: dict[str, str] = {}  # by page, the blob of its Markdown: many tasks read the same pages

    async def read(self, url: str) -> Mapping[str, Any]:
        """The page as it is recorded: `load` makes a ReadPage of that. Tasks that want one page read it once.

        Raises ToolError where the page cannot be read, Failed where no page could be (no network).
        """
        name = page_of(url)
        if name not in self._under_way:
            reading = asyncio.create_task(self._read(url, name))
            reading.add_done_callback(lambda _: self._under_way.pop(name))
            self._under_way[name] = reading
        return {**await asyncio.shield(self._under_way[name]), "url": url}

    async def _read(self, url: str, name: str) -> Mapping[str, Any]:
        async for page in collect_evidence({name: url}, self._store, self._fetcher):
            if page.status == "ok":
                if page.page not in self._rendered:
                    self._rendered[page.page] = await self._markdown(page)
                return _recorded(url, page) | {"markdown_blob": self._rendered[page.page]}
            if page.reason in _OURS:
                raise Failed(page.reason, f"{url[:200]} could not be read: {page.detail[:300] or page.reason}")
            raise ToolError(f"{_WORDS[page.status]} ({page.reason})")
        raise Failed("bug", f"could not read {url[:200]}")

    async def _markdown(self, page: EvidencePage) -> str:
        """Return the blob of the page's text as Markdown; "" where that holds less than the text."""
        if page.content_type not in _MARKUP:
            return ""
        data = await asyncio.to_thread(self._store.data, page)
        limits = Limits(self._evidence.reading_time_s, self._evidence.reading_memory_mb)
        text = await read_markdown(data, page.final_url, limits, self._evidence.max_chars)
        whole = await asyncio.to_thread(self._store.text, page)
        if len(text) < _ENOUGH * len(whole):
            return ""
        return await asyncio.to_thread(self._storage.keep_blob, text.encode("utf-8", "replace"))

    def load(self, recorded: Mapping[str, Any]) -> ReadPage:
        """The page that was read, its text from the store. Raises DamagedFile if that is gone."""
        blob = recorded["text_blob"]
        text = self._storage.read_checked(blob).decode() if blob else ""
        identity = msgspec.convert(recorded["identity"], WorkIdentity)
        blob, shown = recorded.get("markup_blob", ""), recorded.get("markdown_blob", "")
        return ReadPage(
            recorded["url"],
            recorded["title"],
            text,
            recorded["date"],
            identity,
            page=recorded["page"],
            final_url=recorded.get("final_url", ""),
            markup=decode_text(self._storage.read_checked(blob), "") if blob else "",
            markdown=self._storage.read_checked(shown).decode() if shown else "",
        )


def _recorded(url: str, page: EvidencePage) -> dict[str, Any]:
    return {
        "url": url,
        "page": page.page,
        "title": page.title or "",
        "date": page.published,
        "identity": asdict(page.identity),
        "text_blob": page.text_blob,
        "final_url": page.final_url,
        "markup_blob": page.blob if page.content_type in _MARKUP else "",
        "sha256": page.sha256,
    }
