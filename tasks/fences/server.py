"""The process that starts the workers of a pool: forked, or the program `python -m tasks.fences FD`.

It has one thread and the code to run already imported, so that a worker costs a fork.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from tasks.fences.outcomes import Done, Stopped

REQUEST, REPLY = struct.Struct("!ci"), struct.Struct("!i")
START, STOP = b"+", b"-"


def serve(control: socket.socket, function: Callable[[Any], Any], memory_mb: int) -> None:
    """Start and stop workers as asked, until whoever asks is gone; no worker outlives this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides what an interrupt means
    gc.freeze()  # what is imported stays shared with the workers
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
            answer = _start(control, pipes[0], function, memory_mb)
            workers.add(answer)
            os.close(pipes[0])
        control.sendall(REPLY.pack(answer))
    for worker in workers:
        _stop(worker)


def _stop(pid: int) -> int:
    os.kill(pid, signal.SIGKILL)  # not yet waited for, so the id is still this child's, even if it has ended
    return os.waitpid(pid, 0)[1]


def _start(control: socket.socket, pipe: int, function: Callable[[Any], Any], memory_mb: int) -> int:
    pid = os.fork()
    if pid == 0:
        control.close()
        run_and_exit(lambda: _work(Connection(pipe), function, memory_mb))
    return pid


def run_and_exit(work: Callable[[], None]) -> NoReturn:
    """Do something in a forked process and end it there: what its parent wanted to do at its end is not done twice."""
    try:
        work()
    finally:
        if error := sys.exception():
            traceback.print_exception(error)
        os._exit(1 if error else 0)


def _work(pipe: Connection, function: Callable[[Any], Any], memory_mb: int) -> None:
    limit = _address_space() + memory_mb * 1_000_000
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        with _Confined(pipe):
            pipe.send(Done(function(item)))


def _address_space() -> int:
    """The bytes of address space that this process has now; 0 where the system does not say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.is_file() else 0


class _Confined:
    """Turns what goes wrong with one input into a reply; the process ends after it, for a clean one to take over."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(error, MemoryError):
            self.pipe.send(Stopped("memory-limit", "it needed more memory than allowed"))
        elif isinstance(error, Exception):
            self.pipe.send(Stopped("bug", f"{type(error).__name__}: {error}"))
