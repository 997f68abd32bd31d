"""Evidence stage: every cited page once, from the store where it is frozen, else fetched and frozen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.base.errors import TooManyFailures
from tasks.engine.items import ItemState
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import write_rows
from tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from tasks.engine.run import Run
from tasks.records import EvidencePage
from tasks.web.collect import NAME, collect_evidence
from tasks.web.fetching.faults import NOBODY_ANSWERED
from tasks.web.fetching.fetcher import Fetcher
from tasks.web.freeze import EvidenceStore

OpenFetcher = Callable[[], AbstractAsyncContextManager[Fetcher]]


def collect_pages(
    run: Run,
    addresses: Mapping[str, str],
    open_fetcher: OpenFetcher | None,
    *,
    folder: str = "",
    retry_unreachable: bool = False,
) -> StageOutput:
    """Return the pages by their addresses, as one Prefect task; without a fetcher only what is frozen.

    The evidence store is the memory here: a page that is frozen is never fetched again (but with `retry_unreachable`
    one that could not be had), and a page that we failed on is tried again by the next run. `folder` is the digest of
    a folder of stored pages that stand for the web: they are remembered apart.
    Raises TooManyFailures if not one page could be opened.
    """

    @task(name=NAME, task_run_name=NAME, cache_policy=NO_CACHE, persist_result=False)
    def evidence() -> StageOutput:
        store = EvidenceStore(run.storage, folder)
        return asyncio.run(_collect(run, addresses, store, open_fetcher, retry_unreachable=retry_unreachable))

    return evidence()


async def _collect(
    run: Run,
    addresses: Mapping[str, str],
    store: EvidenceStore,
    open_fetcher: OpenFetcher | None,
    *,
    retry_unreachable: bool,
) -> StageOutput:
    tell(StageStarted(NAME, len(addresses), 0))
    pages: dict[str, EvidencePage] = {}
    async with open_fetcher() if open_fetcher else nullcontext() as fetcher:
        async for page in collect_evidence(addresses, store, fetcher, retry_unreachable=retry_unreachable):
            pages[page.page] = page
            tell(ItemsDone(NAME, (_state(page),), 0.0))
    failed = sum(page.status == "failed" for page in pages.values())
    tell(StageEnded(NAME, len(pages) - failed, 0, failed, 0))
    output = write_rows(run.storage, NAME, "pages", EvidencePage, {page: pages[page] for page in addresses})
    if run.max_failed_share < 1:
        _check_opened(list(pages.values()), fetching=open_fetcher is not None)
    return output


def _check_opened(pages: Sequence[EvidencePage], *, fetching: bool) -> None:
    """Raises TooManyFailures if no server has answered for any page: then it is not the pages that are at fault."""
    asked = [page for page in pages if page.status != "refused"]
    if not asked or not all(page.status == "failed" and page.reason in NOBODY_ANSWERED for page in asked):
        return
    reasons = ", ".join(f"{count} {reason}" for reason, count in Counter(page.reason for page in asked).most_common())
    advice = (
        "Check the network, then run the same command again"
        if fetching
        else "Fetching was off (fetch: false, or --no-fetch), and no page of these is frozen here: let them be "
        "fetched, or name a folder that holds them (pages)"
    )
    raise TooManyFailures(
        f"none of the {len(asked)} cited pages could be opened ({reasons}); the first is {asked[0].url[:200]}",
        where=f"stage {NAME}",
        data="Nothing was judged; what was read of the reports is kept",
        next_step=f"{advice}; to score without these pages, set max_failed_share to 1",
    )


def _state(page: EvidencePage) -> ItemState:
    if page.status != "failed":
        return ItemState(page.page, page.page, "done")
    what, _, trace = page.detail.partition("\n")
    return ItemState(page.page, page.page, "failed", rule=page.reason, detail=what, trace=trace)
