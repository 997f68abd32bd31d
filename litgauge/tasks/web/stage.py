"""Evidence stage: every cited page once, from the store where it is frozen, else fetched and frozen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from prefect import task
from prefect.cache_policies import NO_CACHE

from litgauge.tasks.base.errors import TooManyFailures
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.progress import ItemsDone, Note, StageEnded, StageStarted, tell
from litgauge.tasks.engine.reusing import check_may_work
from litgauge.tasks.engine.run import Run
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web.collect import NAME, collect_evidence
from litgauge.tasks.web.fetching.download import Kind
from litgauge.tasks.web.fetching.faults import NOBODY_ANSWERED
from litgauge.tasks.web.fetching.fetcher import Fetcher
from litgauge.tasks.web.freeze import EvidenceStore

_STAGES: Mapping[Kind, str] = {"page": NAME, "picture": "pictures"}

OpenFetcher = Callable[[], AbstractAsyncContextManager[Fetcher]]


def collect_pages(
    run: Run,
    addresses: Mapping[str, str],
    open_fetcher: OpenFetcher | None,
    *,
    folder: str = "",
    retry_unreachable: bool = False,
    kind: Kind = "page",
) -> StageOutput:
    """Return the pages, or the pictures, by their addresses, as one Prefect task.

    Without a fetcher only what is frozen.

    The evidence store is the memory here: a page that is frozen is never fetched again (but with `retry_unreachable`
    one that could not be had), and a page that we failed on is tried again by the next run. `folder` is the digest of
    a folder of stored pages that stand for the web: they are remembered apart.
    The rows are of the table "pages" of the stage "evidence", of pictures of "pictures" of the stage "pictures"; the
    bytes are blobs of the storage.
    """
    check_may_work()
    name = _STAGES[kind]

    @task(name=name, task_run_name=name, cache_policy=NO_CACHE, persist_result=False)
    def evidence() -> StageOutput:
        store = EvidenceStore(run.storage, folder, kind)
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
    name = _STAGES[store.kind]
    tell(StageStarted(name, len(addresses), 0))
    pages: dict[str, EvidencePage] = {}
    async with open_fetcher() if open_fetcher else nullcontext() as fetcher:
        async for page in collect_evidence(addresses, store, fetcher, retry_unreachable=retry_unreachable):
            pages[page.page] = page
            tell(ItemsDone(name, (_state(page),), 0.0))
    failed = sum(page.status == "failed" for page in pages.values())
    tell(StageEnded(name, len(pages) - failed, 0, failed, 0))
    table = f"{store.kind}s"
    return write_rows(run.storage, name, table, EvidencePage, {page: pages[page] for page in addresses})


def check_opened(pages: Sequence[EvidencePage], max_failed_share: float, run_id: str, *, judged: bool) -> list[str]:
    """Return, and tell, a warning if no server has answered for any page: then it is not the pages that are at fault.

    Raises TooManyFailures instead where a judge was to look at these pages.
    """
    if max_failed_share >= 1:
        return []
    opened = [page for page in pages if page.status != "refused"]
    if not opened or not all(page.status == "failed" and page.reason in NOBODY_ANSWERED for page in opened):
        return []
    reasons = ", ".join(f"{count} {reason}" for reason, count in Counter(page.reason for page in opened).most_common())
    failure = TooManyFailures(
        f"none of the {len(opened)} cited pages could be opened ({reasons}); the first is {opened[0].url[:200]}",
        where=f"score run {run_id}",
        data="The run is in the ledger with what needs no page; the rest of it is unscored",
        next_step="Check the network, then run the same command again; --no-fetch scores without these pages",
    )
    if judged:
        raise failure
    tell(Note(NAME, str(failure), warns=True))
    return [str(failure)]


def _state(page: EvidencePage) -> ItemState:
    if page.status != "failed":
        return ItemState(page.page, page.page, "done")
    what, _, trace = page.detail.partition("\n")
    return ItemState(page.page, page.page, "failed", rule=page.reason, detail=what, trace=trace)
