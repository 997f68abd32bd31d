"""A function on many inputs: limits are felt by one input alone, and nothing is left behind."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.fences import Limits, Stopped, run_fenced

GENEROUS = Limits(time_s=30, memory_mb=500)


def in_a_thread(work: Callable[[], None]) -> None:
    """Run beside a second thread, where forking would not be safe."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.parametrize("beside", [in_a_thread, lambda work: work()], ids=["thread", "main"])
def test_results_come_in_order_and_failures_stand_in_their_place(beside: Callable[[Callable[[], None]], None]) -> None:
    found: list[int | Stopped] = []
    beside(lambda: found.extend(run_fenced(int, ["1", "x", "3"], GENEROUS, workers=2)))
    assert found == [1, Stopped("bug", "ValueError: invalid literal for int() with base 10: 'x'"), 3]


@pytest.mark.slow
def test_what_takes_too_long_is_killed_and_the_others_go_on() -> None:
    start = time.monotonic()
    found = list(run_fenced(time.sleep, [0, 60, 0], Limits(time_s=1, memory_mb=500)))
    assert found == [
        None,
        Stopped("time-limit", "it took more than 1 s, of which it could compute 0.0 s, and was stopped"),
        None,
    ]
    assert time.monotonic() - start < 20


def test_what_needs_too_much_memory_is_stopped_and_the_others_go_on() -> None:
    found = list(run_fenced(bytearray, [10, 900_000_000, 20], Limits(time_s=30, memory_mb=300)))
    assert found == [
        bytearray(10),
        Stopped("memory-limit", "it needed more than 300 MB of memory", lasting=True),
        bytearray(20),
    ]


def test_what_ends_its_process_is_told_with_its_code() -> None:
    found = list(run_fenced(os._exit, [7], GENEROUS))
    assert found == [Stopped("worker-died", "its process ended with code 7")]


def test_inputs_may_be_endless_and_no_process_stays() -> None:
    before = children()
    numbers = run_fenced(abs, itertools.count(), GENEROUS, workers=2)
    assert list(itertools.islice(numbers, 20)) == list(range(20))
    assert children() > before
    numbers.close()
    assert children() == before


def test_a_process_with_one_thread_starts_no_second_interpreter(repository: Path) -> None:
    """A fork knows what its parent set; a program of its own begins anew."""
    code = (
        "import sys, threading\n"
        "from functools import partial\n"
        "from litgauge.tasks.fences import Limits, run_fenced\n"
        "sys.setrecursionlimit(1234)\n"
        "seen = partial(eval, '__import__(\"sys\").getrecursionlimit()')\n"
        "alone = next(run_fenced(seen, [{}], Limits(30, 500)))\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "print(alone == 1234, next(run_fenced(seen, [{}], Limits(30, 500))) == 1234)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True False"


def test_workers_end_with_a_parent_that_is_killed(repository: Path) -> None:
    code = (
        "import os, signal, time\n"
        "from litgauge.tasks.fences import Limits, run_fenced\n"
        "found = run_fenced(abs, [1, 2, 3], Limits(30, 500))\n"
        "next(found)\n"
        "print(open(f'/proc/{os.getpid()}/task/{os.getpid()}/children').read(), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=False)
    [server] = done.stdout.split()
    deadline = time.monotonic() + 20
    while lives(server) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not lives(server)


def lives(pid: str) -> bool:
    """Whether a process is there, and more than an entry that nobody has asked for yet."""
    stat = Path("/proc", pid, "stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def children() -> int:
    """How many child processes this one has."""
    me = os.getpid()
    return len(Path(f"/proc/{me}/task/{me}/children").read_text().split())
