"""Doors and searches that know only what is stored, and count what a run would have to pay for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from tasks.judge.search import Finding, Searcher
from tasks.judge.voters import Voter
from tasks.llm.door import Door
from tasks.llm.forecast import Forecast
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored, unanswered

Answer = TypeVar("Answer", bound=BaseModel)

NOT_STORED = "not-stored"
"""The reason of an answer that would have to be paid for."""

_FOUND = (Finding("https://example.org/", "", "x" * 3_000),)  # what a search typically shows


@dataclass(frozen=True)
class Foreseen:
    """What would have to be paid for, by question and model."""

    lines: dict[tuple[str, str], Forecast] = field(default_factory=dict)

    def add(self, question: str, model: str, forecast: Forecast) -> None:
        """Count this, too."""
        self.lines[question, model] = self.lines.get((question, model), Forecast()) + forecast

    def add_all(self, others: Foreseen, factor: float = 1.0, *, worst: float = 1.0) -> None:
        """All lines of the others so many times, their worst case `worst` times more."""
        for who, forecast in others.lines.items():
            scaled = forecast.times(factor)
            most = None if scaled.usd_worst is None else scaled.usd_worst * worst
            self.add(*who, replace(scaled, usd_worst=most))

    async def add_questions(
        self, door: Door, question: Question[Any], inputs: Mapping[str, Any], number: float
    ) -> None:
        """So many questions whose own inputs nobody knows yet; these inputs are of their size."""
        known = await door.known(question, inputs)
        if number and isinstance(known, Forecast):
            self.add(question.name, door.of(question).model, known.times(number))


class ForeseeingAsker:
    """A door that answers from the store alone."""

    def __init__(self, door: Door, foreseen: Foreseen) -> None:
        self._door, self._foreseen = door, foreseen

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """The stored reply, or one that is unscored and counted."""
        known = await self._door.known(question, inputs, sample=sample)
        door = self._door.of(question)
        if isinstance(known, Forecast):
            self._foreseen.add(question.name, door.model, known)
            return unanswered(question, door.settings.provider, door.model, Unscored(NOT_STORED))
        if door.settings.provider != "offline":
            self._foreseen.add(question.name, door.model, Forecast(cached=1))
        return known


class ForeseeingSearcher:
    """A search that answers from the store alone; the same search of several votes is counted once."""

    def __init__(self, searcher: Searcher, foreseen: Foreseen) -> None:
        self._searcher, self._foreseen = searcher, foreseen
        self._seen: set[str] = set()

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored:
        """What is stored, or something of the size of what a search shows."""
        known = await self.known(statement, context)
        if not isinstance(known, Forecast):
            return known
        if statement not in self._seen:
            self._seen.add(statement)
            self._foreseen.add("search", "web", known)
        return _FOUND

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored | Forecast:
        """See `Searcher.known`."""
        return await self._searcher.known(statement, context)


def foreseeing_voters(voters: tuple[Voter, ...], doors: tuple[Door, ...], foreseen: Foreseen) -> tuple[Voter, ...]:
    """The voters behind such doors and searches."""
    searchers = {id(one.searcher): ForeseeingSearcher(one.searcher, foreseen) for one in voters if one.searcher}
    return tuple(
        replace(voter, asker=ForeseeingAsker(door, foreseen), searcher=searchers.get(id(voter.searcher)))
        for voter, door in zip(voters, doors, strict=True)
    )
