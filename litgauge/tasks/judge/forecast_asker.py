"""Askers and searchers that answer from stored replies alone, and count the calls that a run would pay for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from litgauge.tasks.judge.search import Finding, Searcher
from litgauge.tasks.judge.voters import Voter
from litgauge.tasks.llm.door import Door
from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Reply, Unscored, unanswered

Answer = TypeVar("Answer", bound=BaseModel)

NOT_STORED = "not-stored"
"""Reason of an answer that is not stored and would have to be paid for."""

_TYPICAL_FINDINGS = (Finding("https://example.org/", "", "x" * 3_000),)  # typical result of a search


@dataclass(frozen=True)
class ForecastCounts:
    """Calls that would be paid for, by question and model."""

    lines: dict[tuple[str, str], Forecast] = field(default_factory=dict)

    def add(self, question: str, model: str, forecast: Forecast) -> None:
        """Add a forecast."""
        self.lines[question, model] = self.lines.get((question, model), Forecast()) + forecast

    def add_all(self, others: ForecastCounts, factor: float = 1.0, *, worst: float = 1.0) -> None:
        """Add all lines of the others times `factor`, and their worst cases times `worst`."""
        for who, forecast in others.lines.items():
            scaled = forecast.times(factor)
            most = None if scaled.usd_worst is None else scaled.usd_worst * worst
            self.add(*who, replace(scaled, usd_worst=most))

    async def add_questions(
        self, door: Door, question: Question[Any], inputs: Mapping[str, Any], number: float
    ) -> None:
        """Add `number` questions with unknown inputs; `inputs` are of their size."""
        forecast = await door.known(question, inputs)
        if number and isinstance(forecast, Forecast):
            self.add(question.name, door.of(question).model, forecast.times(number))


class ForecastAsker:
    """An asker that answers from stored replies alone."""

    def __init__(self, door: Door, counts: ForecastCounts) -> None:
        self._door, self._foreseen = door, counts

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """Return the stored reply, or an unscored one that is counted."""
        answer = await self._door.known(question, inputs, sample=sample)
        door = self._door.of(question)
        if isinstance(answer, Forecast):
            self._foreseen.add(question.name, door.model, answer)
            return unanswered(question, door.settings.provider, door.model, Unscored(NOT_STORED))
        if door.settings.provider != "offline":
            self._foreseen.add(question.name, door.model, Forecast(cached=1))
        return answer


class ForecastSearcher:
    """A searcher that answers from stored results alone; a search that several votes share is counted once."""

    def __init__(self, searcher: Searcher, counts: ForecastCounts) -> None:
        self._searcher, self._foreseen = searcher, counts
        self._searched: set[str] = set()

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored:
        """Return the stored findings, or a placeholder of typical size."""
        findings = await self.known(statement, context)
        if not isinstance(findings, Forecast):
            return findings
        if statement not in self._searched:
            self._searched.add(statement)
            self._foreseen.add("search", "web", findings)
        return _TYPICAL_FINDINGS

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored | Forecast:
        """See `Searcher.known`."""
        return await self._searcher.known(statement, context)


def forecast_voters(voters: tuple[Voter, ...], doors: tuple[Door, ...], counts: ForecastCounts) -> tuple[Voter, ...]:
    """Return the voters with such askers and searchers."""
    searchers = {id(voter.searcher): ForecastSearcher(voter.searcher, counts) for voter in voters if voter.searcher}
    return tuple(
        replace(voter, asker=ForecastAsker(door, counts), searcher=searchers.get(id(voter.searcher)))
        for voter, door in zip(voters, doors, strict=True)
    )
