"""The evidence stage: every cited page once, from the store where it is frozen, else fetched and frozen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.engine.items import ItemState
from tasks.engine.kept_rows import keep_rows
from tasks.engine.memory import StageOutput
from tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from tasks.engine.run import Run
from tasks.records import EvidencePage
from tasks.web.collect import collect_evidence
from tasks.web.fetch import Fetcher
from tasks.web.freeze import EvidenceStore

NAME = "evidence"
OpenFetcher = Callable[[], AbstractAsyncContextManager[Fetcher]]


def collect_pages(run: Run, addresses: Mapping[str, str], open_fetcher: OpenFetcher | None) -> StageOutput:
    """The pages by their addresses, as one Prefect task; without a fetcher only what is frozen.

    The evidence store is the memory here: a page that is frozen is never fetched again, and a page that we failed on
    is tried again by the next run.
    """

    @task(name=NAME, task_run_name=NAME, cache_policy=NO_CACHE, persist_result=False)
    def evidence() -> StageOutput:
        return asyncio.run(_collect(run, addresses, open_fetcher))

    return evidence()


async def _collect(run: Run, addresses: Mapping[str, str], open_fetcher: OpenFetcher | None) -> StageOutput:
    tell(StageStarted(NAME, len(addresses), 0))
    store = EvidenceStore(run.storage)
    pages: dict[str, EvidencePage] = {}
    if open_fetcher is None:
        async for page in collect_evidence(addresses, store, None):
            pages[page.page] = page
    else:
        async with open_fetcher() as fetcher:
            async for page in collect_evidence(addresses, store, fetcher):
                pages[page.page] = page
                tell(ItemsDone(NAME, (ItemState(page.page, page.page, "done"),), 0.0))
    failed = sum(page.status == "failed" for page in pages.values())
    tell(StageEnded(NAME, len(pages) - failed, 0, failed, 0))
    return keep_rows(run.storage, NAME, "pages", EvidencePage, {page: pages[page] for page in addresses})
