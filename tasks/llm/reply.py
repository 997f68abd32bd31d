"""What comes back from a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from tasks.records import Unscored

__all__ = ["Answer", "Reply", "Unscored"]

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
