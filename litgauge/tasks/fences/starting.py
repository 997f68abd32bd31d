"""Start the server of a pool: by a fork if this process has one thread, else as a new program."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.fences.outcomes import Limits
from litgauge.tasks.fences.server import REPLY, REQUEST, START, STOP, run_and_exit, serve


@dataclass(frozen=True, slots=True)
class Ended:
    """How a worker ended: its exit code, or minus the signal that killed it; None if unknown."""

    code: int | None = None
    cpu_s: float = 0.0
    peak_mb: float = 0.0


class Server:
    """The process that starts and stops workers; they are its children, so their process ids are never reused.

    Forking a process with several threads may copy a lock that is never released, so this process is forked only if it
    has one thread. Otherwise a new program with one thread imports the function's code once for all workers.
    """

    def __init__(self, function: Callable[[Any], Any], limits: Limits) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._pid = 0
            self._program: subprocess.Popen[bytes] | None = None
            if _has_one_thread():
                self._pid = self._fork(theirs, function, limits)
            else:
                self._program = _run(theirs)
                work = pickle.dumps((function, limits))
                self._control.sendall(struct.pack("!I", len(work)) + work)

    def _fork(self, theirs: socket.socket, function: Callable[[Any], Any], limits: Limits) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            self._control.close()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            run_and_exit(lambda: serve(theirs, function, limits))
        return pid

    def start_worker(self, pipe: int) -> int:
        """Start a worker on this end of a pipe and return its process id. Raises OSError if the server is gone."""
        socket.send_fds(self._control, [REQUEST.pack(START, 0)], [pipe])
        return self._reply()[0]

    def stop_worker(self, pid: int) -> Ended:
        """Kill a worker, if it is alive, and return how it ended."""
        try:
            self._control.sendall(REQUEST.pack(STOP, pid))
            status, cpu_s, peak_mb = self._reply()
        except OSError:  # the server was killed, and its workers with it
            return Ended()
        return Ended(os.waitstatus_to_exitcode(status), cpu_s, peak_mb)

    def _reply(self) -> tuple[int, float, float]:
        reply = self._control.recv(REPLY.size, socket.MSG_WAITALL)
        if len(reply) < REPLY.size:
            raise ConnectionError("the process that starts workers has ended")
        number, cpu_s, peak_mb = REPLY.unpack(reply)
        return number, cpu_s, peak_mb

    def close(self) -> None:
        """Stop all workers and the server; returns when they are gone."""
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)  # a process forked since may hold the same socket
        self._control.close()
        if self._program:
            self._program.wait()
        elif self._pid:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = 0


def _has_one_thread() -> bool:
    """Return whether this process has one thread, native threads of libraries included; False if unknown."""
    threads = Path("/proc/self/task")
    return threading.active_count() == 1 and threads.is_dir() and len(list(threads.iterdir())) == 1


def _run(theirs: socket.socket) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}
    return subprocess.Popen(
        # -P: a folder in the working directory must not shadow one of our packages.
        [sys.executable, "-P", "-m", "litgauge.tasks.fences", str(theirs.fileno())],
        pass_fds=(theirs.fileno(),),
        env=environment,
        stdin=subprocess.DEVNULL,
    )
