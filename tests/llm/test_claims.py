"""Several runs at once with one storage: each question is paid for once, whoever dies meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies, open_door
from litgauge.tasks.llm.claims import LEASE_S as DEFAULT_LEASE_S
from litgauge.tasks.llm.claims import Claim, Claims
from tests.llm.openai_server import Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, right, settings_for, verdict
from tests.storages import ON_S3

pytestmark = pytest.mark.slow
KEY = "ab" + "0" * 62
LEASE_S = 1.5  # on a busy machine a beat may come late by a good part of a second
ASK = """
import asyncio, sys
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from tests.llm.questions import ask_all, papers

settings = ModelSettings.model_validate_json(sys.argv[1])
door = open_door(settings, replies=Replies(Storage(sys.argv[2])))
for reply in asyncio.run(ask_all(door, papers(int(sys.argv[3])))):
    print(reply.answer)
"""


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Askers that see nothing of each other but files, as on several machines."""
    monkeypatch.setattr("litgauge.tasks.llm.claims._MACHINE", "")


@pytest.fixture
def asking(repository: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts processes that ask about the same papers, and ends those that are left."""
    started: list[subprocess.Popen[str]] = []

    def start(server: OpenAIServer, storage: str, count: int, **changes: object) -> subprocess.Popen[str]:
        words = [settings_for(server, **changes).model_dump_json(), storage, str(count)]
        child = subprocess.Popen(
            [sys.executable, "-c", ASK, *words],
            cwd=repository,
            env={**os.environ, "PYTHONPATH": str(repository)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()


def said(child: subprocess.Popen[str]) -> list[str]:
    out, err = child.communicate(timeout=90)
    assert child.returncode == 0, err
    return out.splitlines()


def files_of(storage: Storage) -> list[str]:
    return [file.path for file in storage.files("asking")]


def until(what: Callable[[], object], timeout_s: float = 30) -> None:
    deadline = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_runs_at_once_pay_once(
    server: OpenAIServer, asking: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    server.latency_s = 0.05
    children = [asking(server, str(tmp_path), 200) for _ in range(3)]
    answers = [said(child) for child in children]
    assert server.log.requests == 200
    assert all(answer == [str(right(paper)) for paper in papers(200)] for answer in answers)
    assert files_of(Storage(str(tmp_path))) == []


def test_runs_at_once_pay_once_however_ill_the_endpoint_is(tmp_path: Path) -> None:
    """The n-th request with some content always fares the same, so a run alone asks as often as three together."""
    ill = Faults(0.3, 5, ("rate-limit", "server-error", "bad-gateway", "dropped", "truncated", "wrong-types", "prose"))
    with OpenAIServer({"is_review": verdict}, faults=ill) as server:

        def answers(storage: str) -> list[object]:
            door = open_door(settings_for(server, retries=20), replies=Replies(Storage(storage)))
            return [reply.answer for reply in asyncio.run(ask_all(door, papers(60)))]

        alone = answers(str(tmp_path / "alone"))
        once = dict(server.log.contents)
        server.log.contents.clear()
        with ThreadPoolExecutor(3) as runs:
            assert list(runs.map(answers, [str(tmp_path / "together")] * 3)) == [alone] * 3
        assert dict(server.log.contents) == once
    assert len(once) > 60  # some were asked again in other words


@pytest.mark.soak
def test_who_was_killed_while_asking_is_followed_by_one(
    server: OpenAIServer, asking: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    server.hold_after = 10
    first = asking(server, str(tmp_path), 40, max_concurrency=8)
    until(lambda: server.log.under_way == 8)
    others = [asking(server, str(tmp_path), 40, max_concurrency=8) for _ in range(2)]
    time.sleep(2)  # they wait for the replies that the first one asked for
    under_way = server.log.requests - server.log.replies
    first.send_signal(signal.SIGKILL)
    first.wait()
    server.release()
    assert [said(child) for child in others] == [[str(right(paper)) for paper in papers(40)]] * 2
    assert 40 < server.log.requests <= 40 + under_way
    assert [path for path in files_of(Storage(str(tmp_path))) if not path.startswith("asking/askers/")] == []


def test_who_waits_takes_the_reply_when_it_comes(server: OpenAIServer, tmp_path: Path) -> None:
    server.latency_s = 0.3
    doors = [open_door(settings_for(server), replies=Replies(Storage(str(tmp_path)))) for _ in range(2)]

    async def both() -> list[bool]:
        replies = await asyncio.gather(*(door.ask(IS_REVIEW, papers(1)[0]) for door in doors))
        return sorted(reply.cached for reply in replies)

    assert asyncio.run(both()) == [False, True]
    assert [door.spent.calls for door in doors] in ([1, 0], [0, 1])
    assert server.log.requests == 1


def test_who_gives_up_lets_the_next_one_try(tmp_path: Path) -> None:
    with OpenAIServer({"is_review": verdict}, faults=Faults(1, 0, ("server-error",))) as server:
        doors = [open_door(settings_for(server, retries=1), replies=Replies(Storage(str(tmp_path)))) for _ in range(2)]

        async def both() -> None:
            await asyncio.gather(*(door.ask(IS_REVIEW, papers(1)[0]) for door in doors))

        asyncio.run(both())
        assert server.log.requests == 4


def test_who_is_cancelled_lets_the_next_one_ask(server: OpenAIServer, replies: Replies) -> None:
    server.latency_s = 0.2

    async def cancelled(after_s: float) -> None:
        asked = asyncio.create_task(open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0]))
        await asyncio.sleep(after_s)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    for after_s in (0, 0.001, 0.002, 0.005, 0.02, 0.1):
        asyncio.run(cancelled(after_s))
    asyncio.run(asyncio.wait_for(open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0]), 5))


@pytest.mark.usefixtures("elsewhere")
@ON_S3
def test_one_holds_a_claim_for_as_long_as_it_lives(storage: Storage) -> None:
    one, other = Claims(storage, LEASE_S), Claims(storage, LEASE_S)
    claim = one.take(KEY)
    assert claim
    ended = time.monotonic() + 2 * LEASE_S
    while time.monotonic() < ended:
        assert other.take(KEY) is None
        time.sleep(LEASE_S / 10)
    assert one.take(KEY) is None  # nor twice by itself
    one.release(claim)
    after = other.take(KEY)
    assert after
    other.release(after)
    until(lambda: not files_of(storage))


@pytest.mark.usefixtures("elsewhere")
def test_of_those_who_wait_for_a_dead_one_a_single_one_follows(storage: Storage) -> None:
    """Its file says nothing any more: neither that it was touched an hour ago nor that it will be in one matters."""
    dead = "d" * 32
    storage.create(f"asking/ab/{KEY}", dead.encode())
    storage.create(f"asking/askers/{dead}", b" 7")
    began = time.monotonic()
    waiting = [Claims(storage, LEASE_S) for _ in range(5)]
    followed = threading.Event()

    def wait(claims: Claims) -> Claim | None:
        more = 3  # tries, once somebody has followed
        while more:
            more -= followed.is_set()
            if claim := claims.take(KEY):
                followed.set()
                assert time.monotonic() - began >= LEASE_S
                return claim
            time.sleep(LEASE_S / 30)
        return None

    with ThreadPoolExecutor(len(waiting)) as pool:
        [(winner, claim)] = [(one, claim) for one, claim in zip(waiting, pool.map(wait, waiting), strict=True) if claim]
    winner.release(claim)
    assert [path for path in files_of(storage) if not path.startswith("asking/askers/")] == []


def test_on_one_machine_nobody_waits_for_the_dead(tmp_path: Path, repository: Path) -> None:
    take = "import os, sys; from litgauge.tasks.engine.storage import Storage\n"
    take += "from litgauge.tasks.llm.claims import Claims\n"
    take += f"print(Claims(Storage(sys.argv[1])).take({KEY!r}), flush=True); sys.stdin.read(); os._exit(9)"
    child = subprocess.Popen(
        [sys.executable, "-c", take, str(tmp_path)],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdout
    assert b"Claim(" in child.stdout.readline()
    claims = Claims(Storage(str(tmp_path)))
    assert claims.take(KEY) is None
    child.communicate()
    began = time.monotonic()
    until(lambda: (claim := claims.take(KEY)) and (claims.release(claim) or True))
    assert time.monotonic() - began < DEFAULT_LEASE_S / 2


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\x00", b"g" * 32])
def test_a_damaged_claim_is_like_none(storage: Storage, content: bytes) -> None:
    path = f"asking/ab/{KEY}"
    storage.beat(path, content)
    claims = [Claims(storage) for _ in range(2)]
    taken = [one.take(KEY) for one in claims]
    assert taken[0]
    assert taken[1] is None
    claims[0].release(taken[0])
    storage.beat(path, content)
    storage.beat(f"{path}.damaged", content)
    again = claims[1].take(KEY)
    assert again  # over and over: it asks all the same
    claims[1].release(again)


def test_a_claim_that_could_not_be_removed_goes_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(str(tmp_path))
    claims = Claims(storage, LEASE_S)
    claim = claims.take(KEY)
    assert claim
    let_go = threading.Event()
    drop = Storage.drop

    def stuck(self: Storage, path: str) -> None:
        if not let_go.is_set():
            raise StorageError("storage is out of reach")
        drop(self, path)

    monkeypatch.setattr(Storage, "drop", stuck)
    claims.release(claim)
    assert storage.exists(f"asking/ab/{KEY}")
    again = claims.take(KEY)  # it is our own
    assert again
    claims.release(again)
    let_go.set()
    until(lambda: not files_of(storage))


def test_what_killed_runs_left_is_swept_after_a_day(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    names = {"old": time.time() - 90_000, "young": time.time() - 3_600}
    for name, touched in names.items():
        storage.create(f"asking/cd/{name}", b"d" * 32)
        os.utime(tmp_path / "asking" / "cd" / name, (touched, touched))
    claims = Claims(storage, LEASE_S)
    claim = claims.take(KEY)
    assert claim
    until(lambda: not storage.exists("asking/cd/old"))
    claims.release(claim)
    assert storage.exists("asking/cd/young")
