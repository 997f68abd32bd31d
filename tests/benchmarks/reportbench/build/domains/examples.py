"""Surveys, labels and prompts for the tests of domains."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, PromptLevel
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Reply
from litgauge.tasks.records import Survey

LEVELS: tuple[PromptLevel, ...] = ("sentence", "paragraph", "detail")


def survey(title: str, abstract: str | None = None, categories: tuple[str, ...] = ()) -> Survey:
    """A survey of which only these things are known."""
    return Survey(
        "2301.00001", title, abstract, (), categories, None, None, None, None, None, date(2023, 1, 2), 1, None, "api"
    )


def label(survey_id: str, domain: str, model: str = "offline", reason: str = "a reason") -> DomainLabel:
    """A label without its question."""
    return DomainLabel(survey_id, domain, reason, model, "application_domain@1")


def prompts(survey_id: str, levels: tuple[PromptLevel, ...] = LEVELS) -> list[Prompt]:
    """A prompt at each level."""
    return [
        Prompt(survey_id, level, f"{level} of {survey_id}", "rules", "2023-01", "offline", "q@1") for level in levels
    ]


class FixedAsker:
    """Gives one answer, or the question's own rule when there is none, and keeps what it was given."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer
        self.given: Mapping[str, Any] = {}

    async def ask(self, question: Question[Any], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Any]:
        self.given = inputs
        answer, model = (self.answer, "judge-1") if self.answer else (question.offline(inputs), "offline")
        return Reply(answer, question.label, "offline", model, "", "", False, 0, 0, 0.0)
