"""Evidence for a set of cited pages: frozen pages from the store, the others fetched once and frozen."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from litgauge.tasks.base.errors import ItemError, LitgaugeError
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web.fetching.faults import FetchFault
from litgauge.tasks.web.fetching.fetcher import Fetcher
from litgauge.tasks.web.fetching.page import FetchedPage, no_page
from litgauge.tasks.web.freeze import DamagedPageError, EvidenceStore

NAME = "evidence"

_Result = TypeVar("_Result")


async def collect_evidence(
    addresses: Mapping[str, str],
    store: EvidenceStore,
    fetcher: Fetcher | None,
    *,
    retry_unreachable: bool = False,
) -> AsyncIterator[EvidencePage]:
    """Yield one EvidencePage per page as they arrive; per picture if the store holds pictures.

    `addresses` maps each page to the URL to fetch. Without a fetcher there is no network: pages that
    are not frozen come back as failed ("not-frozen"). With `retry_unreachable` pages that are frozen
    as unreachable are fetched again, and frozen again if they now answer.
    A page whose frozen files were altered is fetched again, or failed ("damaged") if it cannot be.
    An unexpected error of one page in the fetcher or the store is a failed page ("bug"); other errors of ours (storage,
    config) and cancellation are raised.
    """
    collector = _Collector(store, fetcher, retry_unreachable)
    waiting = [asyncio.create_task(collector.page(name, url)) for name, url in addresses.items()]
    doubtful: list[_Doubtful] = []
    try:
        for finished in asyncio.as_completed(waiting):
            evidence = await finished
            if isinstance(evidence, EvidencePage):
                yield evidence
            else:
                doubtful.append(evidence)
        # Only now is it known whether any server has answered.
        online = fetcher is not None and bool(doubtful) and await fetcher.is_online()
        for doubt in doubtful:
            yield await collector.settled(doubt if online else replace(doubt, fetched=_offline(doubt.fetched)))
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


@dataclass(frozen=True)
class _Doubtful:
    """A page whose host name was not found, perhaps because there is no network."""

    fetched: FetchedPage
    again: bool  # it is frozen already


@dataclass(frozen=True)
class _Collector:
    """Gets one page at a time; an error of one page does not affect others."""

    store: EvidenceStore
    fetcher: Fetcher | None
    retry_unreachable: bool

    async def page(self, name: str, url: str) -> EvidencePage | _Doubtful:
        """Return the page as stored from now on, or a doubt that is settled later."""
        return await self._kept_apart(name, url, self._page(name, url))

    async def settled(self, doubt: _Doubtful) -> EvidencePage:
        """Return the page after a doubt."""
        return await self._kept_apart(
            doubt.fetched.page, doubt.fetched.url, self._store(doubt.fetched, again=doubt.again)
        )

    async def _kept_apart(self, name: str, url: str, work: Awaitable[_Result]) -> _Result | EvidencePage:
        """Return the result of work on a page, or its failure; raises only errors that are not due to the page."""
        try:
            return await work
        except Exception as error:
            if isinstance(error, LitgaugeError) and not isinstance(error, ItemError | DamagedPageError):
                raise
            return self._stumbled(name, url, error)

    async def _page(self, name: str, url: str) -> EvidencePage | _Doubtful:
        try:
            frozen = await asyncio.to_thread(self.store.get, name)
        except DamagedPageError as error:
            return await self._anew(name, url, error)
        if frozen and not self._asked_again(frozen):
            return frozen
        if self.fetcher is None:
            return frozen or self._failed(name, url, FetchFault("not-frozen", "only frozen pages were to be used"))
        fetched = await self._fetched(self.fetcher, name, url)
        if frozen and fetched.status != "ok" and not self._passing(frozen):
            return frozen
        again = frozen is not None
        return _Doubtful(fetched, again) if fetched.reason == "dns" else await self._store(fetched, again=again)

    async def _fetched(self, fetcher: Fetcher, name: str, url: str) -> FetchedPage:
        return await (fetcher.fetch if self.store.kind == "page" else fetcher.fetch_picture)(url, name)

    async def _anew(self, name: str, url: str, damage: DamagedPageError) -> EvidencePage:
        """Fetch a page whose frozen files were altered again."""
        fetched = await self._fetched(self.fetcher, name, url) if self.fetcher else None
        if fetched is None or fetched.status == "failed":
            then = f" Fetched again: {fetched.reason}." if fetched else ""
            tell(Note(NAME, f"{damage}{then}"))
            return self._failed(name, url, FetchFault("damaged", f"{damage}{then}"))
        tell(Note(NAME, f"{damage.where}: {damage.what}. The page was fetched anew: {url[:200]}"))
        return await self._store(fetched, again=True)

    async def _store(self, fetched: FetchedPage, *, again: bool = False) -> EvidencePage:
        return await asyncio.to_thread(self.store.put, fetched, new_snapshot=again)

    def _asked_again(self, frozen: EvidencePage) -> bool:
        return frozen.status == "unreachable" and (self.retry_unreachable or self._passing(frozen))

    def _passing(self, frozen: EvidencePage) -> bool:
        """Return whether a page was frozen by an older litgauge for a fault that may have passed.

        A folder does not change.
        """
        fault = FetchFault(frozen.reason, http_status=frozen.http_status)
        return frozen.status == "unreachable" and fault.status == "failed" and not self.store.of_folder

    def _failed(self, name: str, url: str, fault: FetchFault) -> EvidencePage:
        return self.store.put(no_page(name, url, fault))

    def _stumbled(self, name: str, url: str, error: Exception) -> EvidencePage:
        """Return a failed page for an unexpected error, with its traceback."""
        what = traceback.format_exception_only(error)[-1].strip()
        trace = "".join(traceback.format_exception(error))
        trace_file = self.store.keep_traceback(trace)
        tell(Note(NAME, f"a bug in litgauge with {url[:200]} ({what[:200]}): its traceback is kept as {trace_file}"))
        return self._failed(name, url, FetchFault("bug", f"{what[:500]}\n{trace[-_LONGEST_TRACE:]}"))


_LONGEST_TRACE = 6_000


def _offline(page: FetchedPage) -> FetchedPage:
    """Return the page as failed if no name can be looked up at all, so that a missing name means nothing."""
    fault = FetchFault("no-network", "no name can be looked up here, that of arXiv neither")
    return replace(page, status=fault.status, reason=fault.reason, what=fault.what)
