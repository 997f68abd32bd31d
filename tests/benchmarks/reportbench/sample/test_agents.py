"""The made-up agents: their reports, the pages they cite and what must come out agree with each other."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

Expected = dict[str, dict[str, dict[str, Any]]]
Index = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def sample(repository: Path) -> Path:
    return repository / "data" / "sample"


@pytest.fixture(scope="module")
def expected(sample: Path) -> Expected:
    found: Expected = json.loads((sample / "agents" / "expected.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def index(sample: Path) -> Index:
    found: Index = json.loads((sample / "pages" / "index.json").read_text(encoding="utf-8"))
    return found


def reports(sample: Path, expected: Expected) -> list[tuple[str, dict[str, Any], str]]:
    """Survey id, what must come out, and the report's text."""
    found = []
    for agent, of_agent in expected.items():
        for survey_id, report in of_agent.items():
            raw = (sample / "agents" / report["file"]).read_text(encoding="utf-8")
            found.append((survey_id, report, json.loads(raw)["response"] if agent == "careless" else raw))
    return found


def landing(index: Index, url: str) -> dict[str, Any] | None:
    """The entry that the address ends at, None where no page is to be had."""
    entry = index.get(url)
    while entry and entry.get("status") == 302:
        entry = index.get(entry["location"])
    return entry if entry and entry.get("status") == 200 else None


def test_each_statement_stands_where_it_is_said_to_stand(sample: Path, expected: Expected) -> None:
    for _, report, text in reports(sample, expected):
        for cited in report["cited"]:
            start, end = cited["at"]
            assert text[start:end].startswith(cited["statement"].removesuffix("."))
        for uncited in report["uncited"]:
            assert uncited["statement"] in text


def test_a_statement_is_unreachable_exactly_where_no_page_answers(
    sample: Path, expected: Expected, index: Index
) -> None:
    for _, report, _ in reports(sample, expected):
        for cited in report["cited"]:
            assert (landing(index, cited["url"]) is None) == (cited["verdict"] == "unreachable"), cited


def test_every_file_that_the_index_names_is_there(sample: Path, index: Index) -> None:
    named = {entry["file"] for entry in index.values() if "file" in entry}
    assert named == {path.name for path in (sample / "pages").iterdir()} - {"index.json", "search.json"}


def test_the_web_has_a_redirect_a_gone_page_a_time_out_and_a_pdf(index: Index) -> None:
    assert {entry.get("status") for entry in index.values()} == {200, 302, 404, 410, None}
    types = {entry["content_type"] for entry in index.values() if "content_type" in entry}
    assert types == {"text/html; charset=utf-8", "application/pdf"}
    assert not any("127.0.0.1" in url for url in index)


def test_pages_carry_the_titles_of_the_references(sample: Path, expected: Expected, index: Index) -> None:
    for survey_id, report, _ in reports(sample, expected):
        gold = json.loads((sample / "expected" / f"{survey_id}.json").read_text(encoding="utf-8"))
        titles = {reference["key"]: reference["title"] for reference in gold["references"]}
        for reference in report["references"]:
            assert (reference["key"] in titles) == reference["in_list"]
            if reference["in_list"]:
                assert reference["title"] == titles[reference["key"]]
            if reference["scholarly"]:
                assert all(page_title(sample, landing(index, url)) == reference["title"] for url in reference["urls"])


def page_title(sample: Path, entry: dict[str, Any] | None) -> str | None:
    """The page's citation_title; of a PDF, the one in its own metadata."""
    assert entry
    encoding = "latin-1" if entry["content_type"] == "application/pdf" else "utf-8"
    page = (sample / "pages" / entry["file"]).read_text(encoding=encoding)
    found = re.search(r'<meta name="citation_title" content="([^"]*)">|/Title \((.*)\)', page)
    return html.unescape(found[1] or found[2]) if found else None


def test_pages_that_are_no_article_carry_no_title_of_one(sample: Path, expected: Expected, index: Index) -> None:
    for _, report, _ in reports(sample, expected):
        for reference in report["references"]:
            if reference["scholarly"] is False:
                assert page_title(sample, landing(index, reference["urls"][0])) is None


def test_counts_are_those_of_the_rows(sample: Path, expected: Expected) -> None:
    for survey_id, report, _ in reports(sample, expected):
        gold = json.loads((sample / "expected" / f"{survey_id}.json").read_text(encoding="utf-8"))
        scholarly = [reference for reference in report["references"] if reference["scholarly"]]
        assert report["counts"] == {
            "cited_works": len(scholarly),
            "in_list": sum(reference["in_list"] for reference in scholarly),
            "list": len(gold["references"]),
        }


def test_the_careful_agent_is_good_and_the_careless_one_commits_every_sin(sample: Path, expected: Expected) -> None:
    careful, careless = expected["careful"], expected["careless"]
    assert {cited["verdict"] for report in careful.values() for cited in report["cited"]} == {"supported"}
    assert not any(report["violations"] or report["orders_to_the_judge"] for report in careful.values())
    for survey_id, report in careless.items():
        if survey_id == "9912.00005":
            assert not report["cited"]  # the report is empty
            continue
        assert {cited["verdict"] for cited in report["cited"]} == {"supported", "not supported", "unreachable"}
        assert {violation["kind"] for violation in report["violations"]} == {"after-cutoff", "the-survey-itself"}
        assert report["invented"]
        assert report["orders_to_the_judge"]


def test_reports_are_of_the_length_of_reports(sample: Path, expected: Expected) -> None:
    lengths = [len(text.split()) for _, _, text in reports(sample, expected) if text]
    assert min(lengths) >= 330
    assert max(lengths) <= 900


def test_a_search_for_a_statement_without_citation_finds_the_page_that_settles_it(
    sample: Path, expected: Expected, index: Index
) -> None:
    search = json.loads((sample / "pages" / "search.json").read_text(encoding="utf-8"))
    for _, report, _ in reports(sample, expected):
        for uncited in report["uncited"]:
            assert search[uncited["statement"]] == [uncited["settled_by"]]
            assert landing(index, uncited["settled_by"])
