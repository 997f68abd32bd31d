"""What a run of an agent will cost, before its first call is paid for."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.agents.prompting import instructions
from tasks.agents.search.engine import Search
from tasks.agents.settings import AgentSettings, ModelAgentSettings, ToolSettings
from tasks.benchmark import Answers, GivenTask
from tasks.llm import Door, Forecast
from tasks.llm.prices import read_prices
from tasks.llm.request import ChatRequest

_EXPECTED_TOKENS = 250  # of a turn that calls a tool
_EXPECTED_ANSWER = 2_500  # tokens of an answer
_EXPECTED_RESULT = 0.5  # share of the most characters that a tool's result has


@dataclass(frozen=True)
class Foreseen:
    """What decides the cost of a task."""

    settings: AgentSettings
    answers: Answers
    door: Door | None
    search: Search | None


def foresee(of: Foreseen, tasks: Sequence[GivenTask]) -> str | None:
    """What these tasks will call and cost, in words; None where nothing has to be paid for.

    As if every task used all its calls, a search first and then pages; what is asked again comes on top.
    """
    paid = of.door is not None and of.door.model != "offline"
    calls = of.settings.max_calls if isinstance(of.settings, ToolSettings) else 0
    searches = len(tasks) * calls if of.search is not None and of.search.usd_per_search else 0
    if not paid and not searches:
        return None
    parts = [f"{len(tasks):,} tasks"]
    if paid:
        parts.append(str(_of_models(of, tasks, calls)))
    if searches and of.search is not None:
        parts.append(f"at most {searches:,} searches for ${searches * of.search.usd_per_search:,.2f}")
    return "; ".join(parts)


def unpriced(settings: AgentSettings) -> str:
    """The model whose calls count as $0 because nobody knows its price, and where it is; "" where there is none."""
    if not isinstance(settings, ModelAgentSettings) or settings.model.provider == "offline":
        return ""
    model, endpoint = settings.model.model, settings.model.endpoint_name
    known = read_prices().find(model, endpoint, datetime.date.today())
    return "" if known else f"{model} at {endpoint}"


def _of_models(of: Foreseen, tasks: Sequence[GivenTask], calls: int) -> Forecast:
    assert of.door is not None
    cheapest, most = Forecast(), Forecast()
    for task in tasks:
        for turn in range(calls + 1):
            expected = _EXPECTED_ANSWER if turn == calls else _EXPECTED_TOKENS
            cheapest += of.door.forecast_turn(_request(of, task, turn, _EXPECTED_RESULT), expected)
            most += of.door.forecast_turn(_request(of, task, turn, 1.0), expected)
    return Forecast(
        calls=cheapest.calls,
        prompt_tokens=cheapest.prompt_tokens,
        completion_tokens=cheapest.completion_tokens,
        completion_tokens_most=most.completion_tokens_most,
        usd_expected=cheapest.usd_expected,
        usd_worst=most.usd_worst,
    )


def _request(of: Foreseen, task: GivenTask, turn: int, share: float) -> ChatRequest:
    """The request of a turn, what its tools will have brought until then stood in for by so many characters."""
    assert of.door is not None
    model = of.door.settings
    brought = round(turn * share * of.settings.page_characters) if isinstance(of.settings, ToolSettings) else 0
    system = instructions("base_model", task, of.answers)
    return ChatRequest(
        endpoint=model.endpoint_name,
        model=model.model,
        messages=(
            {"role": "system", "content": system},
            {"role": "user", "content": task.text + "x" * brought},
        ),
        response_format=None,
        parameters=model.parameters,
        extra_body={},
        sample=0,
        attempt=0,
    )
