"""Ctrl-C and SIGTERM at any moment: no further paid call, what came is kept, one line, and nothing is left running."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from tests.flows.live import KEY_ENV, SAMPLE, CommandLine, answers_of, command_line, config_with, half_written, model_of
from tests.flows.test_score_money import ANSWERS as JUDGING
from tests.llm.openai_server import KEY, OpenAIServer

pytestmark = pytest.mark.prefect
AGENTS = SAMPLE.parents[2] / "data" / "sample" / "agents"
PYTHON_S = 0.5
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
    assert err.count("interrupted") == 1
    assert err.splitlines()[-1].startswith("interrupted: ")
    until(lambda: not living(folder), 10)
    return err, took_s


@pytest.mark.parametrize(
    ("number", "own_server"), [(signal.SIGINT, False), pytest.param(signal.SIGTERM, True, marks=pytest.mark.soak)]
)
@pytest.mark.usefixtures("served_here")
def test_a_build_ends_at_once(
    tmp_path: Path,
    live_prefect: str,
    built_storage: Path,
    number: signal.Signals,
    own_server: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = command_line(tmp_path, None if own_server else live_prefect)
    with OpenAIServer(answers_of(built_storage), latency_s=0.2) as model:
        model.hold_after = 4
        config = config_with(tmp_path, "model", model=model_of(model, max_concurrency=64, timeout_s=60.0))
        words = ("build", "reportbench", "--config", str(config), "--storage", str(tmp_path / "store"))
        process = line.start(*words)
        until(lambda: model.log.under_way >= 4)
        asked = -1
        while asked != model.log.requests:  # what was on its way at that moment has come in
            asked = model.log.requests
            time.sleep(1.0)
        err, took_s = signalled(process, number, tmp_path)
        assert model.log.requests == asked
        assert took_s < 5
        told = "finished work and every reply that came are kept; continue with: litgauge"
        assert f"interrupted: {told} {' '.join(words)}" in err
        kept = list((tmp_path / "store" / "replies").rglob("*.json"))
        assert len(kept) == model.log.replies >= 4
        assert half_written(tmp_path / "store") == []
        model.release()
        monkeypatch.setenv(KEY_ENV, KEY)
        monkeypatch.chdir(SAMPLE.parents[2])
        build_reportbench(config=load_build_config(config), storage=str(tmp_path / "store"))
        assert max(model.log.contents.values()) == 2  # those that were under way, and no other, are asked again
        assert sum(times - 1 for times in model.log.contents.values()) <= asked - len(kept)


@pytest.mark.soak
def test_a_score_run_ends_at_once(tmp_path: Path, live_prefect: str, built_storage: Path) -> None:
    """With an endpoint that answers one call after the other, each of which would let the next one start."""
    line = command_line(tmp_path, live_prefect)
    shutil.copytree(built_storage, tmp_path / "store")
    before = set((tmp_path / "store" / "replies").rglob("*.json"))
    with OpenAIServer(JUDGING, model="*", latency_s=0.3) as model:
        values = {"model": model_of(model, max_concurrency=2, timeout_s=60.0)}
        judge = tmp_path / "judge.yaml"
        judge.write_text(yaml.safe_dump({**values, "voters": [{**values, "votes": 2}]}), encoding="utf-8")
        words = f"score reportbench --run {AGENTS / 'careless'} --agent careless --judge {judge}".split()
        words += f"--pages {AGENTS.parent / 'pages'} --storage {tmp_path / 'store'}".split()
        process = line.start(*words)
        until(lambda: model.log.replies >= 4)
        process.send_signal(signal.SIGINT)
        came = model.log.replies
        time.sleep(0.2)  # a request that was being sent at that very moment may still arrive
        asked = model.log.requests
        _, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert err.splitlines()[-1].startswith("interrupted: ")
        assert model.log.requests == asked <= came + 4
        kept = set((tmp_path / "store" / "replies").rglob("*.json")) - before
        assert came <= len(kept) <= model.log.replies


@pytest.mark.soak
def test_a_run_that_prefect_cancels_asks_nothing_more(tmp_path: Path, live_prefect: str, built_storage: Path) -> None:
    """As Cancel in the UI does it: SIGTERM to a process that knows nothing of our command line."""
    run = "import sys; from litgauge.flows.configs import load_build_config; from pathlib import Path;"
    run += "from litgauge.flows.reportbench.build import build_reportbench;"
    run += "build_reportbench(config=load_build_config(Path(sys.argv[1])), storage=sys.argv[2])"
    environment = {**command_line(tmp_path, live_prefect).environment, "PYTHONPATH": str(SAMPLE.parents[2])}
    with OpenAIServer(answers_of(built_storage)) as model:
        model.hold_after = 4
        config = config_with(tmp_path, "model", model=model_of(model, timeout_s=60.0))
        command = [sys.executable, "-c", run, str(config), str(tmp_path / "store")]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, cwd=SAMPLE.parents[2]) as process:
            until(lambda: model.log.under_way >= 4)
            asked = model.log.requests
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) != 0
        assert model.log.requests == asked
        assert len(list((tmp_path / "store" / "replies").rglob("*.json"))) == model.log.replies


@pytest.mark.soak
def test_a_second_signal_does_not_wait(tmp_path: Path, live_prefect: str, built_storage: Path) -> None:
    line = command_line(tmp_path, live_prefect)
    with OpenAIServer(answers_of(built_storage)) as model:
        model.hold_after = 0
        config = config_with(tmp_path, "model", model=model_of(model, timeout_s=60.0))
        process = line.start("build", "reportbench", "--config", str(config), "--storage", str(tmp_path / "store"))
        until(lambda: model.log.under_way >= 4)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        _, took_s = signalled(process, signal.SIGINT, tmp_path)
        assert took_s < 1


@pytest.mark.soak
def test_a_server_that_its_command_leaves_behind_ends_itself(tmp_path: Path, built_storage: Path) -> None:
    line = command_line(tmp_path, None)
    with OpenAIServer(answers_of(built_storage)) as model:
        model.hold_after = 0
        config = config_with(tmp_path, "model", model=model_of(model, timeout_s=60.0))
        process = line.start("build", "reportbench", "--config", str(config), "--storage", str(tmp_path / "store"))
        until(lambda: model.log.under_way >= 4)
        assert any("litgauge.flows.runtime.temporary_server" in one for one in living(tmp_path))
        process.kill()
        process.communicate()
        until(lambda: not living(tmp_path), 10)


def ended_by(line: CommandLine, words: Sequence[str], number: signal.Signals, after_s: float, folder: Path) -> str:
    """How a command ended that got a signal after so many seconds; "done" if it was faster."""
    process = line.start(*words)
    time.sleep(after_s)
    process.send_signal(number)
    began = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - began < 6
    until(lambda: not living(folder), 10)
    if process.returncode == 0:
        return "done"
    if after_s < PYTHON_S:  # Python itself is still starting, and ends as any program does
        assert process.returncode in (128 + number, -number, 1), err
        return "not begun"
    assert process.returncode == 128 + number, err
    assert "Traceback" not in err, err
    assert err.splitlines()[-1].startswith("interrupted: "), err
    return "ended"


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
def test_at_any_moment_of_the_start(tmp_path: Path, built_storage: Path, seed: int) -> None:
    dice = random.Random(seed)
    words = ("demo", "--storage", str(tmp_path / "store"))
    ended_by(command_line(tmp_path, None), words, dice.choice(SIGNALS), dice.uniform(0.5, 12), tmp_path)
    assert half_written(tmp_path / "store") == []


@pytest.mark.soak
def test_at_twenty_moments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(7)
    line = command_line(tmp_path, None)
    counts: Counter[str] = Counter()
    for number in range(20):
        store = tmp_path / f"store{number}"
        words = ("demo", "--storage", str(store))
        counts[ended_by(line, words, dice.choice(SIGNALS), dice.uniform(0, 20), tmp_path)] += 1
        assert half_written(store) == []
    with capsys.disabled():
        print(f"\n20 signals: {dict(counts)}")  # noqa: T201 - what `make soak` is run for
    assert counts["ended"] >= 10


@pytest.mark.parametrize("command", ["read", "extract"])
def test_commands_that_are_no_runs(tmp_path: Path, command: str, repository: Path) -> None:
    folder = tmp_path / "input"
    folder.mkdir()
    slow = "\n\n".join(f"Sentence {number} of a report [1]. " * 40 for number in range(4000))
    kind = "md" if command == "read" else "tex"
    (folder / f"0.{kind}").write_text(
        slow if kind == "md" else "\\documentclass{article}\\begin{document}" + slow + "\\end{document}"
    )
    for number in range(1, 40):
        (folder / f"{number}.{kind}").hardlink_to(folder / f"0.{kind}")
    sources = [str(folder)] if command == "read" else [str(path) for path in folder.glob("*.tex")]
    out = tmp_path / "out" / "out.jsonl"
    line = command_line(tmp_path, None)
    process = line.start(command, *sources, "--out", str(out))
    until(lambda: out.parent.is_dir() and list(out.parent.iterdir()))
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted: nothing is half-written; run again: litgauge" in err.replace("\n", "")
    assert list(out.parent.iterdir()) == []
    until(lambda: not living(tmp_path), 10)
