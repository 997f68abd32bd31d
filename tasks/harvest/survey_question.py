"""The question that words in a title cannot answer: is this paper a survey of literature?

ReportBench asks it of a model with title and abstract, because "survey" in astronomy is an observation and "review" is
often the topic. The offline rule takes such phrases out of the title and looks for the genre in what is left. A lone
"survey" must then not stand beside an abstract that speaks of telescopes or of respondents, unless that abstract says
that earlier work is what it surveys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.harvest.survey_words import (
    ACCOUNT_OF_EARLIER_WORK,
    GENRE_IN_ABSTRACT,
    OBSERVATION,
    OVERVIEW_GENRE,
    PEOPLE_ASKED,
    QUESTIONNAIRE,
    REVIEW_GENRE,
    REVIEW_TOPIC,
    SKY,
    SURVEY_GENRE,
)
from tasks.llm.question import Question
from tasks.text import clean_text

_SKY_WORDS_NEEDED = 3


class SurveyJudgment(BaseModel):
    """Is the paper a survey of literature, and what decided it."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=1, description="One sentence that names the words that decided it.")
    is_survey: bool = Field(description="True if the paper surveys literature.")


def judge_offline(inputs: Mapping[str, Any]) -> SurveyJudgment:
    """The rule's judgment of `title` and `abstract` ("" if there is none)."""
    title, abstract = clean_text(str(inputs["title"])), clean_text(str(inputs.get("abstract") or ""))
    left, taken_out = _without_false_friends(title)
    if found := REVIEW_GENRE.search(left):
        return _yes(f"The title names the genre: “{found.group()}”.")
    account = ACCOUNT_OF_EARLIER_WORK.search(abstract)
    if not account:
        if refusal := _another_kind_of_survey(title, abstract):
            return refusal
        if taken_out and not SURVEY_GENRE.search(left):
            return _no(f"In the title “{taken_out[0]}” is a topic, not a genre.")
    if found := SURVEY_GENRE.search(left) or (None if taken_out else OVERVIEW_GENRE.search(left)):
        return _yes(f"The title names the genre: “{found.group()}”.")
    if taken_out:
        return _no(f"In the title “{taken_out[0]}” is a topic, not a genre.")
    if found := GENRE_IN_ABSTRACT.search(abstract):
        return _yes(f"The abstract names the genre: “{found.group()}”.")
    return _no("Neither title nor abstract calls it a survey or a review.")


def _without_false_friends(title: str) -> tuple[str, list[str]]:
    taken_out: list[str] = []
    for false_friend in (REVIEW_TOPIC, QUESTIONNAIRE, OBSERVATION):
        taken_out += [hit.group() for hit in false_friend.finditer(title)]
        title = false_friend.sub(" | ", title)
    return title, taken_out


def _another_kind_of_survey(title: str, abstract: str) -> SurveyJudgment | None:
    sky = sorted({hit.group().lower() for hit in SKY.finditer(f"{title} {abstract}")})
    if len(sky) >= _SKY_WORDS_NEEDED:
        return _no(f"It speaks of an observation: {', '.join(sky[:4])}.")
    if people := PEOPLE_ASKED.search(abstract):
        return _no(f"It speaks of asking people: “{people.group()}”.")
    return None


def _yes(reason: str) -> SurveyJudgment:
    return SurveyJudgment(reason=reason, is_survey=True)


def _no(reason: str) -> SurveyJudgment:
    return SurveyJudgment(reason=reason, is_survey=False)


IS_LITERATURE_SURVEY = Question(
    name="is_literature_survey", version=1, answer=SurveyJudgment, offline=judge_offline, parameters={"temperature": 0}
)
