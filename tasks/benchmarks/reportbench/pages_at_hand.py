"""What a score run needs before its first stage: the panel of judges and where pages come from."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from flows.opening import log_event, prefect_secret
from flows.reportbench.score_config import ScoreConfig
from tasks.engine.progress import listening
from tasks.engine.run import Run
from tasks.engine.storage import Storage
from tasks.errors import UnusableInput
from tasks.judge import Finding, Panel, RecordedSearch, Searcher, open_panel
from tasks.llm.reply_files import StorageReplies
from tasks.pdf import PdfSettings, read_pdf
from tasks.web import EvidenceSettings, Fetcher, replay_fetcher
from tasks.web.stage import OpenFetcher

INDEX = "index.json"
SEARCHES = "search.json"  # what a search for each statement finds, where a folder of pages says so


@dataclass(frozen=True)
class JudgedRun:
    """A run with its panel of judges."""

    run: Run
    panel: Panel


@contextlib.contextmanager
def open_judged_run(config: ScoreConfig, storage_url: str) -> Iterator[JudgedRun]:
    """The run's shared things; its log goes to Prefect's while the block runs."""
    storage = Storage(storage_url)
    storage.sweep()
    panel = open_panel(
        config.judge, replies=StorageReplies(storage), secrets=prefect_secret, at_hand=_pages_at_hand(config)
    )
    model = config.judge.model.model_dump(
        mode="json", include={"provider", "model", "parameters", "omit", "extra_body"}
    )
    run = Run(
        storage, panel.door, max_failed_share=config.max_failed_share,
        answering=model | {"endpoint": config.judge.model.endpoint_name},
    )  # fmt: skip
    with listening(log_event):
        yield JudgedRun(run, panel)


def fetcher_of(config: ScoreConfig) -> OpenFetcher | None:
    """Where cited pages come from: the web through the guard, a folder of stored pages, or only what is frozen."""
    if not config.fetch:
        return None
    if config.pages is None:
        return lambda: Fetcher(config.evidence, _read_pdf)
    folder = _folder(config.pages)
    return lambda: replay_fetcher(folder, config.evidence, _read_pdf)


def _pages_at_hand(config: ScoreConfig) -> Searcher | None:
    """What voters without a web may look things up in: the searches that a folder of pages has recorded."""
    if config.pages is None or not (_folder(config.pages) / SEARCHES).exists():
        return None
    folder = _folder(config.pages)
    found: dict[str, list[str]] = json.loads((folder / SEARCHES).read_text(encoding="utf-8"))
    pages = asyncio.run(_findings(folder, {url for urls in found.values() for url in urls}))
    return RecordedSearch(found, pages)


async def _findings(folder: Path, urls: set[str]) -> Mapping[str, Finding]:
    async with replay_fetcher(folder, EvidenceSettings(), _read_pdf) as fetcher:
        fetched = {url: await fetcher.fetch(url) for url in sorted(urls)}
    return {url: Finding(url, page.title or "", page.text) for url, page in fetched.items()}


def _folder(path: str) -> Path:
    folder = Path(path)
    if not (folder / INDEX).is_file():
        raise UnusableInput("there is no index.json in the folder of stored pages", where=path)
    return folder


def _read_pdf(data: bytes) -> tuple[str | None, str]:
    read = read_pdf(data, "page", PdfSettings())
    return read.title, "\n\n".join(section.text for section in read.sections)
