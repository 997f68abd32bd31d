"""The evidence for a set of cited pages: frozen pages from the store, the others fetched once and frozen."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Mapping

from tasks.engine.progress import Note, tell
from tasks.errors import ItemError, LitgaugeError
from tasks.records import EvidencePage
from tasks.web.fetching.faults import FetchFault
from tasks.web.fetching.fetcher import Fetcher
from tasks.web.fetching.page import FetchedPage, no_page
from tasks.web.freeze import EvidenceStore

NAME = "evidence"


async def collect_evidence(
    addresses: Mapping[str, str],
    store: EvidenceStore,
    fetcher: Fetcher | None,
    *,
    new_snapshots: bool = False,
    retry_unreachable: bool = False,
) -> AsyncIterator[EvidencePage]:
    """One EvidencePage per page, as they come in.

    `addresses` maps each page to the URL by which it is asked for. Without a fetcher there is no network: pages that
    are not frozen come back as failed ("not-frozen"). With `new_snapshots` all pages are fetched again and frozen
    anew; with `retry_unreachable` those that are frozen as unreachable, and frozen anew where they now answer.
    Whatever one page makes the fetcher raise is a page that failed ("bug"); other errors of ours (storage, config) and
    a cancelled run are raised.
    """

    async def page(name: str, url: str) -> EvidencePage:
        frozen = None if new_snapshots else await asyncio.to_thread(store.get, name)
        if frozen and not (retry_unreachable and frozen.status == "unreachable"):
            return frozen
        if fetcher is None:
            return frozen or store.put(no_page(name, url, FetchFault("not-frozen")))
        fetched = await _fetched(fetcher, name, url, store)
        if frozen and fetched.status != "ok":
            return frozen
        return await asyncio.to_thread(store.put, fetched, new_snapshot=new_snapshots or frozen is not None)

    waiting = [asyncio.create_task(page(name, url)) for name, url in addresses.items()]
    try:
        for finished in asyncio.as_completed(waiting):
            yield await finished
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def _fetched(fetcher: Fetcher, name: str, url: str, store: EvidenceStore) -> FetchedPage:
    try:
        return await fetcher.fetch(url, name)
    except Exception as error:
        if isinstance(error, LitgaugeError) and not isinstance(error, ItemError):
            raise
        what = f"{type(error).__name__}: {error}"
        kept = store.keep_traceback("".join(traceback.format_exception(error)))
        tell(Note(NAME, f"a fault of ours with {url[:200]} ({what[:200]}): its traceback is kept as {kept}"))
        return no_page(name, url, FetchFault("bug", what))
