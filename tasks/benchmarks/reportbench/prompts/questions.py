"""The three questions that turn a survey into prompts: one a level, all with the same inputs and answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.benchmarks.reportbench.prompts import offline
from tasks.llm.question import Question
from tasks.records import PromptLevel

NOTHING = offline.NOTHING


class ReversePrompt(BaseModel):
    """A prompt whose ideal answer is the survey, or why there is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prompt: str = Field(description="The prompt itself and nothing else; empty if none can be written.")
    obstacle: str = Field(description="Why no prompt can be written; empty if one was written.")


def question_at(level: PromptLevel) -> Question[ReversePrompt]:
    """The question for one level; its inputs are what `write.inputs_of` makes."""
    return _QUESTIONS[level]


def _offline(write: Callable[[offline.Material], str]) -> Callable[[Mapping[str, Any]], ReversePrompt]:
    def rule(inputs: Mapping[str, Any]) -> ReversePrompt:
        material = offline.gather(inputs)
        if material is None:
            return ReversePrompt(prompt="", obstacle="title, abstract and text name no subject in English")
        return ReversePrompt(prompt=write(material), obstacle="")

    return rule


def _question(level: PromptLevel, write: Callable[[offline.Material], str]) -> Question[ReversePrompt]:
    return Question(
        name=f"reverse_prompt_{level}",
        version=1,
        answer=ReversePrompt,
        offline=_offline(write),
        parameters={"temperature": 0.7},
    )


_QUESTIONS: dict[PromptLevel, Question[ReversePrompt]] = {
    "sentence": _question("sentence", offline.sentence),
    "paragraph": _question("paragraph", offline.paragraph),
    "detail": _question("detail", offline.detail),
}

QUESTIONS: tuple[Question[ReversePrompt], ...] = tuple(_QUESTIONS.values())
"""All of them, for forecasts and for the lineage of a stage."""
