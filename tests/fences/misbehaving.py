"""What inputs do that a fence has to hold."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

_leaked: list[bytearray] = []


def leave_behind(megabytes: int) -> int:
    """Memory that is never given back; how much this process has left behind."""
    _leaked.append(bytearray(megabytes * 1_000_000))
    return sum(map(len, _leaked)) // 1_000_000


def hold_and_abort(megabytes: int) -> None:
    """As a library does that gets no more memory."""
    held = bytearray(os.urandom(1)) * (megabytes * 1_000_000)
    if held:
        os.abort()


def end_by(number: int) -> str:
    """Ended by a signal, or nothing for 0."""
    if number:
        signal.signal(number, signal.SIG_DFL) if number not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), number)
    return "alive"


def compute(seconds: float) -> float:
    """Keep the processor busy; how long it was."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass
    return seconds


def wait_and_tell(seconds: float) -> int:
    """Which process it was that waited."""
    time.sleep(seconds)
    return os.getpid()


def enlarge(megabytes: int) -> bytes:
    """A result of that size."""
    return b"x" * (megabytes * 1_000_000)


def lives(pid: int | str) -> bool:
    """Whether a process is there, and more than an entry that nobody has asked for yet."""
    try:
        return Path("/proc", str(pid), "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int | None = None) -> list[int]:
    """The child processes of a process, or of this one."""
    tasks = Path("/proc", str(pid or os.getpid()), "task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def gone(pids: list[int], within_s: float = 20) -> bool:
    """Whether all of them end in that time."""
    deadline = time.monotonic() + within_s
    while any(map(lives, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(lives, pids))
