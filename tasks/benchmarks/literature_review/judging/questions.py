"""The two questions, their typed answers, and the rules that stand in for a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from tasks.judge.grades import out_of
from tasks.llm.question import Question
from tasks.offline.reviews import review_grades, review_ranks

DIMENSIONS = ("relevance", "completeness", "depth", "consistency", "usefulness")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SHOWN = 60_000  # characters of a review that a judge is shown
_UNDER = re.compile(r"(?m)^=== ([A-Z]) ===$\n?")


class Graded(BaseModel):
    """One grade."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="One or two sentences: what the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=1, le=10, description="The grade, a whole number from 1 to 10.")


class ReviewGrades(BaseModel):
    """All five; a reply that skips one is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    relevance: Graded
    completeness: Graded
    depth: Graded
    consistency: Graded
    usefulness: Graded


class Placed(BaseModel):
    """The rank of one review."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    letter: str = Field(min_length=1, max_length=20, description="The letter under which the review stands.")
    rank: int = Field(ge=1, description="1 is the most useful; equal ones have the same.")

    @field_validator("letter", mode="before")
    @classmethod
    def _bare(cls, value: Any) -> Any:
        """Models write "Review A" for A."""
        return value.strip().split()[-1].strip(".:()[]*").upper() if isinstance(value, str) and value.strip() else value


class Ranking(BaseModel):
    """The ranks of all reviews of a topic."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="Two or three sentences: what decided.")
    ranks: list[Placed] = Field(description="Every letter once.")


def quality_inputs(asked: str, review: str) -> dict[str, str]:
    """What a judge is told of one review: the task as it stands in every setting, and the review's beginning."""
    return {"asked": asked, "review": review[:MOST_SHOWN]}


def ranking_inputs(asked: str, reviews: Sequence[str]) -> dict[str, str]:
    """The reviews in the order in which they are shown, each under a letter."""
    share = MOST_SHOWN // max(1, len(reviews))
    parts = [
        f"=== {letter} ===\n{_UNDER.sub('', text[:share]).strip()}"
        for letter, text in zip(LETTERS, reviews, strict=False)
    ]
    return {"asked": asked, "letters": ", ".join(LETTERS[: len(parts)]), "reviews": "\n\n".join(parts)}


def _grades(inputs: Mapping[str, Any]) -> ReviewGrades:
    found = review_grades(str(inputs["asked"]), str(inputs["review"]))
    return ReviewGrades(**{name: Graded(reason=one.reason, score=one.score) for name, one in found.items()})


def _ranking(inputs: Mapping[str, Any]) -> Ranking:
    _, *parts = _UNDER.split(str(inputs["reviews"]))
    ranks = review_ranks(str(inputs["asked"]), dict(zip(parts[::2], parts[1::2], strict=True)))
    placed = [Placed(letter=letter, rank=rank) for letter, rank in ranks.items()]
    return Ranking(reason="the sums of the grades that words and counts give", ranks=placed)


REVIEW_QUALITY: Question[ReviewGrades] = Question(
    "review_quality", 1, ReviewGrades, _grades, parameters={"temperature": 0}, expected_tokens=500
)
REVIEW_RANKING: Question[Ranking] = Question(
    "review_ranking", 1, Ranking, _ranking, parameters={"temperature": 0}, expected_tokens=250
)
