"""Three questions that turn a survey into prompts: one a level, all with the same inputs and answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.benchmarks.reportbench.build.prompts.search import reveals_title
from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import subjects_of
from litgauge.tasks.benchmarks.reportbench.rows import PromptLevel
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.prompt import Material, write_prompt

NOTHING = "none"
"""Stands for an input that there is nothing for."""

NO_SUBJECT = "title, abstract and text name no subject in English"


class ReversePrompt(BaseModel):
    """A prompt whose ideal answer is the survey, or why there is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prompt: str = Field(description="The prompt itself and nothing else; empty if none can be written.")
    obstacle: str = Field(description="Why no prompt can be written; empty if one was written.")


def question_at(level: PromptLevel) -> Question[ReversePrompt]:
    """Return the question for one level; its inputs are what `write.inputs_of` makes."""
    return _QUESTIONS[level]


def _offline(level: PromptLevel) -> Callable[[Mapping[str, Any]], ReversePrompt]:
    def rule(inputs: Mapping[str, Any]) -> ReversePrompt:
        prompt = write_prompt(
            level, _material({name: "" if text == NOTHING else str(text) for name, text in inputs.items()})
        )
        return ReversePrompt(prompt=prompt, obstacle="" if prompt else NO_SUBJECT)

    return rule


def _material(inputs: Mapping[str, str]) -> Material:
    title, careful = inputs["title"], bool(inputs["faults"])
    return Material(
        subjects=subjects_of(title),
        abstract=inputs["abstract"],
        outline=inputs["outline"],
        text=inputs["text"],
        venues=tuple(filter(None, inputs["venues"].split("; "))),
        cutoff=inputs["cutoff"],
        careful=careful,
        reveals=lambda phrase: reveals_title(phrase, title, inputs["abstract"], careful=careful),
    )


_QUESTIONS: dict[PromptLevel, Question[ReversePrompt]] = {
    level: Question(
        name=f"reverse_prompt_{level}",
        version=1,
        answer=ReversePrompt,
        offline=_offline(level),
        parameters={"temperature": 0.7},
    )
    for level in get_args(PromptLevel)
}

QUESTIONS: tuple[Question[ReversePrompt], ...] = tuple(_QUESTIONS.values())
"""All of them, for forecasts and for the lineage of a stage."""
