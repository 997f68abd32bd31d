"""A run never costs more than its budget."""

from __future__ import annotations

import asyncio
import datetime
import threading

import pytest

from litgauge.tasks.base.errors import BudgetExhausted, ConfigError
from litgauge.tasks.llm import Budget, Replies, open_door
from litgauge.tasks.llm.prices import Price, PriceList
from tests.llm.openai_server import Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, right, settings_for, verdict

TODAY = datetime.date(2026, 11, 20)
PRICES = PriceList(prices=(Price(model="judge-1", input=10, cached_input=1, cache_write=12.5, output=40, as_of=TODAY),))


@pytest.mark.slow
def test_it_stops_before_the_budget_is_passed(server: OpenAIServer, replies: Replies) -> None:
    server.latency_s = 0.005
    budget = Budget(0.05)
    door = open_door(
        settings_for(server, max_concurrency=32, parameters={"max_output_tokens": 200}),
        replies=replies,
        budget=budget,
        prices=PRICES,
    )

    with pytest.raises(BudgetExhausted) as stopped:
        asyncio.run(ask_all(door, papers(250)))

    assert 0.02 < budget.spent_usd <= 0.05  # most of it was used, although each call held many times its cost
    assert door.spent.calls == server.log.replies
    assert door.spent.usd == pytest.approx(budget.spent_usd)
    assert budget.unsettled_usd == 0
    assert "budget of $0.05" in str(stopped.value)
    assert "--set model.budget_usd" in str(stopped.value)

    with_more = open_door(
        settings_for(server, parameters={"max_output_tokens": 200}), replies=replies, budget=Budget(5.0), prices=PRICES
    )
    answers = asyncio.run(ask_all(with_more, papers(250)))
    assert [reply.answer for reply in answers] == [right(paper) for paper in papers(250)]
    assert server.log.requests == 250  # nothing was paid for twice


def test_stored_replies_are_free(server: OpenAIServer, replies: Replies) -> None:
    asyncio.run(ask_all(open_door(settings_for(server), replies=replies), papers(5)))
    budget = Budget(0.0)
    door = open_door(settings_for(server), replies=replies, budget=budget, prices=PRICES)

    assert len(asyncio.run(ask_all(door, papers(5)))) == 5
    with pytest.raises(BudgetExhausted):
        asyncio.run(ask_all(door, papers(6)))
    assert server.log.requests == 5


@pytest.mark.slow
def test_a_call_with_unknown_outcome_stays_counted(replies: Replies) -> None:
    """Whoever hangs up early may be charged all the same."""
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("time-out",))) as server:
        budget = Budget(1.0)
        door = open_door(settings_for(server, timeout_s=0.1, retries=0), replies=replies, budget=budget, prices=PRICES)
        asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))

    assert budget.spent_usd == 0
    assert 0.1 < budget.unsettled_usd < 0.2


@pytest.mark.slow
def test_a_call_that_was_turned_away_costs_nothing(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("rate-limit",))) as server:
        budget = Budget(1.0)
        door = open_door(settings_for(server, retries=2), replies=replies, budget=budget, prices=PRICES)
        asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))

    assert (budget.spent_usd, budget.unsettled_usd) == (0, 0)
    assert door.spent.faults == 3


def test_a_budget_needs_a_price(server: OpenAIServer, replies: Replies) -> None:
    with pytest.raises(ConfigError, match=r"prices\.yaml: no valid price of judge-1") as missing:
        open_door(settings_for(server, budget_usd=1), replies=replies, prices=PriceList())
    assert "Add the model" in str(missing.value)
    open_door(settings_for(server), replies=replies, prices=PriceList())  # without a budget it is not needed


async def test_cost_is_counted_with_cached_tokens(server: OpenAIServer, replies: Replies) -> None:
    reply = await open_door(settings_for(server), replies=replies, prices=PRICES).ask(IS_REVIEW, papers(1)[0])
    cached = reply.prompt_tokens // 2
    expected = ((reply.prompt_tokens - cached) * 10 + cached * 1 + reply.completion_tokens * 40) / 1e6
    assert reply.cost_usd == pytest.approx(expected)


@pytest.mark.slow
async def test_the_forecast_bounds_what_is_spent(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server), replies=replies, prices=PRICES)
    many = papers(20)

    before = await door.forecast(IS_REVIEW, many)
    assert server.log.requests == 0
    await ask_all(door, many[:5])
    between = await door.forecast(IS_REVIEW, many)
    await ask_all(door, many)
    after = await door.forecast(IS_REVIEW, many)

    assert (before.calls, before.cached) == (20, 0)
    assert (between.calls, between.cached) == (15, 5)
    assert (after.calls, after.cached, after.usd_worst) == (0, 20, 0)
    assert before.usd_worst is not None
    assert door.spent.usd < before.usd_worst
    # The stored replies tell how long the others will be.
    assert between.completion_tokens / 15 == pytest.approx(door.spent.completion_tokens / 20, abs=2)
    assert str(before).startswith("20 calls, 0 answers are stored; about ")
    assert str(after) == "no calls, 20 answers are stored"
    assert (before + after).cached == 20


async def test_the_forecast_does_not_invent_prices(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server), replies=replies, prices=PriceList())
    forecast = await door.forecast(IS_REVIEW, papers(3))
    assert forecast.usd_worst is None
    assert str(forecast).endswith("price unknown")


@pytest.mark.slow
def test_a_budget_is_shared_by_threads() -> None:
    """Eight loops hold and settle at once; what is held and spent together never passes the limit."""
    budget = Budget(1.0)
    most: list[float] = []
    refused: list[BudgetExhausted] = []

    async def calls() -> None:
        for _ in range(50):
            try:
                async with budget.reserve(0.1) as hold:
                    most.append(budget.spent_usd + budget._admitted)
                    await asyncio.sleep(0)
                    hold.settle(0.01)
            except BudgetExhausted as error:
                refused.append(error)

    threads = [threading.Thread(target=lambda: asyncio.run(calls())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert max(most) <= 1.0 + 1e-6
    assert 0.9 < budget.spent_usd <= 1.0
    assert len(refused) == 400 - round(budget.spent_usd / 0.01)


async def test_a_cancelled_wait_holds_nothing() -> None:
    budget = Budget(1.0)
    async with budget.reserve(0.9) as hold:
        waiting = asyncio.create_task(budget.reserve(0.5).__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        hold.settle(0.1)
    async with budget.reserve(0.9) as hold:
        hold.settle(0.9)
    assert budget.spent_usd == pytest.approx(1.0)
