"""Is it a survey of literature? The rule that needs no model, on real titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.harvest.rows import read_row
from litgauge.tasks.harvest.survey_question import IS_LITERATURE_SURVEY, judge_offline
from tests.tables import each_row

SURVEYS = [
    "Self-Driving Cars: A Survey",
    "Modern Code Reviews - Survey of Literature and Practice",
    "A Systematic Review of Automated Query Reformulations in Source Code Search",
    "A Needle in a Cosmic Haystack: A Review of FRB Search Techniques",
    "Fake Review Detection: A Survey",
    "Peer review analyze: a literature overview",
    "The discrete dipole approximation: an overview and recent developments",
    "Logic and Accuracy Testing: A Fifty-State Review",
    "A Survey of Deep Learning for Galaxy Classification",
]
OTHERS = [
    "Simulation Study on a New Peer Review Approach",
    "The Spitzer c2d Survey of Large, Nearby, Insterstellar Clouds. IX. The Serpens YSO Population",
    "The Sixteenth Data Release of the Sloan Digital Sky Surveys: First Release from APOGEE-2",
    "A redshift survey of nearby clusters",
    "How Developers Debug: A Survey of 500 Developers",
    "An Online Survey on Working from Home",
    "Modern Code Review at Google",
    "Predicting the Helpfulness of Customer Reviews",
    "Opinion Summarization by Review Generation",
    "A Book Review",
    "Assigning Papers to Reviewers",
    "Survey Weights in Small Area Estimation",
    "Attention Is All You Need",
]


@each_row("title", SURVEYS)
def test_surveys_of_literature(title: str) -> None:
    judgment = judge_offline({"title": title, "abstract": ""})
    assert judgment.is_survey, judgment.reason


@each_row("title", OTHERS)
def test_false_friends(title: str) -> None:
    judgment = judge_offline({"title": title, "abstract": ""})
    assert not judgment.is_survey, judgment.reason
    assert judgment.reason


@each_row(
    "abstract, is_survey",
    [
        (
            "We present observations of 200 galaxies at redshift z > 6 with a new telescope; 30 quasars were found.",
            False,
        ),
        ("We conducted a survey among 200 respondents, whose answers we coded on a Likert scale.", False),
        ("We review the literature on galaxies, redshifts and telescopes.", True),
        ("This survey categorizes existing methods and the questionnaires they use.", True),
        (None, True),
    ],
)
def test_a_lone_survey_in_the_title_is_read_with_its_abstract(abstract: str | None, is_survey: bool) -> None:
    assert judge_offline({"title": "Deep Fields: A Survey", "abstract": abstract}).is_survey is is_survey


def test_the_abstract_speaks_where_the_title_does_not() -> None:
    assert judge_offline({"title": "Coevolution in Networks", "abstract": "In this review we discuss it."}).is_survey


def test_the_template_asks_for_what_the_rule_is_given() -> None:
    template = IS_LITERATURE_SURVEY.template
    assert "\n---\n" in template
    assert "{{title}}" in template
    assert "{{abstract}}" in template
    assert IS_LITERATURE_SURVEY.offline is judge_offline


@pytest.mark.real
def test_all_published_surveys_are_surveys(real_data: Path) -> None:
    lines = (real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl").read_bytes().splitlines()
    rows = [read_row(line) for line in lines]
    refused = [row.title for row in rows if not judge_offline({"title": row.title, "abstract": row.abstract}).is_survey]
    assert refused == []


@pytest.mark.real
def test_of_the_real_month_only_peer_review_is_refused(real_data: Path) -> None:
    lines = (real_data / "arxiv" / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl").read_bytes().splitlines()
    rows = [
        row
        for line in lines
        if any(word in ((row := read_row(line)).title or "").lower() for word in ("survey", "review"))
    ]
    refused = [
        row.survey_id for row in rows if not judge_offline({"title": row.title, "abstract": row.abstract}).is_survey
    ]
    assert (len(rows), refused) == (16, ["1806.08663"])
