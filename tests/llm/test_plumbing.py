"""The parts behind the door: pauses, limits, shared work, stored replies."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.base.errors import BudgetExhausted, StorageError
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.http.retrying import retry_after_s, spread_s
from litgauge.tasks.llm import Replies, open_door
from litgauge.tasks.llm.limiter import Limiter
from litgauge.tasks.llm.paid_calls import SharedWork
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import StoredReply
from tests.llm.openai_server import Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, settings_for, verdict
from tests.tables import each_row


@each_row(
    "headers, seconds",
    [
        ({"retry-after": "3"}, 3),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-4"}, None),  # no form that HTTP knows
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Fri, 20 Nov 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Fri, 20 Nov 2026 11:00:00 GMT"}, 0),
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": ""}, None),
    ],
)
def test_what_an_endpoint_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers, now=1795176000) == seconds  # 2026-11-20 12:00 UTC


@given(st.integers(1, 1000), st.none() | st.floats(0, 1e9), st.floats(0, 10), st.floats(0, 100), st.text())
def test_pauses_are_bounded(attempt: int, asked: float | None, first: float, most: float, token: str) -> None:
    pause = spread_s(attempt, asked, first_s=first, most_s=most, token=token)
    assert 0 <= pause <= most
    assert pause >= min(asked or 0, most)
    assert pause == spread_s(attempt, asked, first_s=first, most_s=most, token=token)


def test_pauses_grow_and_spread() -> None:
    pauses = [spread_s(attempt, None, first_s=1, most_s=60, token="a") for attempt in range(1, 6)]
    assert all(2**number / 2 <= pause <= 2**number for number, pause in enumerate(pauses))
    assert len({spread_s(1, None, first_s=1, most_s=60, token=str(number)) for number in range(50)}) == 50


async def test_the_limit_is_cut_by_a_fifth_and_recovers_within_a_round() -> None:
    limiter = Limiter(64)
    assert limiter.limit == 8
    for _ in range(32):
        limiter.succeeded()
    assert limiter.limit == 40  # doubled with every round
    async with limiter.slot() as one, limiter.slot() as other:
        limiter.throttled(one)
        limiter.throttled(other)  # began before the brake: the same congestion
    assert limiter.limit == 32
    for _ in range(32):
        limiter.succeeded()
    assert limiter.limit == 40
    for _ in range(30):
        async with limiter.slot() as slot:
            limiter.throttled(slot)
    assert limiter.limit == 4


async def test_a_pause_holds_all_only_where_nothing_gets_through() -> None:
    limiter = Limiter(4)
    waited = []
    for refusals in (1, 4):
        for _ in range(refusals):
            async with limiter.slot() as slot:
                limiter.throttled(slot, pause_s=0.05)
        began = time.monotonic()
        async with limiter.slot():
            waited.append(time.monotonic() - began >= 0.045)
        limiter.succeeded()
    assert waited == [False, True]


def test_the_limit_holds_over_threads() -> None:
    limiter = Limiter(3)
    inside = most = 0
    lock = threading.Lock()

    async def visit() -> None:
        nonlocal inside, most
        async with limiter.slot():
            with lock:
                inside += 1
                most = max(most, inside)
            await asyncio.sleep(0.001)
            with lock:
                inside -= 1

    async def visits() -> None:
        await asyncio.gather(*(visit() for _ in range(20)))

    threads = [threading.Thread(target=lambda: asyncio.run(visits())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 3
    assert inside == 0


@pytest.mark.slow
def test_overload_lowers_the_number_of_calls(replies: Replies) -> None:
    """A server that turns half of the calls away ends up with fewer of them at once."""
    with OpenAIServer({"is_review": verdict}, faults=Faults(0.5, 2, ("rate-limit",)), latency_s=0.005) as server:
        door = open_door(settings_for(server, max_concurrency=16, retries=20), replies=replies)
        asyncio.run(ask_all(door, papers(30)))
        assert door._model is not None
        assert door._model._calls._limiter.limit <= 6


async def test_shared_work_is_done_once_and_errors_reach_all() -> None:
    shared: SharedWork[str] = SharedWork()
    done = 0

    async def work() -> str:
        nonlocal done
        done += 1
        await asyncio.sleep(0.01)
        return "result"

    results = await asyncio.gather(*(shared.join("key", work) for _ in range(5)))
    assert done == 1
    assert sorted(results) == [("result", False)] * 4 + [("result", True)]

    async def fail() -> str:
        await asyncio.sleep(0.01)
        raise BudgetExhausted("no money")

    errors = await asyncio.gather(*(shared.join("key", fail) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in errors] == [BudgetExhausted] * 3


async def test_work_that_is_cancelled_is_taken_over() -> None:
    shared: SharedWork[str] = SharedWork()
    begun = 0

    async def work() -> str:
        nonlocal begun
        begun += 1
        await asyncio.sleep(0.02)
        return "result"

    first = asyncio.create_task(shared.join("key", work))
    await asyncio.sleep(0)
    others = [asyncio.create_task(shared.join("key", work)) for _ in range(2)]
    await asyncio.sleep(0)
    first.cancel()
    others[0].cancel()
    assert await others[1] == ("result", True)
    assert begun == 2


def test_the_first_reply_stays(replies: Replies, tmp_path: Path) -> None:
    key = "ab" + "0" * 62
    first = StoredReply(key, "is_review@1", "openai", {}, {"said": "first"}, Usage(1, 1), 0.0, 0.1, "2026-11-20")
    assert replies.read(key) is None
    assert replies.keep(first) == first
    assert replies.keep(replace(first, body={"said": "second"})) == first
    assert replies.read(key) == first
    assert [path.name for path in (tmp_path / "storage" / "replies" / "ab").iterdir()] == [f"{key}.json"]


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied", "another's", "a folder"])
def test_a_damaged_reply_is_forecast_and_asked_again(
    harm: str, server: OpenAIServer, replies: Replies, tmp_path: Path
) -> None:
    door = open_door(settings_for(server), replies=replies)
    first = asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))
    path = next((tmp_path / "storage").rglob("*.json"))
    whole = path.read_bytes()
    path.unlink()
    match harm:
        case "cut":
            path.write_bytes(whole[:-20])
        case "flipped":
            place = whole.index(b'"completion_tokens": ') + 21
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        case "emptied":
            path.write_bytes(b"")
        case "another's":
            path.write_bytes(whole.replace(path.stem.encode(), b"0" * 64))
        case "a folder":
            path.mkdir()

    told: list[Event] = []
    with listening(told.append):
        assert asyncio.run(door.forecast(IS_REVIEW, papers(1))).calls == 1
        again = asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))
    assert again.answer == first.answer
    assert server.log.requests == 2
    (note,) = told
    assert isinstance(note, Note)
    assert str(path) in note.text
    assert asyncio.run(door.ask(IS_REVIEW, papers(1)[0])).cached


def test_a_reply_that_an_older_litgauge_stored_is_believed(replies: Replies, tmp_path: Path) -> None:
    key = "ab" + "0" * 62
    reply = StoredReply(key, "is_review@1", "openai", {}, {"said": "yes"}, Usage(1, 1), 0.0, 0.1, "2026-11-20")
    path = tmp_path / "storage" / "replies" / "ab" / f"{key}.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(msgspec.json.encode(reply))
    assert replies.read(key) == reply


def test_storage_that_takes_nothing(server: OpenAIServer, tmp_path: Path) -> None:
    """No folder can be made in a file; a full disk says it in the same place."""
    place = tmp_path / "storage"
    door = open_door(settings_for(server), replies=Replies(Storage(str(place))))
    place.write_bytes(b"")
    with pytest.raises(StorageError, match="Choose another --storage"):
        asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))


@pytest.mark.skipif(os.getuid() == 0, reason="root writes everywhere")
def test_storage_that_is_read_only(server: OpenAIServer, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    door = open_door(settings_for(server), replies=Replies(Storage(str(tmp_path))))
    with pytest.raises(StorageError):
        asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))
    assert server.log.requests == 1


@pytest.mark.slow
def test_a_question_is_asked_without_what_stages_need(repository: Path) -> None:
    """Reading a report, or asking one thing, does not wait for Arrow, storage, Prefect or a client of models."""
    heavy = {"pyarrow", "fsspec", "openai", "prefect"}
    code = f"import sys, litgauge.tasks.llm.question, litgauge.tasks.llm.reply; print(*({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
