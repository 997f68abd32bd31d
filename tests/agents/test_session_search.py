"""A session's search and reading: what is shown, what is kept back and listed, and what nobody can date."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.page_reader import PageReader
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.agents.search.settings import SearchSettings
from litgauge.tasks.agents.session import Means, Session
from litgauge.tasks.agents.settings import ToolSettings
from litgauge.tasks.agents.tools import call_tool
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.stored_pages import fetcher_of
from litgauge.tasks.llm import Replies
from litgauge.tasks.llm.turns import ToolCall
from litgauge.tasks.records import Spending, WorkIdentity
from litgauge.tasks.web import EvidenceSettings, EvidenceStore, Fetcher
from tests.agents.test_external_command import ANSWERS

TITLE = "A Survey of Matching Graphs by Hand"
TASK = GivenTask("1", "?", "2020-05", (WorkIdentity(arxiv_id="2004.00001", title=TITLE),))
HITS = [
    SearchHit(TITLE, "https://elsewhere.example/x", ""),
    SearchHit("Early", "https://arxiv.org/abs/1905.00001", ""),
    SearchHit("Late", "https://example.org/late", "", "2021-01-01"),
    SearchHit("No date", "https://example.org/none", ""),
    SearchHit("Third", "https://example.org/third", "", "2018"),
    SearchHit("Also late", "https://example.org/also", "", "2022"),
]


class Listed:
    """A search that finds the same for every query."""

    answering: Mapping[str, Any] = {}
    usd_per_search = 0.0
    spent = Spending()
    limits: list[int]
    until: date | None = None

    def __init__(self) -> None:
        self.limits = []

    async def search(self, query: str, limit: int, until: date | None = None) -> tuple[SearchHit, ...]:
        self.limits.append(limit)
        self.until = until
        return tuple(HITS[:limit])


def opened(
    folder: Path, search: Listed, *, honest: bool = True, results: int = 2, fetcher: Fetcher | None = None
) -> Session:
    storage = Storage(str(folder))
    tools = ToolSettings(search=SearchSettings(results=results), honest=honest)
    pages = PageReader(storage, EvidenceStore(storage), fetcher)
    return Session(TASK, Means(ANSWERS, RecordedCalls(Replies(storage), "d"), tools, search=search, pages=pages))


def titles(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.title for hit in hits]


async def test_what_is_kept_back_costs_no_results_and_is_listed(tmp_path: Path) -> None:
    search = Listed()
    session = opened(tmp_path, search)
    assert titles(await session.search("graphs")) == ["Early", "No date"]
    assert (search.limits, search.until) == ([6], date(2020, 5, 31))
    assert [(one.title, one.number) for one in session.withheld] == [(TITLE, 1), ("Late", 1)]
    assert "survey itself" in session.withheld[0].why
    assert "2021-01" in session.withheld[1].why
    (call,) = session.trajectory.calls
    assert (call.status, call.undated, len(call.addresses)) == ("ok", 1, 2)


async def test_an_agent_that_need_not_be_honest_sees_it_all(tmp_path: Path) -> None:
    search = Listed()
    session = opened(tmp_path, search, honest=False, results=3)
    assert titles(await session.search("graphs")) == [TITLE, "Early", "Late"]
    assert (search.limits, search.until, session.withheld) == ([3], None, [])


async def test_a_page_of_the_survey_is_not_shown(tmp_path: Path) -> None:
    url = "https://mirror.example/p"
    (tmp_path / "p.html").write_text(f"<title>x</title><h1>{TITLE}</h1><p>We review how graphs are matched by hand.")
    index = {url: {"status": 200, "content_type": "text/html", "file": "p.html"}}
    (tmp_path / "index.json").write_text(json.dumps(index))
    open_fetcher = fetcher_of(EvidenceSettings(), str(tmp_path), fetch=True)
    assert open_fetcher is not None
    async with open_fetcher() as fetcher:
        session = opened(tmp_path / "store", Listed(), fetcher=fetcher)
        await refused_page(session, url)


async def refused_page(session: Session, url: str) -> None:
    with pytest.raises(ToolError) as told:
        await session.read_page(url)
    assert TITLE not in str(told.value)
    assert [one.url for one in session.withheld] == [url]


async def test_a_page_is_read_on_as_markdown_with_its_links(tmp_path: Path) -> None:
    url = "https://owls.example/dir/p"
    ears = "<p>They hunt by ear, as <a href='/1971'>Payne</a> has shown.</p>"
    day = "Nobody has seen them do it by day. " * 60
    markup = f"<!doctype html><title>Owls</title><body><article><h1>Owls</h1>{ears}<p>{day}</p></article>"
    (tmp_path / "p.html").write_text(markup, encoding="utf-8")
    index = {url: {"status": 200, "content_type": "text/html", "file": "p.html"}}
    (tmp_path / "index.json").write_text(json.dumps(index))
    open_fetcher = fetcher_of(EvidenceSettings(), str(tmp_path), fetch=True)
    assert open_fetcher is not None
    async with open_fetcher() as fetcher:
        session = opened(tmp_path / "store", Listed(), fetcher=fetcher)
        first = await call_tool(ToolCall("a", "read_page", json.dumps({"url": url})), session, 500)
        assert "[Payne](https://owls.example/1971)" in first
        assert first.endswith("; read on with start: 500]")
        parts, start = [shown_part(first)], 500
        while "read on" in first:
            call = ToolCall("b", "read_page", json.dumps({"url": url, "start": str(start)}))
            first = await call_tool(call, session, 1_000)
            parts.append(shown_part(first))
            start += 1_000
        assert "".join(parts) == (await session.read_page(url)).markdown
    assert [json.loads(call.arguments).get("start") for call in session.trajectory.calls] == [None, 500, 1500, None]


def shown_part(told: str) -> str:
    return told.split("\n\n", maxsplit=1)[1].rpartition("\n\n[")[0]
