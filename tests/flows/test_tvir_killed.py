"""Killed at any moment and started again, the agent ends with the same answers, and nothing is paid for twice."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.benchmarks.tvir.agents import world
from tests.flows.live import command_line, half_written
from tests.llm.openai_server import KEY, Faults, OpenAIServer
from tests.llm.questions import KEY_ENV

pytestmark = [pytest.mark.soak, pytest.mark.prefect]
FAULTS = Faults(0.3, kinds=("rate-limit", "server-error", "cut-body"))  # none of them is paid for
AT_ONCE, KILLS = 2, 6


def files_in(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_killed_and_gone_on_with_it_pays_once_and_writes_the_same(
    tmp_path: Path, live_prefect: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    world.small_release(tmp_path)
    pages = world.web_in(tmp_path / "pages")
    shutil.copytree(tmp_path / "store", tmp_path / "killed")
    line = command_line(tmp_path, live_prefect)
    with OpenAIServer(world.ANSWERS, talks=world.model, faults=FAULTS, latency_s=0.2) as server:
        settings = world.agent_for(server, pages, at_once=AT_ONCE).model_dump(mode="json", exclude_unset=True)
        agent = tmp_path / "agent.yaml"
        agent.write_text(yaml.safe_dump({"kind": "tvir-agent", **settings}), encoding="utf-8")
        whole = ("run", "tvir", "--agent", str(agent), "--name", "painter", "--storage")
        line.run(*whole, str(tmp_path / "store"), "--out", str(tmp_path / "undisturbed"), timeout=300)
        once = server.log.replies
        assert once == len(server.log.contents)
        server.log.contents.clear()
        server.log.replies, died, dice = 0, 0, random.Random(7)
        for _ in range(KILLS):
            process, goal = line.start(*whole, str(tmp_path / "killed")), server.log.replies + dice.randint(1, 4)
            while process.poll() is None and server.log.replies < goal:
                time.sleep(0.02)
            if process.poll() is None:
                time.sleep(dice.uniform(0, 0.4))
                process.kill()
                died += 1
            process.communicate()
            assert half_written(tmp_path / "killed") == []
        line.run(*whole, str(tmp_path / "killed"), "--out", str(tmp_path / "resumed"), timeout=300)
        repeated = server.log.replies - once
        with capsys.disabled():
            print(f"\nkilled {died} times: {once} replies, {repeated} of them twice")  # noqa: T201 - for `make soak`
        assert len(server.log.contents) == once
        assert repeated <= died * AT_ONCE  # what was under way
        before = server.log.requests
        line.run(*whole, str(tmp_path / "killed"), timeout=300)
        assert server.log.requests == before
    assert files_in(tmp_path / "resumed") == files_in(tmp_path / "undisturbed")
    assert died > 0
