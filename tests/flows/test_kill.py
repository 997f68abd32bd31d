"""Killed at any moment, a build leaves nothing half-written, pays for nothing twice, and ends in the same release."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from tests.flows.live import answers_of, command_line, config_with, half_written, model_of
from tests.llm.openai_server import OpenAIServer

pytestmark = pytest.mark.prefect
CONCURRENCY = 4


def kill_and_finish(folder: Path, api_url: str, rules: Path, kills: int, seed: int) -> dict[str, int]:
    """Kill a build `kills` times, let it finish, and check it against one that nobody disturbed; what was counted."""
    line = command_line(folder, api_url)
    with OpenAIServer(answers_of(rules), latency_s=0.15) as server:
        config = config_with(folder, "model", model=model_of(server, max_concurrency=CONCURRENCY))
        undisturbed = line.build(folder / "undisturbed", config)
        once = server.log.requests
        server.log.contents.clear()
        died = 0
        dice = random.Random(seed)
        for _ in range(kills):
            words = ("build", "reportbench", "--config", str(config), "--storage", str(folder / "killed"))
            process = line.start(*words)
            try:
                process.communicate(timeout=dice.uniform(1.5, 7.0))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                died += 1
            assert half_written(folder / "killed") == []
        finished = line.build(folder / "killed", config)
        repeats = sum(count - 1 for count in server.log.contents.values())
        assert finished["digest"] == undisturbed["digest"]
        assert len(server.log.contents) == once
        # Only what was under way when it was killed may be asked again.
        assert repeats <= died * CONCURRENCY
        before = server.log.requests
        assert line.build(folder / "killed", config)["new"] is False
        assert server.log.requests == before
    assert not any((folder / "killed" / "tmp").iterdir())
    return {"kills": died, "requests": once, "repeats": repeats}


@pytest.mark.soak
def test_killed_a_hundred_times(
    tmp_path: Path, live_prefect: str, built_storage: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    total = {"kills": 0, "requests": 0, "repeats": 0}
    for round_number in range(20):
        folder = tmp_path / str(round_number)
        folder.mkdir()
        counts = kill_and_finish(folder, live_prefect, built_storage, kills=5, seed=round_number)
        total = {name: total[name] + count for name, count in counts.items()}
    with capsys.disabled():
        print(f"\nkilled {total['kills']} times: {total}")  # noqa: T201 - what `make soak` is run for
    assert total["kills"] >= 60
