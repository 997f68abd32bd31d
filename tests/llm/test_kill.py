"""kill -9 in the middle of a run: nothing half-written, and nothing that was stored is asked again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies, open_door
from litgauge.tasks.llm.replies import StoredReply
from tests.llm.openai_server import OpenAIServer
from tests.llm.questions import ask_all, papers, right, settings_for

pytestmark = pytest.mark.soak
ASK = """
import asyncio, sys
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from tests.llm.questions import ask_all, papers

settings = ModelSettings.model_validate_json(sys.argv[1])
door = open_door(settings, replies=Replies(Storage(sys.argv[2])))
asyncio.run(ask_all(door, papers(int(sys.argv[3]))))
"""
CONCURRENCY = 6


@pytest.mark.parametrize("after", [3, 40])
def test_kill_and_go_on(server: OpenAIServer, tmp_path: Path, repository: Path, after: int) -> None:
    server.latency_s = 0.01
    server.hold_after = after + CONCURRENCY  # however slow this process is, the child does not get to the end
    storage = tmp_path / "storage"
    many = papers(80)
    settings = settings_for(server, max_concurrency=CONCURRENCY)
    child = subprocess.Popen(
        [sys.executable, "-c", ASK, settings.model_dump_json(), str(storage), str(len(many))],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
    )
    deadline = time.monotonic() + 60
    while server.log.replies < after:
        assert child.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.wait()
    server.release()
    while server.log.under_way:
        time.sleep(0.005)

    stored = list(storage.rglob("*.json"))
    for path in stored:
        reply = msgspec.json.decode(path.read_bytes(), type=StoredReply)
        assert path.stem == reply.key
    assert len(stored) < len(many)

    door = open_door(settings, replies=Replies(Storage(str(storage))))
    answers = asyncio.run(ask_all(door, many))

    assert [reply.answer for reply in answers] == [right(paper) for paper in many]
    assert door.spent.calls == len(many) - len(stored)  # nothing that was stored is asked again
    repeated = [content for content, times in server.log.contents.items() if times > 1]
    assert len(repeated) <= CONCURRENCY  # only what was in flight
    assert server.log.requests == len(many) + len(repeated)


def test_two_processes_at_once_see_the_same_replies(server: OpenAIServer, tmp_path: Path, repository: Path) -> None:
    """Who claims a question first asks it; the other uses that reply."""
    settings = settings_for(server)
    storage = tmp_path / "storage"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, settings.model_dump_json(), str(storage), "20"],
            cwd=repository,
            env={**os.environ, "PYTHONPATH": str(repository)},
        )
        for _ in range(2)
    ]
    assert [child.wait(90) for child in children] == [0, 0]

    asked = server.log.requests
    assert asked == 20
    door = open_door(settings, replies=Replies(Storage(str(storage))))
    answers = asyncio.run(ask_all(door, papers(20)))
    assert [reply.answer for reply in answers] == [right(paper) for paper in papers(20)]
    assert server.log.requests == asked
    files = [path for path in storage.rglob("*") if path.is_file()]
    assert len(files) == 20
    assert {path.suffix for path in files} == {".json"}
