"""Asking a judge: repeated where its answer cannot be right, and many questions at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from tasks.llm.question import Question
from tasks.llm.reply import Asker, Reply, Unscored
from tasks.records import Statement

NOTHING = "none"
"""Value of an empty input of a question."""

CONTEXT_STATEMENTS = 2  # before a statement

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")


async def ask_until_sound(
    asker: Asker,
    question: Question[Answer],
    inputs: Mapping[str, Any],
    read: Callable[[Answer], Result | Unscored],
    samples: Iterable[int],
) -> tuple[Result | Unscored, Reply[Answer]]:
    """Return the result of `read` for the first answer that it accepts, with the reply.

    Where `read` returns Unscored, the question is asked again with the detail as its input `fault`, once for each
    number of a sample. If no answer is accepted, or the model does not answer, the result is Unscored.
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
    """Return the results in order. An error is raised once all are done, since replies under way cost money."""
    done = await asyncio.gather(*work, return_exceptions=True)
    results: list[Result] = []
    for outcome in done:
        if isinstance(outcome, BaseException):
            raise outcome
        results.append(outcome)
    return results


def why(unscored: Unscored) -> str:
    """Return the reason and its detail in one line."""
    return f"{unscored.reason}: {unscored.detail}" if unscored.detail else unscored.reason


def context_of(statements: Sequence[Statement], statement: Statement) -> str:
    """Return the heading of a list item or table row, and the sentences before a statement, which tell what "it" is."""
    first = max(0, statement.number - CONTEXT_STATEMENTS)
    sentences = " ".join(earlier.text for earlier in statements[first : statement.number])
    return " … ".join(part for part in (statement.context, sentences) if part)
