"""The process that starts the workers of a pool: forked, or the program `python -m tasks.fences FD`.

It has one thread and the code to run already imported, so that a worker costs a fork.
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

from tasks.fences.outcomes import Limits
from tasks.fences.worker import work

REQUEST = struct.Struct("!ci")
REPLY = struct.Struct("!idd")
"""The id of a worker that was started; or how one ended, the seconds that it computed, the most MB that it held."""
START, STOP = b"+", b"-"
OUT_OF_MEMORY = 99
"""The exit code of a worker that had no memory left even to say so."""

_SIGNAL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG
_MAXRSS_UNIT = 1e-6 if sys.platform == "darwin" else 1.024e-3  # to MB


def serve(control: socket.socket, function: Callable[[Any], Any], limits: Limits) -> None:
    """Start and stop workers as asked, until whoever asks is gone; no worker outlives this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides what an interrupt means
    os.dup2(2, 1)  # a library that prints must not print among somebody's results
    gc.freeze()  # what is imported stays shared with the workers
    system = ctypes.CDLL(None) if sys.platform == "linux" else None
    workers: set[int] = set()
    while True:
        message, pipes, _, _ = socket.recv_fds(control, REQUEST.size, 1)
        if not message:
            break
        wish, pid = REQUEST.unpack(message)
        if wish == STOP:
            workers.discard(pid)
            answer = _stop(pid)
        else:
            answer = _start(control, pipes[0], function, limits, system), 0.0, 0.0
            workers.add(answer[0])
            os.close(pipes[0])
        control.sendall(REPLY.pack(*answer))
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
        if system is not None:  # where the server is killed, nobody else would end a worker that hangs
            system.prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != server:
            os._exit(1)
        run_and_exit(lambda: work(pipe, function, limits))
    return pid


def run_and_exit(work: Callable[[], None]) -> NoReturn:
    """Do something in a forked process and end it there: what its parent wanted to do at its end is not done twice."""
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
