"""Pages for an agent, read through the evidence store, so that scoring judges it by the text that it read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from tasks.agents.outcome import ToolError
from tasks.base.errors import Failed
from tasks.citations.addresses import page_of
from tasks.engine.storage import Storage
from tasks.records import EvidencePage, WorkIdentity
from tasks.web import EvidenceStore, Fetcher, collect_evidence

_OURS = frozenset({"no-network", "not-frozen", "damaged"})  # what no other page would fare better with
_WORDS: Mapping[str, str] = {
    "refused": "this address may not be opened",
    "unreachable": "there is no such page",
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


class PageReader:
    """Reads pages: frozen ones from the store, others fetched once and frozen. Belongs to one event loop."""

    def __init__(self, storage: Storage, store: EvidenceStore, fetcher: Fetcher | None) -> None:
        self._storage, self._store, self._fetcher = storage, store, fetcher
        self._under_way: dict[str, asyncio.Task[Mapping[str, Any]]] = {}

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
                return _recorded(url, page)
            if page.reason in _OURS:
                raise Failed(page.reason, f"{url[:200]} could not be read: {page.detail[:300] or page.reason}")
            raise ToolError(f"{_WORDS[page.status]} ({page.reason})")
        raise Failed("bug", f"nothing came of reading {url[:200]}")

    def load(self, recorded: Mapping[str, Any]) -> ReadPage:
        """The page that was read, its text from the store. Raises DamagedFile if that is gone."""
        blob = recorded["text_blob"]
        text = self._storage.read_checked(blob).decode() if blob else ""
        identity = msgspec.convert(recorded["identity"], WorkIdentity)
        return ReadPage(recorded["url"], recorded["title"], text, recorded["date"], identity, page=recorded["page"])


def _recorded(url: str, page: EvidencePage) -> dict[str, Any]:
    return {
        "url": url,
        "page": page.page,
        "title": page.title or "",
        "date": page.published,
        "identity": asdict(page.identity),
        "text_blob": page.text_blob,
        "sha256": page.sha256,
    }
