"""Surveys of literature and their false friends: the sample, hostile text, and phrases that hold the same words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.survey_question import IS_LITERATURE_SURVEY, SurveyJudgment, judge_offline
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from tests.tables import each_row

SURVEYS = [
    ("A Survey of Large Language Models", ""),
    ("Sentiment Analysis of Product Reviews: A Survey", ""),
    ("Peer review in computer science: a systematic literature review", ""),
    ("A Survey of 50 Years of Research on Sorting", ""),
    ("A survey on deep learning for 3D shapes", ""),
    ("Machine Learning for Galaxy Surveys: A Review", "Telescopes see galaxies; redshifts follow."),
    ("Dark energy after the supernovae: a survey", "We review the models of cosmology that stars and halos allow."),
    ("Solutions of the Hubble tension – A survey", ""),
    ("A Survey of AI Agents for Researchers", ""),
    ("A Survey on Conversational Agents", "Questionnaires are one of the methods that this survey categorizes."),
    ("Surveying the landscape of federated optimisation", ""),
    ("Automation of Systematic Reviews: A Survey", ""),
]
FALSE_FRIENDS = [
    ("The Southern Sky Survey: third data release", ""),
    ("Overview of the DESI Legacy Imaging Surveys", "We image galaxies at low redshift with three telescopes."),
    ("Overview of the Southern Sky Survey", "We close with open challenges."),
    ("A deep survey of nearby clusters", "Our survey covers ten square degrees; galaxies and stars are separated."),
    ("The survey catalogue of compact sources", ""),
    ("A spectroscopic survey of white dwarfs", ""),
    ("What testers want: a survey of 500 developers", ""),
    ("Trust in autocompletion: an online survey among students", ""),
    ("How teams choose a licence: a survey", "We surveyed 312 participants in four countries."),
    ("Small-area estimation from household survey data", ""),
    ("Book Review: The Art of Proof", ""),
    ("Does anonymity help peer review?", ""),
    ("What slows modern code review down", ""),
    ("Learning to rate hotels from customer reviews", ""),
    ("Who reviews the reviewers?", ""),
    ("Calibration of surveying instruments", ""),
    ("Automating literature reviews with language models", ""),
]


@each_row("title, abstract", SURVEYS)
def test_surveys_of_literature(title: str, abstract: str) -> None:
    assert judge_offline({"title": title, "abstract": abstract}).is_survey


@each_row("title, abstract", FALSE_FRIENDS)
def test_false_friends(title: str, abstract: str) -> None:
    assert not judge_offline({"title": title, "abstract": abstract}).is_survey


def test_the_reason_names_the_words_that_decided() -> None:
    judgment = judge_offline({"title": "The Southern Sky Survey", "abstract": ""})
    assert judgment == SurveyJudgment(reason="In the title “Sky Survey” is a topic, not a genre.", is_survey=False)


def test_the_sample_falls_out_at_this_question_as_its_readme_says(repository: Path) -> None:
    rows = _json_lines(repository / "data" / "sample" / "surveys.jsonl")
    fates = _json_lines(repository / "data" / "sample" / "fates.jsonl")
    assert {fate.get("rule") for fate in fates} >= {"not-a-survey"}
    for row, fate in zip(rows, fates, strict=True):
        if fate["fate"] == "released" or fate["rule"] in {"not-a-survey", "no-latex", "no-references"}:
            judgment = judge_offline({"title": row["title"], "abstract": row["abstract"]})
            assert judgment.is_survey == (fate.get("rule") != "not-a-survey"), row["title"]


@given(st.text(max_size=300), st.text(max_size=2000))
def test_any_text_is_judged_with_a_reason(title: str, abstract: str) -> None:
    assert judge_offline({"title": title, "abstract": abstract}).reason


@pytest.mark.soak
@pytest.mark.parametrize("word", ["we ", "surveys of ", "the survey of a ", "surveyed 1 ", "survey-", "DES ", "a-"])
def test_a_hostile_text_is_judged_in_linear_time(word: str) -> None:
    """Nested repetition in a pattern would need minutes for these."""
    assert judge_offline({"title": word * 3_000, "abstract": word * 20_000}).reason


async def test_the_question_can_be_asked_without_a_model(tmp_path: Path) -> None:
    door = open_door(ModelSettings(provider="offline"), replies=Replies(Storage(str(tmp_path))))
    reply = await door.ask(IS_LITERATURE_SURVEY, {"title": "A Survey of Sorting", "abstract": ""})
    assert reply.answer == SurveyJudgment(reason="The title names the genre: “Survey”.", is_survey=True)


def _json_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
