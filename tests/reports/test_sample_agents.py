"""The sample's agents: every pair of statement and page, every uncited fact and every work, where they stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import cited_works, read_report
from litgauge.tasks.reports.ingest import AskedTask, ingest
from litgauge.tasks.text import compact_title


def page(url: str) -> str:
    clean = clean_url(url)
    assert clean is not None
    return page_of(clean)


@pytest.fixture(scope="module")
def expected(repository: Path) -> dict[str, dict[str, dict[str, Any]]]:
    text = (repository / "data" / "sample" / "agents" / "expected.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(text)
    return found


@pytest.fixture(scope="module", params=["careful", "careless"])
def reports(
    request: pytest.FixtureRequest, repository: Path, expected: dict[str, Any]
) -> list[tuple[AgentReport, dict[str, Any]]]:
    """The reports of an agent, as they are found in its folder, with what must come out."""
    surveys = expected[request.param]
    tasks = [AskedTask(f"task-{survey}", survey, f"Write about {survey}.") for survey in surveys]
    found = ingest(repository / "data" / "sample" / "agents", request.param, tasks)
    assert (found.missing, found.unmatched, found.doubles, found.broken, found.ignored) == ((), (), (), (), ())
    assert [report.report_id for report in found.empty] == (
        ["careless/task-9912.00005"] if request.param == "careless" else [])  # fmt: skip
    return [(report, surveys[report.survey_id or ""]) for report in found.reports]


def test_pairs(reports: list[tuple[AgentReport, dict[str, Any]]]) -> None:
    for report, must in reports:
        read = read_report(report)
        said = {(*must_be["at"], must_be["statement"], page(must_be["url"])) for must_be in must["cited"]}
        statements = read.statements
        assert {(statements[n].start, statements[n].end, statements[n].text, page) for n, page in read.pairs} == said
        assert read.unresolved == ()


def test_uncited_facts_are_statements_without_citation(reports: list[tuple[AgentReport, dict[str, Any]]]) -> None:
    for report, must in reports:
        uncited = {statement.text for statement in read_report(report).statements if not statement.cited}
        assert {fact["statement"] for fact in must["uncited"]} <= uncited


def test_works(reports: list[tuple[AgentReport, dict[str, Any]]]) -> None:
    for report, must in reports:
        works = cited_works(read_report(report))
        assert {work.page for work in works} == {page(reference["urls"][0]) for reference in must["references"]}
        titles = {page(url): reference["title"] for reference in must["references"] for url in reference["urls"]}
        for work in works:
            if work.title and titles[work.page or ""]:
                assert compact_title(work.title) == compact_title(titles[work.page or ""])
