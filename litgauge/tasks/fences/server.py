"""The process that forks the workers of a pool; itself forked, or the program `python -m litgauge.tasks.fences FD`.

It has one thread and has imported the code to run, so that a worker costs no more than a fork.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from litgauge.tasks.fences.outcomes import Limits
from litgauge.tasks.fences.worker import work

REQUEST = struct.Struct("!ci")
REPLY = struct.Struct("!idd")
"""Process id of a started worker; or exit status, CPU seconds and peak memory (MB) of a stopped one."""
START, STOP = b"+", b"-"
OUT_OF_MEMORY = 99
"""Exit code of a worker without enough memory left to send a reply."""

_SIGNAL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG
_MAXRSS_UNIT = 1e-6 if sys.platform == "darwin" else 1.024e-3  # to MB


def serve(control: socket.socket, function: Callable[[Any], Any], limits: Limits) -> None:
    """Start and stop workers on request, until the requesting process is gone; no worker outlives this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the requesting process handles interrupts
    os.dup2(2, 1)  # a library that prints must not mix its output with results
    gc.freeze()  # imported code stays shared with the workers
    gc.set_threshold(50_000, 20, 100)  # as for the commands: it finds next to nothing, and takes a tenth of the time
    system = ctypes.CDLL(None) if sys.platform == "linux" else None
    workers: set[int] = set()
    while True:
        message, pipes, _, _ = socket.recv_fds(control, REQUEST.size, 1)
        if not message:
            break
        command, pid = REQUEST.unpack(message)
        if command == STOP:
            workers.discard(pid)
            answer = _stop(pid)
        else:
            answer = _start(control, pipes[0], function, limits, system), 0.0, 0.0
            workers.add(answer[0])
            os.close(pipes[0])
        try:
            control.sendall(REPLY.pack(*answer))
        except (BrokenPipeError, ConnectionResetError):  # it was killed while it waited
            break
    for worker in workers:
        _stop(worker)


def _stop(pid: int) -> tuple[int, float, float]:
    os.kill(pid, signal.SIGKILL)  # not yet waited for, so the id is still this child's, even if it has ended
    _, status, used = os.wait4(pid, 0)
    return status, used.ru_utime + used.ru_stime, used.ru_maxrss * _MAXRSS_UNIT


def _start(
    control: socket.socket, pipe: int, function: Callable[[Any], Any], limits: Limits, system: ctypes.CDLL | None
) -> int:
    server = os.getpid()
    pid = os.fork()
    if pid == 0:
        control.close()
        if system is not None:  # if the server is killed, nothing else ends a hanging worker
            system.prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != server:
            os._exit(1)
        run_and_exit(lambda: work(pipe, function, limits))
    return pid


def run_and_exit(work: Callable[[], None]) -> NoReturn:
    """Run `work` in a forked process and exit at once, so that exit handlers of the parent do not run twice."""
    code = 1
    try:
        work()
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    except Exception:  # noqa: BLE001 - nothing may leave a forked process
        traceback.print_exc()
    finally:
        os._exit(code)
