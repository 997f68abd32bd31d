"""The evidence for a set of cited pages: frozen pages from the store, the others fetched once and frozen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime

from tasks.records import EvidencePage, WorkIdentity
from tasks.web.fetch import Fetcher
from tasks.web.freeze import EvidenceStore


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
    """

    async def page(name: str, url: str) -> EvidencePage:
        frozen = None if new_snapshots else await asyncio.to_thread(store.get, name)
        if frozen and not (retry_unreachable and frozen.status == "unreachable"):
            return frozen
        if fetcher is None:
            return frozen or _not_frozen(name, url)
        fetched = await fetcher.fetch(url, name)
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


def _not_frozen(page: str, url: str) -> EvidencePage:
    return EvidencePage(
        page=page, url=url, final_url=url, status="failed", reason="not-frozen", http_status=0, content_type="",
        fetched=datetime.now(UTC).isoformat(timespec="seconds"), sha256="", blob="", title=None,
        identity=WorkIdentity(), text_blob="", scholarly=None,
    )  # fmt: skip
