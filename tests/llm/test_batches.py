"""Questions by batches: OpenAI's files and batches, half the price, and a kill in between."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Iterator
from typing import Any

import pytest

from litgauge.tasks.base.errors import ConfigError, EndpointRefused
from litgauge.tasks.llm import Replies, Unscored, open_door
from litgauge.tasks.llm.batches import FOLDER
from litgauge.tasks.llm.budget import Budget
from litgauge.tasks.llm.door import Door
from litgauge.tasks.llm.prices import Price, PriceList
from tests.llm.batch_wire import BatchOffice
from tests.llm.openai_server import OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, right, settings_for, verdict

QUICK = {"gather_s": 0.03, "poll_s": 0.005, "most_requests": 20}
PRICES = PriceList(prices=(Price(model="*", input=1_000, output=4_000, as_of=datetime.date(2026, 1, 1)),))


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer({"is_review": verdict}, batches=BatchOffice()) as running:
        yield running


def door_to(server: OpenAIServer, replies: Replies, **changes: Any) -> Door:
    return open_door(settings_for(server, batch=QUICK, **changes), replies=replies, prices=PRICES, budget=Budget())


def office_of(server: OpenAIServer) -> BatchOffice:
    assert server.batches is not None
    return server.batches


def test_questions_of_a_run_are_a_few_batches(server: OpenAIServer, replies: Replies) -> None:
    door = door_to(server, replies)
    answers = asyncio.run(ask_all(door, papers(50)))

    assert [reply.answer for reply in answers] == [right(paper) for paper in papers(50)]
    assert sum(office_of(server).sizes) == 50
    assert max(office_of(server).sizes) == 20
    plain = open_door(settings_for(server), replies=replies, prices=PRICES)
    again = asyncio.run(ask_all(plain, papers(50)))
    assert plain.spent.calls == 0, "what a batch answered is stored as any reply"
    assert [reply.answer for reply in again] == [reply.answer for reply in answers]


def test_it_costs_and_is_forecast_at_half_the_price(server: OpenAIServer, replies: Replies) -> None:
    door, plain = door_to(server, replies), open_door(settings_for(server), replies=replies, prices=PRICES)
    half, whole = (asyncio.run(asked.forecast(IS_REVIEW, papers(5))) for asked in (door, plain))
    assert half.usd_expected == pytest.approx((whole.usd_expected or 0) / 2)
    assert half.usd_worst == pytest.approx((whole.usd_worst or 0) / 2)

    asyncio.run(ask_all(door, papers(5)))
    spent = door.spent
    assert spent.usd == pytest.approx((spent.prompt_tokens * 1_000 + spent.completion_tokens * 4_000) / 2e6)


@pytest.mark.parametrize(
    "office", [BatchOffice(expiring=2), BatchOffice(failing=7), BatchOffice(missing=3), BatchOffice(hiccups=4)]
)
def test_what_is_not_answered_is_asked_again(office: BatchOffice, replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, batches=office) as server:
        answers = asyncio.run(ask_all(door_to(server, replies), papers(20)))
        assert [reply.answer for reply in answers] == [right(paper) for paper in papers(20)]
        assert office.answered == 20, "nothing is paid for twice"
        asyncio.run(ask_all(door_to(server, replies), papers(21)))
    assert len(replies.storage.names(FOLDER)) <= 2, "the next run forgets batches whose replies are stored"


def test_a_batch_that_always_expires_leaves_its_questions_unscored(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, batches=BatchOffice(expiring=99)) as server:
        [reply] = asyncio.run(ask_all(door_to(server, replies, retries=1), papers(1)))
    assert isinstance(reply.answer, Unscored)
    assert reply.answer.reason == "batch-expired"


def test_a_refused_batch_stops_the_run(replies: Replies) -> None:
    with (
        OpenAIServer({"is_review": verdict}, batches=BatchOffice(refused=9)) as server,
        pytest.raises(EndpointRefused, match="Enqueued token limit"),
    ):
        asyncio.run(ask_all(door_to(server, replies), papers(3)))


@pytest.mark.parametrize("told", [True, False])
def test_a_killed_run_is_gone_on_with(server: OpenAIServer, replies: Replies, told: bool) -> None:
    """Also where it was killed before it knew the batch's id."""
    office = office_of(server)
    office.held = True

    async def killed() -> None:
        asking = asyncio.ensure_future(ask_all(door_to(server, replies), papers(20)))
        while len(replies.storage.names(FOLDER)) < 2:
            await asyncio.sleep(0.005)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(killed())
    if not told:
        [name] = [name for name in replies.storage.names(FOLDER) if name.endswith(".id")]
        replies.storage.drop(f"{FOLDER}/{name}")
    office.held = False
    answers = asyncio.run(ask_all(door_to(server, replies), papers(21)))

    assert [reply.answer for reply in answers] == [right(paper) for paper in papers(21)]
    assert sorted(office.sizes) == [1, 20]


def test_a_lost_batch_is_asked_anew(server: OpenAIServer, replies: Replies) -> None:
    office = office_of(server)
    office.begun = lambda: office.batches.clear() if len(office.sizes) == 1 else None
    [reply] = asyncio.run(ask_all(door_to(server, replies), papers(1)))
    assert reply.answer == right(papers(1)[0])
    assert office.sizes == [1, 1]


def test_agents_do_not_wait_for_batches(server: OpenAIServer, replies: Replies) -> None:
    with pytest.raises(ConfigError, match="cannot wait a day"):
        open_door(settings_for(server, batch=QUICK), replies=replies, responses=True)
