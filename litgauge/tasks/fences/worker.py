"""The loop of a worker process: one input after the other, under limits enforced by the system."""

from __future__ import annotations

import contextlib
import math
import resource
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

from litgauge.tasks.fences.outcomes import Finished, Limits, Stopped

_MB = 1_000_000
_GRACE_S = 10


def work(pipe: int, function: Callable[[Any], Any], limits: Limits) -> None:
    """Process inputs from the pipe until it closes or an input fails."""
    connection = Connection(pipe)
    _confine(limits.memory_mb)
    while True:
        try:
            item = connection.recv()
            _limit_cpu_time(limits.time_s)
            reply, reusable = _reply(function, item, limits)
            connection.send_bytes(reply)
        except (EOFError, OSError):  # the requesting process is gone
            return
        if not reusable:
            return


def _confine(memory_mb: int) -> None:
    limit = _address_space() + memory_mb * _MB
    with contextlib.suppress(ValueError, OSError):  # a system without such a limit
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no core file


def _limit_cpu_time(time_s: float) -> None:
    """Limit the CPU time, which ends a worker that no process is left to stop."""
    until = math.ceil(time.process_time() + 2 * time_s) + _GRACE_S
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _reply(function: Callable[[Any], Any], item: Any, limits: Limits) -> tuple[bytes | memoryview, bool]:
    """Return the pickled reply to an input, and whether this process may take another one."""
    stopped: Stopped
    try:
        result = ForkingPickler.dumps(Finished(function(item), time.process_time()))
        if len(result) <= limits.result_mb * _MB:
            return result, True
        stopped = Stopped("result-limit", f"its result is larger than {limits.result_mb} MB", lasting=True)
    except MemoryError:
        stopped = Stopped("memory-limit", f"it needed more than {limits.memory_mb} MB of memory", lasting=True)
    except Exception as error:  # noqa: BLE001 - any error belongs to the input
        stopped = Stopped("bug", f"{type(error).__name__}: {error}"[:1_000], trace=_short(traceback.format_exc()))
    return ForkingPickler.dumps(stopped), False  # pickled after the frames that held the memory are gone


def _short(trace: str) -> str:
    return trace if len(trace) <= 8_000 else f"{trace[:2_000]}\n…\n{trace[-6_000:]}"


def _address_space() -> int:
    """Return the address space of this process in bytes; 0 if the system does not say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.is_file() else 0
