"""The questions, their typed answers, and the rules that stand in for a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from tasks.judge.grades import out_of
from tasks.llm.question import Question
from tasks.offline.relations import disruption_grade, novelty_grade, path_grade, sentiment_of

NO_ABSTRACT = "(none is known)"


class Grade(BaseModel):
    """A grade from 0 to 10."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="One or two sentences: what the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=0, le=10, description="The grade, a whole number from 0 to 10.")


class Stance(BaseModel):
    """How a citation speaks of the cited work."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="A few words: what speaks for it.")
    sentiment: Literal["positive", "negative", "neutral"] = Field(description="One of the three.")

    @field_validator("sentiment", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


def _novelty(inputs: Mapping[str, Any]) -> Grade:
    score, reason = novelty_grade(str(inputs["title"]), str(inputs["abstract"]))
    return Grade(score=score, reason=reason)


def _disruption(inputs: Mapping[str, Any]) -> Grade:
    score, reason = disruption_grade(str(inputs["title"]), str(inputs["abstract"]))
    return Grade(score=score, reason=reason)


def _rationality(inputs: Mapping[str, Any]) -> Grade:
    score, reason = path_grade([work for work in str(inputs["path"]).split("\n\n") if work.strip()])
    return Grade(score=score, reason=reason)


def _stance(inputs: Mapping[str, Any]) -> Stance:
    sentiment, reason = sentiment_of(str(inputs["sentence"]))
    return Stance.model_validate({"sentiment": sentiment, "reason": reason})


WORK_NOVELTY: Question[Grade] = Question(
    "work_novelty", 1, Grade, _novelty, parameters={"temperature": 0}, expected_tokens=120
)
WORK_DISRUPTION: Question[Grade] = Question(
    "work_disruption", 1, Grade, _disruption, parameters={"temperature": 0}, expected_tokens=120
)
PATH_RATIONALITY: Question[Grade] = Question(
    "path_rationality", 1, Grade, _rationality, parameters={"temperature": 0}, expected_tokens=150
)
CITATION_SENTIMENT: Question[Stance] = Question(
    "citation_sentiment", 1, Stance, _stance, parameters={"temperature": 0}, expected_tokens=80
)
