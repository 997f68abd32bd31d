"""Questions through the door, against a real server on loopback."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, Unscored, open_door
from tests.llm.openai_server import ALL_FAULTS, Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, right, settings_for, verdict


async def test_a_typed_answer_and_its_record(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server), replies=replies)
    paper = papers(1)[0]

    reply = await door.ask(IS_REVIEW, paper)

    assert reply.answer == right(paper)
    assert (reply.question, reply.provider, reply.model) == ("is_review@1", "openai", server.model)
    assert '"review": true' in reply.raw
    assert reply.prompt_tokens > 0
    assert reply.completion_tokens > 0
    assert not reply.cached
    sent = server.log.bodies[0]
    assert sent["temperature"] == 0
    assert sent["max_completion_tokens"] == 4096
    assert sent["response_format"]["json_schema"]["strict"] is True


async def test_the_offline_provider_answers_by_rule(replies: Replies) -> None:
    door = open_door(ModelSettings(), replies=replies)

    answers = await ask_all(door, papers(6))

    assert [reply.answer.review for reply in answers if not isinstance(reply.answer, Unscored)] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    assert {(reply.provider, reply.model, reply.cost_usd) for reply in answers} == {("offline", "offline", 0.0)}
    assert door.model == "offline"
    assert door.spent.offline == 6
    assert door.spent.calls == 0
    assert (await door.forecast(IS_REVIEW, papers(6))).calls == 0


@pytest.mark.slow
@pytest.mark.parametrize("schemas", ["enforced", "unknown"])
def test_faults_do_not_change_the_answers(replies: Replies, tmp_path: Path, schemas: str) -> None:
    """30 % of the requests fail in any of eleven ways: the answers are those of a clean server."""
    many = papers(150)
    with OpenAIServer({"is_review": verdict}, faults=Faults(rate=0.3, seed=4), schemas=schemas) as server:
        door = open_door(
            settings_for(server, timeout_s=1.5, retries=12, max_replies=8, max_concurrency=32), replies=replies
        )
        answers = asyncio.run(ask_all(door, many))

    assert [reply.answer for reply in answers] == [right(paper) for paper in many]
    assert set(server.log.faults) == set(ALL_FAULTS)  # every kind did happen
    # Every reply that came is counted and stored. One that the client had given up waiting for, as it will on a busy
    # machine, is a fault here although the server has sent it; whatever was sent ended as one of the two.
    assert door.spent.calls == len(list(tmp_path.rglob("replies/*/*.json"))) <= server.log.replies
    assert door.spent.calls + door.spent.faults >= server.log.requests


@pytest.mark.slow
def test_replies_are_found_again_by_another_door(server: OpenAIServer, replies: Replies) -> None:
    many = papers(20)
    first = asyncio.run(ask_all(open_door(settings_for(server), replies=replies), many))
    asked = server.log.requests
    door = open_door(settings_for(server, max_concurrency=3, timeout_s=7, api_key_env="NOT_SET"), replies=replies)

    second = asyncio.run(ask_all(door, many))

    assert server.log.requests == asked  # and no key was needed
    assert door.spent.calls == 0
    assert door.spent.cached == 20
    assert all(reply.cached for reply in second)
    assert [reply.answer for reply in second] == [reply.answer for reply in first]


@pytest.mark.slow
def test_a_repaired_answer_is_found_again_with_its_repair(replies: Replies) -> None:
    with OpenAIServer(
        {"is_review": verdict},
        faults=Faults(0.5, 1, ("wrong-types", "prose", "truncated", "refusal")),
        schemas="unknown",
    ) as server:
        many = papers(20)
        settings = settings_for(server, max_replies=10)
        first = asyncio.run(ask_all(open_door(settings, replies=replies), many))
        asked, paid = server.log.requests, server.log.replies
        assert paid > len(many)

        door = open_door(settings, replies=replies)
        second = asyncio.run(ask_all(door, many))

        assert server.log.requests == asked
        assert [reply.answer for reply in second] == [reply.answer for reply in first] == [right(p) for p in many]
        assert sum(reply.prompt_tokens for reply in second) == sum(reply.prompt_tokens for reply in first)


async def test_sample_numbers_are_independent_replies(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server, parameters={"seed": 5}), replies=replies)
    paper = papers(1)[0]

    votes = [await door.ask(IS_REVIEW, paper, sample=sample) for sample in (0, 1, 2, 2)]

    assert len({vote.key for vote in votes}) == 3
    assert [vote.cached for vote in votes] == [False, False, False, True]
    assert [body["seed"] for body in server.log.bodies] == [5, 6, 7]


async def test_equal_questions_at_once_make_one_call(server: OpenAIServer, replies: Replies) -> None:
    server.latency_s = 0.1
    door = open_door(settings_for(server), replies=replies)
    paper = papers(1)[0]

    answers = await asyncio.gather(*(door.ask(IS_REVIEW, paper) for _ in range(10)))

    assert server.log.requests == 1
    assert {reply.key for reply in answers} == {answers[0].key}
    assert sum(not reply.cached for reply in answers) == 1


@pytest.mark.slow
def test_one_door_serves_threads_with_loops_of_their_own(server: OpenAIServer, replies: Replies) -> None:
    server.latency_s = 0.01
    door = open_door(settings_for(server, max_concurrency=6), replies=replies)
    many = papers(60)
    results: dict[int, list[object]] = {}

    def batch(number: int) -> None:
        mine = many[number * 10 : number * 10 + 20]  # batches overlap: the shared ones are asked once
        results[number] = [reply.answer for reply in asyncio.run(ask_all(door, mine))]

    threads = [threading.Thread(target=batch, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results == {number: [right(p) for p in many[number * 10 : number * 10 + 20]] for number in range(5)}
    assert server.log.requests == 60
    assert door.spent.calls == 60
    assert server.log.most_under_way <= 6  # the limit holds over all threads


@pytest.mark.slow
async def test_a_schema_that_the_endpoint_does_not_know(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, schemas="unknown") as server:
        door = open_door(settings_for(server), replies=replies)
        many = papers(50)

        assert [reply.answer for reply in await ask_all(door, many)] == [right(paper) for paper in many]
        asked = server.log.requests
        assert asked <= len(many) + 16  # the refusals are those that were under way together, as many as there may be
        assert door.spent.faults == asked - len(many)
        await door.ask(IS_REVIEW, {"title": "Another", "abstract": "We look at 3 works."})
        assert server.log.requests == asked + 1  # it is not tried again
        assert "JSON schema `is_review`" in server.log.bodies[-1]["messages"][0]["content"]


async def test_schemas_are_not_sent_when_told_so(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(
        settings_for(server, structured="repair", token_limit_field="max_tokens", omit=["temperature"]), replies=replies
    )

    assert (await door.ask(IS_REVIEW, papers(1)[0])).answer == right(papers(1)[0])
    assert set(server.log.bodies[0]) == {"model", "messages", "max_tokens"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("refusal", "refused"),
        ("truncated", "truncated"),
        ("wrong-types", "invalid-answer"),
        ("prose", "invalid-answer"),
        ("server-error", "server-error"),
        ("rate-limit", "rate-limit"),
        ("cut-body", "broken-reply"),
        ("dropped", "disconnected"),
        ("time-out", "time-out"),
        ("dribble", "time-out"),
    ],
)
async def test_what_finally_fails_is_unscored(replies: Replies, fault: str, reason: str) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=(fault,))) as server:
        timeout_s = 0.2 if reason == "time-out" else 5
        door = open_door(settings_for(server, retries=1, max_replies=2, timeout_s=timeout_s), replies=replies)

        reply = await door.ask(IS_REVIEW, papers(1)[0])

        assert isinstance(reply.answer, Unscored)
        assert reply.answer.reason == reason
        assert server.log.requests == 2  # two replies paid for, or one retry


@pytest.mark.slow
async def test_a_reply_that_was_cut_off_is_asked_again_with_more_room(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("truncated",))) as server:
        door = open_door(settings_for(server, parameters={"max_output_tokens": 100}), replies=replies)

        await door.ask(IS_REVIEW, papers(1)[0])

        assert [body["max_completion_tokens"] for body in server.log.bodies] == [100, 200, 400, 400]


@pytest.mark.slow
async def test_a_repair_quotes_what_was_wrong(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("wrong-types",))) as server:
        await open_door(settings_for(server, max_replies=3), replies=replies).ask(IS_REVIEW, papers(1)[0])

        first, second, third = (body["messages"] for body in server.log.bodies)
        assert first == second[:2] == third[:2]
        assert second[2]["role"] == "assistant"
        assert "review: Input should be a valid boolean" in second[3]["content"]
        assert len(third) == 4  # only the last attempt is quoted


async def test_costs_without_token_counts_are_upper_bounds(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, usage=False) as server:
        reply = await open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0])

        text = "".join(message["content"] for message in server.log.bodies[0]["messages"])
        assert reply.prompt_tokens >= len(text)


@pytest.mark.slow
async def test_a_question_that_cannot_be_put_does_not_waste_the_others(tmp_path: Path, server: OpenAIServer) -> None:
    """A bug in one place costs one answer: what was paid for beside it is stored."""
    door = open_door(settings_for(server, max_concurrency=4), replies=Replies(Storage(str(tmp_path / "storage"))))
    broken = {"title": "no abstract"}

    with pytest.raises(ConfigError, match="abstract"):
        await ask_all(door, [*papers(3), broken, *papers(50)[3:]])

    assert len(list((tmp_path / "storage").rglob("*.json"))) == server.log.replies == door.spent.calls == 50


@pytest.mark.slow
async def test_a_higher_limit_goes_on_from_the_replies_that_are_there(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("refusal",))) as server:
        paper = papers(1)[0]
        first = await open_door(settings_for(server, max_replies=2), replies=replies).ask(IS_REVIEW, paper)
        assert isinstance(first.answer, Unscored)
        assert server.log.requests == 2

        again = await open_door(settings_for(server, max_replies=2), replies=replies).ask(IS_REVIEW, paper)
        assert again.answer == first.answer
        assert server.log.requests == 2

        server.faults = Faults()
        more = await open_door(settings_for(server, max_replies=3), replies=replies).ask(IS_REVIEW, paper)
        assert more.answer == right(paper)
        assert server.log.requests == 3
