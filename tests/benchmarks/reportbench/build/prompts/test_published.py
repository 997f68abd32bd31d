"""The validator on the 100 published prompts: which it accepts, which it doubts, and what it refuses of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from litgauge.tasks.benchmarks.reportbench.build.prompts import PromptSettings, standing_rules, validate, write_prompts
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import MONTHS, in_english
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import RULES
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.records import FullText, Survey
from tests.benchmarks.reportbench.build.prompts.examples import (
    OfflineAsker,
    published_prompt,
    published_rows,
    published_survey,
)

pytestmark = pytest.mark.real

DOUBTED = Path(__file__).with_name("doubted_prompts.yaml")
LONG = PromptSettings(sentence_max_words=500, paragraph_max_words=500, detail_max_words=2000)


def doubts() -> dict[str, list[str]]:
    return {row["id"]: row["rules"] for row in yaml.safe_load(DOUBTED.read_text(encoding="utf-8"))}


def accepted(real_data: Path) -> list[tuple[Survey, Prompt]]:
    rows = [row for row in published_rows(real_data) if row["arxiv_id"] not in doubts()]
    return [(published_survey(row), published_prompt(row)) for row in rows]


def other_cutoff(prompt: Prompt) -> str:
    """The same month a year before, wherever the body bounds its literature."""
    month, year = in_english(prompt.cutoff).split()
    return re.sub(rf"{month}(\W+){year}", lambda found: f"{month}{found[1]}{int(year) - 1}", prompt.body)


def no_cutoff(prompt: Prompt) -> str:
    """The body with its month and year taken out."""
    month, year = in_english(prompt.cutoff).split()
    return re.sub(rf"\W*{month}\W+{year}", " then", prompt.body)


def first_author(survey: Survey) -> str:
    person = survey.authors[0]
    return f"{person.given} {person.family}"


Mutation = Callable[[Survey, Prompt], Prompt]

MUTATIONS: dict[str, Mutation] = {
    "empty": lambda _, prompt: replace(prompt, body=" "),
    "length": lambda _, prompt: replace(prompt, body=" ".join([prompt.body] * 15)),
    "cutoff-missing": lambda _, prompt: replace(prompt, body=no_cutoff(prompt)),
    "cutoff-wrong": lambda _, prompt: replace(prompt, body=other_cutoff(prompt)),
    "cutoff-conflict": lambda _, prompt: replace(prompt, body=f"{prompt.body} Use papers published before March 2001."),
    "title": lambda survey, prompt: replace(prompt, body=f"{prompt.body} Compare: {survey.title.lower()}."),
    "identifier": lambda survey, prompt: replace(prompt, body=f"{prompt.body} Begin with arxiv {survey.survey_id}v1."),
    "address": lambda _, prompt: replace(prompt, body=f"{prompt.body} Begin at www.example.org."),
    "trail": lambda _, prompt: replace(prompt, body=f"{prompt.body} Search Google Scholar for the title."),
    "survey-named": lambda _, prompt: replace(prompt, body=f"{prompt.body} Cover the topics of this survey."),
    "author": lambda survey, prompt: replace(prompt, body=f"{prompt.body} Follow {first_author(survey)}."),
    "rules": lambda survey, prompt: replace(prompt, rules=standing_rules(f"{survey.title}, Part Two")),
    "language": lambda _, prompt: replace(
        prompt,
        body="Bitte fasse die Forschung zu diesem Thema zusammen und nutze nur Arbeiten, die der Frist genügen: "
        f"before {in_english(prompt.cutoff)}.",
    ),
    "chatter": lambda _, prompt: replace(prompt, body=f"Sure! Here is the prompt: {prompt.body}"),
    "blank": lambda _, prompt: replace(prompt, body=f"{prompt.body} Cover [insert topic]."),
    "latex": lambda _, prompt: replace(prompt, body=f"{prompt.body} See \\cite{{key}}."),
}


def test_the_mutations_cover_every_rule() -> None:
    assert {*MUTATIONS, "search", "motto", "coined", "abstract", "count", "venue"} == {
        "empty",
        *RULES,
    }  # these six in test_validate.py


def test_the_validator_doubts_what_was_reviewed_and_nothing_else(real_data: Path) -> None:
    found = {
        row["arxiv_id"]: [fault.rule for fault in validate(published_prompt(row), published_survey(row))]
        for row in published_rows(real_data)
    }
    assert len(found) == 100
    assert {survey_id: rules for survey_id, rules in found.items() if rules} == doubts()


@pytest.mark.parametrize("rule", MUTATIONS)
def test_one_mutation_of_every_accepted_prompt_is_refused(rule: str, real_data: Path) -> None:
    settings = PromptSettings() if rule == "length" else LONG
    missed = [
        survey.survey_id
        for survey, prompt in accepted(real_data)
        if rule not in [fault.rule for fault in validate(MUTATIONS[rule](survey, prompt), survey, settings)]
    ]
    assert missed == []


@pytest.mark.parametrize("rule", ["empty", "cutoff-missing", "cutoff-wrong", "cutoff-conflict", "rules"])
def test_the_mutation_breaks_that_rule_alone(rule: str, real_data: Path) -> None:
    faults = {
        survey.survey_id: {fault.rule for fault in validate(MUTATIONS[rule](survey, prompt), survey, LONG)} - {"length"}
        for survey, prompt in accepted(real_data)
    }
    assert set().union(*faults.values()) == {rule}


def test_every_author_of_every_survey_would_be_found(real_data: Path) -> None:
    for survey, prompt in accepted(real_data):
        for person in survey.authors:
            if person.given:
                named = replace(prompt, body=f"{prompt.body} Follow {person.given} {person.family}.")
                assert "author" in [fault.rule for fault in validate(named, survey, LONG)], person


def test_the_month_names_of_the_benchmark_are_known(real_data: Path) -> None:
    assert {in_english(prompt.cutoff).split()[0] for _, prompt in accepted(real_data)} == set(MONTHS)


async def test_titles_and_abstracts_alone_give_valid_prompts(real_data: Path) -> None:
    for row in published_rows(real_data):
        survey = published_survey(row)
        text = FullText(survey.survey_id, survey.title, survey.abstract, (), "pdf")
        prompts = await write_prompts(survey, text, OfflineAsker(), PromptSettings(max_attempts=1))
        assert validate(prompts, survey) == ()
