"""Each rule drops what it should, in the order that rules.py promises."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.harvest.rows import read_row
from litgauge.tasks.harvest.rules import RULES, Rules, license_name
from litgauge.tasks.harvest.settings import SelectionSettings
from tests.harvest.conftest import row
from tests.tables import each_row

PAPER = SelectionSettings()
LOCAL = SelectionSettings(
    submitted_after=None, title_words=(), evidence_required=False, licenses=(), allow_no_license=True
)


def fallen_by(selection: SelectionSettings = PAPER, **changes: Any) -> str | None:
    fall = Rules(selection).first_failing(read_row(json.dumps(row(**changes)).encode()))
    return fall.rule if fall else None


@each_row(
    "rule, changes",
    [
        (None, {}),
        ("missing-date", {"versions": []}),
        ("missing-date", {"versions": [{"version": "v1", "created": "some day"}]}),
        ("too-old", {"versions": [{"version": "v1", "created": "Wed, 1 Jan 2020 23:59:59 GMT"}]}),
        (None, {"versions": [{"version": "v1", "created": "Thu, 2 Jan 2020 00:00:00 GMT"}]}),
        (None, {"versions": [{"version": "v1", "created": "2020-01-02"}]}),
        ("title", {"title": None}),
        ("title", {"title": "Engines"}),
        ("publication-evidence", {"comments": None}),
        (None, {"comments": None, "journal_ref": "CSUR 54 (2021)"}),
        ("licence", {"license": None}),
        ("licence", {"license": "http://creativecommons.org/licenses/by-nc-nd/4.0/"}),
        (None, {"license": "https://creativecommons.org/licenses/by/4.0"}),
        ("withdrawn", {"comments": "Accepted by X. This paper has been withdrawn by the authors due to an error"}),
        ("withdrawn", {"comments": "Accepted, but the authors decide to retract the current version"}),
        ("withdrawn", {"abstract": "This paper has been withdrawn."}),
        ("withdrawn", {"title": "WITHDRAWN: A Survey of Engines"}),
        ("withdrawn", {"removed": True}),
        ("withdrawn", {"comments": "This paper has been withdrawn", "license": None}),
        (None, {"comments": "Accepted by X, withdrawn from Y before"}),
        (None, {"abstract": "We study how often a withdrawn paper is cited."}),
    ],
)
def test_the_papers_rules(rule: str | None, changes: dict[str, Any]) -> None:
    assert fallen_by(**changes) == rule


@each_row(
    "title",
    [
        "Self-Driving Cars: A Survey",
        "A SYSTEMATIC REVIEW of Query\n  Reformulations",
        "Reviews of Modern Engines",
        "A {S}urvey of Engines",
        r"\textbf{Survey} of $O(n)$ Engines",
        "Reviewing Continual Learning",
        "Engines: Surveying the Landscape",
        "State-of-the-art-review",
        "Deep Learning Theory Review: An Optimal Control Perspective",
        "Simulation Study on a New Peer Review Approach",  # a topic: the model's question is for that
    ],
)
def test_titles_that_hold_a_word(title: str) -> None:
    assert fallen_by(title=title) is None


@each_row(
    "title",
    [
        "A new surveying instrument",
        "The Good Reviewer",
        "A Preview of Engines",
        "An Overview",
        "Interviews",
        "Surveyors",
        "Resurvey",
    ],
)
def test_titles_that_only_look_like_it(title: str) -> None:
    assert fallen_by(title=title) == "title"


@each_row(
    "wanted, kept",
    [(("cs",), True), (("cs.",), True), (("math.NA",), True), (("math.N",), False), (("cond-mat",), False)],
)
def test_categories_are_an_archive_or_one_of_its_parts(wanted: tuple[str, ...], kept: bool) -> None:
    assert fallen_by(SelectionSettings(categories=wanted)) == (None if kept else "category")


def test_the_first_rule_that_fails_is_named() -> None:
    wrong: dict[str, dict[str, Any]] = {
        "missing-date": {"versions": None},
        "title": {"title": "Engines"},
        "publication-evidence": {"comments": None},
        "licence": {"license": None},
        "category": {"categories": "hep-th"},
        "withdrawn": {"removed": True},
    }
    order = [rule for rule in RULES if rule in wanted_order(wrong)]
    for place, rule in enumerate(order):
        changes = {name: value for later in order[place:] for name, value in wrong[later].items()}
        assert fallen_by(SelectionSettings(categories=("cs",)), **changes) == rule


def wanted_order(wrong: dict[str, dict[str, Any]]) -> set[str]:
    return set(wrong)


def test_local_rules_keep_what_has_only_an_id() -> None:
    empty = dict.fromkeys(("title", "comments", "license", "authors", "authors_parsed", "categories", "versions"))
    assert fallen_by(LOCAL, **empty) is None


def test_examples_are_short() -> None:
    fall = Rules(PAPER).first_failing(read_row(json.dumps(row(title="engine " * 100)).encode()))
    assert fall is not None
    assert len(fall.example) == 120


def test_licences_have_short_names() -> None:
    assert license_name("http://creativecommons.org/publicdomain/zero/1.0/") == "CC0-1.0"
    assert license_name("http://creativecommons.org/licenses/by-sa/4.0/") == "CC-BY-SA-4.0"
    assert license_name("http://arxiv.org/licenses/assumed-1991-2003/") is None


@pytest.mark.real
def test_all_published_rows_pass_the_papers_rules(real_data: Path) -> None:
    rules = Rules(PAPER)
    lines = (real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl").read_bytes().splitlines()
    fallen = {row.survey_id: fall for line in lines if (fall := rules.first_failing(row := read_row(line)))}
    assert len(lines) == 100
    assert fallen == {}


@pytest.mark.real
def test_the_real_month_leaves_three_published_surveys(real_data: Path) -> None:
    rules = Rules(SelectionSettings(submitted_after=None))
    lines = (real_data / "arxiv" / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl").read_bytes().splitlines()
    kept = [row.survey_id for line in lines if rules.first_failing(row := read_row(line)) is None]
    assert kept == ["1706.04902", "1904.09563", "1906.09955"]


def test_the_cut_off_is_the_day_of_the_last_version() -> None:
    assert read_row(json.dumps(row()).encode()).updated == date(2021, 1, 4)
