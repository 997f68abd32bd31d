"""Asking for as long as the money lasts: what the budget does not allow any more is unscored, and the run goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from tasks.base.errors import BudgetExhausted
from tasks.llm.door import Door
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored, unanswered
from tasks.records.unscored import BUDGET

Answer = TypeVar("Answer", bound=BaseModel)


class Affordable:
    """A door behind which BudgetExhausted is an answer: unscored, with the reason "budget".

    So nothing that is under way is cancelled, questions whose replies are stored are still answered, and the next run
    asks what this one could not.
    """

    def __init__(self, door: Door) -> None:
        self._door = door

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """See `Door.ask`."""
        try:
            return await self._door.ask(question, inputs, sample=sample)
        except BudgetExhausted as error:
            door = self._door.of(question)
            return unanswered(question, door.settings.provider, door.model, Unscored(BUDGET, error.what))
