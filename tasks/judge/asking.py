"""How a judge is asked: again where its answer cannot be right, and many things at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from tasks.llm.question import Question
from tasks.llm.reply import Asker, Reply, Unscored

NOTHING = "none"
"""An input of a question that has nothing to say."""

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")


async def ask_until_sound(
    asker: Asker,
    question: Question[Answer],
    inputs: Mapping[str, Any],
    read: Callable[[Answer], Result | Unscored],
    samples: Iterable[int],
) -> tuple[Result | Unscored, Reply[Answer]]:
    """What `read` makes of the first answer that it takes, with the reply.

    An answer for which it returns Unscored is refused and asked again, the detail as the question's input `fault`:
    once for each number of a sample. What stays refused, or is not answered at all, is Unscored.
    """
    fault = NOTHING
    for sample in samples:
        reply = await asker.ask(question, {**inputs, "fault": fault}, sample=sample)
        if isinstance(reply.answer, Unscored):
            return reply.answer, reply
        result = read(reply.answer)
        if not isinstance(result, Unscored):
            break
        fault = result.detail
    return result, reply


async def together(*work: Awaitable[Result]) -> list[Result]:
    """The results in the order of the work. An error is raised when all are done: replies under way cost money."""
    done = await asyncio.gather(*work, return_exceptions=True)
    results: list[Result] = []
    for outcome in done:
        if isinstance(outcome, BaseException):
            raise outcome
        results.append(outcome)
    return results


def why(unscored: Unscored) -> str:
    """The reason and its detail in one line."""
    return f"{unscored.reason}: {unscored.detail}" if unscored.detail else unscored.reason
