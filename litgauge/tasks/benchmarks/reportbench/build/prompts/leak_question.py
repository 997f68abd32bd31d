"""The question to a model whether a prompt gives its survey away, which the rules alone cannot answer."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import fold
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records import Survey

ATTEMPTS = 2
"""Times that a prompt is asked about where the reply is doubtful."""

_UNREADABLE = ("invalid-answer", "refused", "truncated", "too-long")
"""Reasons for which the model's words are no answer; for all others it was not heard."""


class LeakVerdict(BaseModel):
    """Whether a prompt gives its survey away, and by which words."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="One sentence that says why.")
    leaks: Literal["yes", "no"] = Field(description="Whether the request shows that the survey is there, or which.")
    words: str = Field(description="The words of the request that show it, letter for letter; empty if none do.")


LEAK_QUESTION = Question(
    name="prompt_leak",
    version=1,
    answer=LeakVerdict,
    offline=lambda _: LeakVerdict(reason="the rules have decided", leaks="no", words=""),
    parameters={"temperature": 0},
    expected_tokens=60,
)


def leak_inputs(survey: Survey, body: str) -> dict[str, str]:
    """Return what the question is given about a prompt's body."""
    authors = "; ".join(f"{author.given} {author.family}".strip() for author in survey.authors)
    return {
        "title": survey.title,
        "authors": authors or "none",
        "abstract": survey.abstract or "none",
        "prompt": body,
    }


async def leaking_words(asker: Asker, survey: Survey, body: str) -> str | None:
    """Return the words by which a model says that the prompt gives its survey away, or None.

    A verdict counts if its words stand in the prompt, or if it finds none. Others, and replies that are no verdict,
    are asked for once more, and then the rules' verdict stands: None. Raises Failed("prompt-<reason>") when the model
    was not heard.
    """
    for sample in range(ATTEMPTS):
        answer = (await asker.ask(LEAK_QUESTION, leak_inputs(survey, body), sample=sample)).answer
        if isinstance(answer, Unscored):
            if answer.reason not in _UNREADABLE:
                raise Failed(f"prompt-{answer.reason}", f"leak question: {answer.detail}", where=survey.survey_id)
            continue
        words = " ".join(answer.words.split())
        if answer.leaks == "no" and not words:
            return None
        if answer.leaks == "yes" and _stand_in(words, body):
            return words
    return None


def _stand_in(words: str, body: str) -> bool:
    said = fold(words)
    return bool(said) and f" {' '.join(said)} " in f" {' '.join(fold(body))} "
