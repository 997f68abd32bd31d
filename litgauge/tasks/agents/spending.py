"""Forecast of the cost of a run, before its first paid call."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.agents.prompting import instructions
from litgauge.tasks.agents.search.engine import ImageHit, Search, SearchHit
from litgauge.tasks.agents.settings import AgentSettings, ModelAgentSettings, ToolSettings
from litgauge.tasks.benchmark import Answers, GivenTask
from litgauge.tasks.llm import Door, Forecast
from litgauge.tasks.llm.prices import read_prices
from litgauge.tasks.llm.request import ChatRequest

_EXPECTED_TOKENS = 250  # of a turn that calls a tool
_EXPECTED_ANSWER = 2_500  # tokens of an answer
_EXPECTED_RESULT = 0.5  # share of the most characters that a tool's result has


@dataclass(frozen=True)
class CostBasis:
    """Settings, model and search that determine the cost of a task."""

    settings: AgentSettings
    answers: Answers
    door: Door | None
    search: Search[SearchHit] | None
    images: Search[ImageHit] | None = None


def forecast_cost(basis: CostBasis, tasks: Sequence[GivenTask]) -> str | None:
    """Return the calls and their cost in words; None if the run costs nothing.

    It assumes that every task uses all its calls, a search first and then pages. Retries come on top.
    """
    paid = basis.door is not None and basis.door.model != "offline"
    calls = basis.settings.max_calls if isinstance(basis.settings, ToolSettings) else 0
    searches = len(tasks) * calls if basis.search is not None and basis.search.usd_per_search else 0
    if not paid and not searches:
        return None
    parts = [f"{len(tasks):,} tasks"]
    if paid:
        parts.append(str(_model_forecast(basis, tasks, calls)))
    if searches and basis.search is not None:
        parts.append(f"at most {searches:,} searches for ${searches * basis.search.usd_per_search:,.2f}")
    return "; ".join(parts)


def unpriced(settings: AgentSettings) -> str:
    """Return the model and endpoint whose calls count as $0 because the price is unknown; "" if there is none."""
    if not isinstance(settings, ModelAgentSettings) or settings.model.provider == "offline":
        return ""
    model, endpoint = settings.model.model, settings.model.endpoint_name
    price = read_prices().find(model, endpoint, datetime.date.today())
    return "" if price else f"{model} at {endpoint}"


def _model_forecast(basis: CostBasis, tasks: Sequence[GivenTask], calls: int) -> Forecast:
    assert basis.door is not None
    cheapest, most = Forecast(), Forecast()
    for task in tasks:
        for turn in range(calls + 1):
            expected = _EXPECTED_ANSWER if turn == calls else _EXPECTED_TOKENS
            cheapest += basis.door.forecast_turn(filled_request(basis, task, turn, _EXPECTED_RESULT), expected)
            most += basis.door.forecast_turn(filled_request(basis, task, turn, 1.0), expected)
    return Forecast(
        calls=cheapest.calls,
        prompt_tokens=cheapest.prompt_tokens,
        completion_tokens=cheapest.completion_tokens,
        completion_tokens_most=most.completion_tokens_most,
        usd_expected=cheapest.usd_expected,
        usd_worst=most.usd_worst,
    )


def filled_request(
    basis: CostBasis, task: GivenTask, turn: int, share: float, template: str = "base_model"
) -> ChatRequest:
    """Return the request of a turn, with filler for the tool results that it would hold by then."""
    assert basis.door is not None
    model = basis.door.settings
    filler = round(turn * share * basis.settings.page_characters) if isinstance(basis.settings, ToolSettings) else 0
    system = instructions(template, task, basis.answers)
    return ChatRequest(
        endpoint=model.endpoint_name,
        model=model.model,
        messages=(
            {"role": "system", "content": system},
            {"role": "user", "content": task.text + "x" * filler},
        ),
        response_format=None,
        parameters=model.parameters,
        extra_body={},
        sample=0,
        attempt=0,
    )
