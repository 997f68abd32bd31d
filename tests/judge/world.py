"""The sample's small web as evidence, and short ways to make statements, links and pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from litgauge.tasks.judge import Finding
from litgauge.tasks.papers.pdf.local_reader import read_pdf
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import EvidencePage, Statement, StatementLink, WorkIdentity
from litgauge.tasks.web import EvidenceSettings, replay_fetcher

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"


@dataclass(frozen=True)
class Pair:
    """A row of the sample's expected verdicts."""

    agent: str
    survey: str
    statement: str
    url: str
    verdict: str


@dataclass(frozen=True)
class Fact:
    """A row of the sample's statements without citation."""

    agent: str
    survey: str
    statement: str
    true: bool


@cache
def expected() -> Mapping[str, Mapping[str, Any]]:
    """What must come out, by agent and survey."""
    content: Mapping[str, Mapping[str, Any]] = json.loads((SAMPLE / "agents" / "expected.json").read_text("utf-8"))
    return content


def expected_pairs() -> list[Pair]:
    """All pairs of statement and page."""
    return [
        Pair(agent, survey, row["statement"], row["url"], row["verdict"])
        for agent, surveys in expected().items()
        for survey, report in surveys.items()
        for row in report["cited"]
    ]


def expected_facts() -> list[Fact]:
    """All factual statements without citation."""
    return [
        Fact(agent, survey, row["statement"], row["true"])
        for agent, surveys in expected().items()
        for survey, report in surveys.items()
        for row in report["uncited"]
    ]


def report_text(agent: str, survey: str) -> str:
    """A report of the sample, as its agent wrote it."""
    path = SAMPLE / "agents" / expected()[agent][survey]["file"]
    text = path.read_text("utf-8")
    return str(json.loads(text)["response"]) if path.suffix == ".json" else text


async def fetched(urls: list[str]) -> dict[str, tuple[EvidencePage, str]]:
    """The sample's pages with their texts, read by the same code as real ones."""
    async with replay_fetcher(SAMPLE / "pages", EvidenceSettings(), _read_pdf) as fetcher:
        found = {}
        for url in dict.fromkeys(urls):
            got = await fetcher.fetch(url)
            record = page(
                url, status=got.status, reason=got.reason, title=got.title, identity=got.identity,
                scholarly=got.scholarly)  # fmt: skip
            found[url] = (record, got.text)
        return found


async def found_pages() -> tuple[dict[str, list[str]], dict[str, Finding]]:
    """What a search for each statement of the sample finds, and the pages."""
    index: dict[str, list[str]] = json.loads((SAMPLE / "pages" / "search.json").read_text("utf-8"))
    pages = await fetched([url for urls in index.values() for url in urls])
    return index, {url: Finding(url, record.title or "", text) for url, (record, text) in pages.items()}


def statement(text: str, number: int = 0, *, cited: bool = True) -> Statement:
    """A statement of report r."""
    return Statement("r", number, 0, len(text), text, "", cited, "rules")


def page(url: str = "https://example.org/page", **changes: Any) -> EvidencePage:
    """A page that was fetched, unless the changes say otherwise."""
    values: dict[str, Any] = {
        "page": url, "url": url, "final_url": url, "status": "ok", "reason": "", "http_status": 200,
        "content_type": "text/html", "fetched": "2026-11-20T12:00:00+00:00", "sha256": "ab" * 32, "blob": "blobs/ab",
        "title": None, "identity": WorkIdentity(), "text_blob": "blobs/cd", "scholarly": None, **changes,
    }  # fmt: skip
    return EvidencePage(**values)


def link(url: str, entry: str | None = None, **identity: Any) -> StatementLink:
    """A link of statement 0."""
    return StatementLink("r", 0, "number", "[1]", 0, 3, url, url, WorkIdentity(**identity), entry)


def _read_pdf(data: bytes) -> tuple[str | None, str]:
    read = read_pdf(data, "sample", PdfSettings())
    return read.title, "\n\n".join(section.text for section in read.sections)
