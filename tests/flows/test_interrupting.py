"""Ctrl-C and SIGTERM at any moment: no further paid call, what came is kept, one line, and nothing is left running."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.flows.live import answers_of, command_line, config_with, half_written, model_of
from tests.llm.openai_server import OpenAIServer

pytestmark = pytest.mark.prefect
SIGNALS = [signal.SIGINT, signal.SIGTERM]


def until(what: Callable[[], Any], timeout_s: float = 120) -> None:
    deadline = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def living(folder: Path) -> list[str]:
    """The processes that work in this folder, by their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if f"PREFECT_HOME={folder}/".encode() in (place / "environ").read_bytes():
                found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def signalled(process: subprocess.Popen[str], number: signal.Signals, folder: Path) -> tuple[str, float]:
    """What a command says at a signal, and the seconds until it has ended; it must end as it should."""
    began = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    took_s = time.monotonic() - began
    assert process.returncode == 128 + number, err
    assert "Traceback" not in err
    assert err.count("\n") == err.count("done") + 1, err  # a line for each stage that ended, and the last one
    assert "interrupted: what was finished, and every reply that came, is kept; go on with: litgauge " in err
    until(lambda: not living(folder), 10)
    return err, took_s


@pytest.mark.parametrize("number", SIGNALS)
def test_a_build_ends_at_once(tmp_path: Path, built_by_command: Path, number: signal.Signals) -> None:
    line = command_line(tmp_path, None)
    with OpenAIServer(answers_of(built_by_command), latency_s=0.2) as model:
        model.hold_after = 4
        config = config_with(tmp_path, "model", model=model_of(model, max_concurrency=64, timeout_s=60.0))
        words = ("build", "reportbench", "--config", str(config), "--storage", str(tmp_path / "store"))
        process = line.start(*words)
        until(lambda: model.log.under_way >= 4)
        asked = model.log.requests
        err, took_s = signalled(process, number, tmp_path)
        assert model.log.requests == asked
        assert took_s < 5
        assert f"go on with: litgauge {' '.join(words)}" in err
        kept = list((tmp_path / "store" / "replies").rglob("*.json"))
        assert len(kept) == model.log.replies >= 4
        assert half_written(tmp_path / "store") == []
        model.release()
        line.build(tmp_path / "store", config)
        assert max(model.log.contents.values()) == 2  # those that were under way, and no other, are asked again
        assert sum(times - 1 for times in model.log.contents.values()) <= asked - len(kept)
