"""What an input does to its process stays there, and is told for what it is."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.fences import Fence, Limits, Stopped, run_fenced, shared, shared_fence
from tests.fences import misbehaving
from tests.fences.misbehaving import children, compute, end_by, enlarge, gone, leave_behind, lives, wait_and_tell

pytestmark = pytest.mark.slow
LIMITS = Limits(time_s=30, memory_mb=300)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL])
def test_a_crash_lies_in_the_input_and_the_others_go_on(number: int) -> None:
    before, stopped, after = run_fenced(end_by, [0, number, 0], LIMITS)
    assert (before, after) == ("alive", "alive")
    assert isinstance(stopped, Stopped)
    assert (stopped.code, stopped.lasting) == ("worker-died", True)
    assert signal.Signals(number).name in stopped.message
    assert isinstance(stopped.as_error("reading the PDF"), Rejected)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_was_killed_from_outside_is_tried_again_by_the_next_run(number: int) -> None:
    """The system's OOM killer sends SIGKILL."""
    stopped, after = run_fenced(end_by, [number, 0], LIMITS)
    assert after == "alive"
    assert isinstance(stopped, Stopped)
    assert (stopped.code, stopped.lasting) == ("worker-died", False)
    assert isinstance(stopped.as_error("reading the PDF"), Failed)


def test_a_library_that_aborts_for_want_of_memory_is_told_so() -> None:
    [stopped] = run_fenced(misbehaving.hold_and_abort, [280], LIMITS)
    assert isinstance(stopped, Stopped)
    assert (stopped.code, stopped.lasting) == ("memory-limit", True)
    assert "300 MB" in stopped.message


def test_time_spent_computing_lies_in_the_input_and_time_spent_waiting_does_not() -> None:
    [busy] = run_fenced(compute, [60], Limits(time_s=1.0, memory_mb=300))
    [idle] = run_fenced(wait_and_tell, [60], Limits(time_s=0.5, memory_mb=300))
    assert isinstance(busy, Stopped)
    assert isinstance(idle, Stopped)
    assert (busy.code, idle.code, idle.lasting) == ("time-limit", "time-limit", False)
    assert busy.lasting or "of which it could compute" in busy.message  # on a machine that had no time for it


def test_what_earlier_inputs_left_behind_is_not_put_down_to_the_next() -> None:
    found = list(run_fenced(leave_behind, [200, 200, 200, 400, 10], LIMITS))
    assert isinstance(found[3], Stopped)
    assert found[3].code == "memory-limit"
    assert [*found[:3], found[4]] == [200, 200, 200, 10]


def test_an_input_and_a_result_beyond_the_limit() -> None:
    [input_too_large] = run_fenced(len, [bytes(400_000_000)], LIMITS)
    assert isinstance(input_too_large, Stopped)
    assert (input_too_large.code, input_too_large.lasting) == ("memory-limit", True)
    too_large, small = run_fenced(enlarge, [20, 1], Limits(time_s=30, memory_mb=300, result_mb=10))
    assert too_large == Stopped("result-limit", "its result is larger than 10 MB", lasting=True)
    assert small == b"x" * 1_000_000


def test_a_crash_is_noticed_at_once_where_everything_is_forked(repository: Path) -> None:
    code = (
        "import time\nfrom litgauge.tasks.fences import Fence, Limits\nfrom tests.fences.misbehaving import end_by\n"
        "start = time.monotonic()\n"
        "fence = Fence(end_by, Limits(60, 300))\n"
        "print([fence(11).code, fence(0), fence(9).code, fence(0)], time.monotonic() - start < 30)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['worker-died', 'alive', 'worker-died', 'alive'] True"


def test_a_bug_keeps_where_it_broke() -> None:
    [stopped] = run_fenced(int, ["x"], LIMITS)
    assert isinstance(stopped, Stopped)
    assert "ValueError" in stopped.trace
    assert "fences/worker.py" in stopped.trace
    assert isinstance(stopped.as_error("reading"), Failed)


@pytest.mark.parametrize("first_closed", [0, 1])
def test_pools_side_by_side_end_in_any_order(first_closed: int) -> None:
    before = children()
    pools = [run_fenced(abs, count(), LIMITS), run_fenced(abs, count(), LIMITS)]
    assert [next(pool) for pool in pools] == [0, 0]
    pools[first_closed].close()  # type: ignore[attr-defined]
    assert next(pools[1 - first_closed]) == 1
    pools[1 - first_closed].close()  # type: ignore[attr-defined]
    assert children() == before


def test_a_fence_is_called_from_many_threads_and_the_wait_for_a_turn_costs_no_time() -> None:
    before = children()
    with Fence(wait_and_tell, Limits(time_s=2, memory_mb=300), workers=2) as fence, ThreadPoolExecutor(8) as threads:
        pids = list(threads.map(fence, [0.35] * 16))  # the last ones wait for more than the limit
    assert not any(isinstance(pid, Stopped) for pid in pids)
    assert len(set(pids)) == 2
    assert children() == before


def test_one_call_that_goes_wrong_leaves_the_others_of_a_fence_alone() -> None:
    with Fence(end_by, LIMITS, workers=3) as fence, ThreadPoolExecutor(6) as threads:
        found = list(threads.map(fence, [0, signal.SIGSEGV, 0, signal.SIGKILL, 0, 0] * 4))
    assert [one if one == "alive" else one.code for one in found[:4]] == ["alive", "worker-died"] * 2  # type: ignore[union-attr]
    assert sum(one == "alive" for one in found) == 16


def test_a_worker_that_is_killed_while_it_has_nothing_to_do_costs_no_input() -> None:
    with Fence(wait_and_tell, LIMITS) as fence:
        pid = fence(0)
        assert isinstance(pid, int)
        os.kill(pid, signal.SIGKILL)
        assert gone([pid])
        assert isinstance(fence(0), int)


def test_a_shared_fence_keeps_its_worker_for_the_next_batch_and_lets_it_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "LINGER_S", 0.5)
    limits = Limits(time_s=31, memory_mb=300)
    pids = [shared_fence(wait_and_tell, limits)(0) for _ in range(3)]
    assert len(set(pids)) == 1
    assert gone([pid for pid in pids if isinstance(pid, int)])
    assert isinstance(shared_fence(wait_and_tell, limits)(0), int)


def test_batches_run_by_the_same_processes_and_what_was_given_up_is_stopped() -> None:
    fence = shared_fence(wait_and_tell, Limits(time_s=32, memory_mb=300), 2)
    first, second = set(fence.run([0.1] * 6)), set(fence.run([0.1] * 6))
    assert len(first) == 2
    assert first == second
    given_up = fence.run([0.0, 60.0, 60.0])
    assert next(given_up) in first
    begun = time.monotonic()
    given_up.close()  # type: ignore[attr-defined]
    assert gone([pid for pid in first if isinstance(pid, int)])
    assert isinstance(fence(0), int)
    assert time.monotonic() - begun < 20


def test_a_server_that_is_killed_takes_its_workers_along_and_is_started_again() -> None:
    before = set(children())
    found: list[int | Stopped] = []
    pool = run_fenced(wait_and_tell, [0, 60, 0], LIMITS)
    first = next(pool)
    assert isinstance(first, int)
    waiting = threading.Thread(target=lambda: found.extend(pool))
    waiting.start()
    [server] = set(children()) - before
    time.sleep(0.2)  # it has begun with the second input
    os.kill(server, signal.SIGKILL)
    waiting.join(20)
    assert gone([first])
    assert isinstance(found[0], Stopped)
    assert (found[0].code, found[0].lasting) == ("worker-died", False)
    assert isinstance(found[1], int)
    assert set(children()) == before


PARENT = """
import sys, threading
from litgauge.tasks.fences import Fence, Limits, run_fenced
from tests.fences.misbehaving import compute
if "{how}" == "pool":
    next(run_fenced(compute, [600, 600], Limits(900, 300), workers=2))
else:
    fence = Fence(compute, Limits(900, 300), workers=2)
    threading.Thread(target=fence, args=(600,), daemon=True).start()
    fence(600)
"""


@pytest.mark.parametrize("how", ["pool", "fence"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_workers_that_compute_end_with_whoever_asked(repository: Path, number: int, how: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(how=how)],
        cwd=repository,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        family = started(parent.pid, least=3)
        begun = time.monotonic()
        os.killpg(parent.pid, number) if number == signal.SIGINT else parent.send_signal(number)
        assert parent.wait(10) != 0
        assert gone(family, within_s=10)
        assert time.monotonic() - begun < 10
    finally:
        parent.kill()


def started(pid: int, least: int) -> list[int]:
    """The server and the workers of a process, once they are there."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        servers = [child for child in children(pid) if lives(child)]
        family = [*servers, *(worker for server in servers for worker in children(server))]
        if len(family) >= least:
            return family
        time.sleep(0.02)
    raise AssertionError("no worker was started")


def test_what_a_library_prints_does_not_stand_among_the_results(repository: Path) -> None:
    code = (
        "import os\nfrom functools import partial\nfrom litgauge.tasks.fences import Limits, run_fenced\n"
        "print(list(run_fenced(partial(os.write, 1), [b'noise'], Limits(30, 300))))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("[5]", "noise")


def test_an_input_that_cannot_be_sent_harms_nobody() -> None:
    with Fence(abs, LIMITS) as fence:
        with pytest.raises(AttributeError):
            fence(lambda: 1)  # type: ignore[arg-type]
        assert fence(-3) == 3


@pytest.mark.slow
def test_a_program_whose_parent_has_ended_says_nothing(repository: Path) -> None:
    for begun in (b"", b"\0", b"\0\0\1\0half"):
        ours, parents = socket.socketpair()
        parents.sendall(begun)
        parents.close()
        with ours:
            command = [sys.executable, "-m", "litgauge.tasks.fences", str(ours.fileno())]
            ended = subprocess.run(command, cwd=repository, pass_fds=[ours.fileno()], capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\x09half"])
def test_a_killed_parent_leaves_no_traceback(sent: bytes) -> None:
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-P", "-m", "litgauge.tasks.fences", str(theirs.fileno())]
    with ours, theirs:
        server = subprocess.Popen(command, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        ours.sendall(sent)
    assert server.communicate(timeout=60) == (b"", b"")
    assert server.returncode == 0
