"""The three questions about a paper: its summary, its core task, its contributions (figures 11 to 13, in our words)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from tasks.llm.question import Question
from tasks.offline.paper import contributions_of, core_task_of, items_of

SummaryKind = Literal["problem", "motivation", "method", "conclusion", "contribution"]
MOST: Mapping[str, int] = {"problem": 1, "motivation": 1, "method": 3, "conclusion": 2, "contribution": 3}
FEWEST_TASK_WORDS, MOST_TASK_WORDS = 5, 15


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Claimed(_Answer):
    """A contribution, and the words that it rests on."""

    name: str = Field(min_length=1, description="A noun phrase of at most 15 words.")
    said: str = Field(min_length=1, description="One or two sentences in your own words.")
    span: str = Field(min_length=1, description="At most 40 words of the paper, copied letter by letter.")


class SummaryItem(Claimed):
    """One thing that a paper says of itself."""

    kind: SummaryKind


class PaperSummary(_Answer):
    """What a paper is about."""

    items: list[SummaryItem] = Field(description="Problem, motivation, methods, conclusions, contributions.")

    @model_validator(mode="after")
    def _not_too_many(self) -> PaperSummary:
        for kind, count in Counter(item.kind for item in self.items).items():
            if count > MOST[kind]:
                raise ValueError(f"{count} items of kind {kind}, at most {MOST[kind]} are allowed")
        return self


class CoreTask(_Answer):
    """The task that a paper works on."""

    phrase: str = Field(description="5 to 15 English words, no full stop, no quotation marks.")

    @field_validator("phrase")
    @classmethod
    def _plain(cls, phrase: str) -> str:
        phrase = " ".join(phrase.split()).strip("\"'“”").removesuffix(".").strip()
        count = len(phrase.split())
        if not FEWEST_TASK_WORDS <= count <= MOST_TASK_WORDS:
            raise ValueError(f"its words are {count}, {FEWEST_TASK_WORDS} to {MOST_TASK_WORDS} are needed")
        if any(sign in phrase for sign in '"“”'):
            raise ValueError("it holds quotation marks")
        return phrase


class Contributions(_Answer):
    """What a paper claims to contribute."""

    items: list[Claimed] = Field(max_length=3, description="At most three contributions.")


def _summary(inputs: Mapping[str, Any]) -> PaperSummary:
    found = items_of(str(inputs["paper"]))
    return PaperSummary(
        items=[SummaryItem(kind=kind, name=name, said=said, span=span) for kind, name, said, span in found]
    )


def _core_task(inputs: Mapping[str, Any]) -> CoreTask:
    return CoreTask(phrase=core_task_of(str(inputs["paper"])))


def _contributions(inputs: Mapping[str, Any]) -> Contributions:
    found = contributions_of(str(inputs["paper"]))
    return Contributions(items=[Claimed(name=name, said=said, span=span) for name, said, span in found])


PAPER_SUMMARY: Question[PaperSummary] = Question(
    name="paper_summary",
    version=1,
    answer=PaperSummary,
    offline=_summary,
    parameters={"temperature": 0},
    expected_tokens=900,
)
PAPER_CORE_TASK: Question[CoreTask] = Question(
    name="paper_core_task",
    version=1,
    answer=CoreTask,
    offline=_core_task,
    parameters={"temperature": 0},
    expected_tokens=40,
)
PAPER_CONTRIBUTIONS: Question[Contributions] = Question(
    name="paper_contributions",
    version=1,
    answer=Contributions,
    offline=_contributions,
    parameters={"temperature": 0},
    expected_tokens=400,
)
