"""Providers of replies, and the reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from litgauge.tasks.llm.question import Question
from litgauge.tasks.records import Unscored

__all__ = ["Answer", "Asker", "Reply", "Unscored"]

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reply(Generic[Answer]):
    """A typed answer, or why there is none, with all that an audit needs."""

    answer: Answer | Unscored
    question: str  # name@version
    provider: str  # "offline" or "openai"
    model: str  # "offline" for the rules
    raw: str  # what the model said last, as it came
    key: str  # content address of that in the reply cache; "" for offline
    cached: bool  # nothing was paid for it now
    prompt_tokens: int  # of all replies that led to the answer, repairs included
    completion_tokens: int
    cost_usd: float  # when they were made: a cached answer still says what it cost, what a run paid is Door.spent
    earlier: tuple[str, ...] = ()  # content addresses of the replies before it: refused, cut off, or put right


def unanswered(question: Question[Answer], provider: str, model: str, why: Unscored) -> Reply[Answer]:
    """The reply to a question that was not put to anybody, and why."""
    return Reply(why, question.label, provider, model, "", "", False, 0, 0, 0.0)


class Asker(Protocol):
    """Whoever answers questions: the door to models, or a stand-in for it."""

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """The typed answer, or Unscored with its reason."""
        ...
