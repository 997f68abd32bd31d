"""A model with a web search of its own as a searcher for others: one search that all votes on a statement share."""

from __future__ import annotations

from litgauge.tasks.judge.asking import NOTHING
from litgauge.tasks.judge.questions import FACT_SOURCES, FactSources
from litgauge.tasks.judge.search import Finding
from litgauge.tasks.llm.door import Door
from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.reply import Unscored


class ModelSearch:
    """Search results as a model reports them; the pages themselves are not fetched."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored:
        """Return the pages that it found. Raises what concerns all questions (EndpointRefused, BudgetExhausted, …)."""
        reply = await self._door.ask(FACT_SOURCES, _inputs(statement, context))
        return _findings(reply.answer)

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored | Forecast:
        """Return what a stored reply says, else what the search would cost."""
        reply = await self._door.known(FACT_SOURCES, _inputs(statement, context))
        return reply if isinstance(reply, Forecast) else _findings(reply.answer)


def _inputs(statement: str, context: str) -> dict[str, str]:
    return {"statement": statement, "context": context or NOTHING}


def _findings(answer: FactSources | Unscored) -> tuple[Finding, ...] | Unscored:
    if isinstance(answer, Unscored):
        return Unscored(f"search-{answer.reason}", answer.detail)
    return tuple(Finding(source.url, source.title, source.text) for source in answer.sources if source.url.strip())
