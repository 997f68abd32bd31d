"""Asking a judge: repeated where its answer cannot be right, and many questions at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from litgauge.tasks.llm.door import BudgetedDoor
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Asker, Reply, Unscored
from litgauge.tasks.records import Statement

NOTHING = "none"
"""Value of an empty input of a question."""

ANEW = 100_000
"""Distance of the numbers of samples from those of the answers that are asked for anew (`Door.ask_anew`)."""

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
    number of a sample. If no answer is accepted, or the model does not answer, the result is Unscored. A door that asks
    again what is stored as unsound does so once more, with a number of its own.
    """
    fault, new, sample = NOTHING, False, 0
    for sample in samples:
        reply = await asker.ask(question, {**inputs, "fault": fault}, sample=sample)
        new = new or not reply.cached
        if isinstance(reply.answer, Unscored):
            return reply.answer, reply
        result = read(reply.answer)
        if not isinstance(result, Unscored):
            return result, reply
        fault = result.detail
    while isinstance(asker, BudgetedDoor):
        sample += ANEW
        again = await asker.ask_anew(question, {**inputs, "fault": fault}, sample=sample, pay=not new)
        if again is None or isinstance(again.answer, Unscored):
            break
        new, reply, result = new or not again.cached, again, read(again.answer)
        if not isinstance(result, Unscored):
            break
    return result, reply


async def together(*work: Awaitable[Result]) -> list[Result]:
    """Return the results in order. An error is raised once all are done, since replies under way cost money."""
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    results: list[Result] = []
    for outcome in outcomes:
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
