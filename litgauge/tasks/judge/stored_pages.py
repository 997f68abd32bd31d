"""Sources of cited pages for scoring: the web, or a folder of stored pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.judge.search import Finding, RecordedSearch, Searcher
from litgauge.tasks.papers.pdf import PdfSettings, read_pdf
from litgauge.tasks.text.user_files import read_inside
from litgauge.tasks.web import EvidenceSettings, Fetcher, folder_digest, replay_fetcher

INDEX = "index.json"
SEARCHES = "search.json"  # optional: results of a search for each statement


def fetcher_of(
    settings: EvidenceSettings, stored: str | None, *, fetch: bool
) -> Callable[[], AbstractAsyncContextManager[Fetcher]] | None:
    """Return a function that opens a fetcher of the web or of a folder; None if only frozen pages may be used."""
    if not fetch:
        return None
    if stored is None:
        return lambda: Fetcher(settings, _read_pdf)
    folder = _folder(stored)
    return lambda: replay_fetcher(folder, settings, _read_pdf)


def digest_of_pages(stored: str | None) -> str:
    """Return the digest of a folder of stored pages; "" for the web."""
    return "" if stored is None else folder_digest(_folder(stored))


def recorded_search(stored: str | None) -> Searcher | None:
    """Return the searches recorded in a folder of stored pages, for voters without a web; None if there are none."""
    if stored is None or not (_folder(stored) / SEARCHES).exists():
        return None
    folder = _folder(stored)
    searches = _searches(folder)
    pages = asyncio.run(_findings(folder, {url for urls in searches.values() for url in urls}))
    return RecordedSearch(searches, pages)


def _searches(folder: Path) -> dict[str, list[str]]:
    try:
        entries = json.loads(read_inside(folder, SEARCHES))
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"the recorded searches are no JSON ({error})", where=str(folder / SEARCHES)) from None
    if not isinstance(entries, dict) or not all(isinstance(urls, list) for urls in entries.values()):
        raise UnusableInput("the recorded searches map statements to lists of URLs", where=str(folder / SEARCHES))
    return {statement: [str(url) for url in urls] for statement, urls in entries.items()}


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
