"""Worker processes of one function, started on demand; safe for threads."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection, Pipe
from multiprocessing.reduction import ForkingPickler
from typing import Generic, TypeVar

from litgauge.tasks.fences.outcomes import Finished, Limits, Stopped
from litgauge.tasks.fences.server import OUT_OF_MEMORY
from litgauge.tasks.fences.starting import Ended, Server

Input = TypeVar("Input")
Output = TypeVar("Output")

_OWN_CRASHES = frozenset(
    {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP, signal.SIGSYS}
)
_NAMES = {number.value: number.name for number in signal.Signals}
_BUSY_SHARE = 0.7
"""Share of the time limit that a process must have used as CPU time for the input to be at fault, not the machine."""
_MEMORY_SHARE = 0.5
"""Share of the memory limit above which a crash counts as out of memory: libraries allocate twice what they hold."""


class Again(Enum):
    """Signals that an input must be retried in a fresh worker: it failed in one that had processed other inputs."""

    AGAIN = "again"


class Worker(Generic[Input]):
    """A process that takes one input after the other."""

    def __init__(self, pid: int, pipe: Connection) -> None:
        self.pid, self.pipe = pid, pipe
        self.deadline = float("inf")
        self.served = 0  # inputs processed
        self.cpu_s = 0.0  # CPU time of these


class Workers(Generic[Input, Output]):
    """The workers of one function, and the server that forks them, which is started with the first one."""

    def __init__(self, function: Callable[[Input], Output], limits: Limits) -> None:
        self.function, self.limits = function, limits
        self._server: Server | None = None
        self._idle: list[Worker[Input]] = []
        self._lock = threading.Lock()

    def start_server(self) -> None:
        """Start the server now, which is cheap while this process has one thread."""
        with self._lock:
            self._server = self._server or Server(self.function, self.limits)

    def begin(self, item: Input, *, fresh: bool = False) -> Worker[Input]:
        """Send an input to a worker, with `fresh` to a new one, and return the worker. Raises errors of pickling."""
        data = ForkingPickler.dumps(item)
        with self._lock:
            worker = self._idle.pop() if self._idle and not fresh else self._new()
        worker.deadline = time.monotonic() + self.limits.time_s
        try:
            worker.pipe.send_bytes(data)
        except OSError:
            if worker.served:  # it was killed while idle
                self._kill(worker)
                return self.begin(item, fresh=True)
        return worker

    def end(self, worker: Worker[Input], *, ready: bool) -> Output | Stopped | Again:
        """Return the result of a worker that is `ready`, or Stopped if its time is up."""
        if not ready:
            return self._stop_late(worker)
        try:
            reply: Finished[Output] | Stopped = ForkingPickler.loads(worker.pipe.recv_bytes())
        except (EOFError, OSError):
            stopped = _death(self._kill(worker), self.limits)
        else:
            if isinstance(reply, Finished):
                worker.served, worker.cpu_s = worker.served + 1, reply.cpu_s
                with self._lock:
                    self._idle.append(worker)
                return reply.result
            self._kill(worker)
            stopped = reply
        return Again.AGAIN if stopped.lasting and worker.served else stopped

    def abandon(self, worker: Worker[Input]) -> None:
        """Stop a worker whose result is not needed any more."""
        self._kill(worker)

    def close(self) -> None:
        """Stop all workers and their server; returns when they have ended. A later input starts new ones."""
        with self._lock:
            for worker in self._idle:
                worker.pipe.close()
            self._idle.clear()
            server, self._server = self._server, None
        if server is not None:
            server.close()

    def _new(self) -> Worker[Input]:
        if self._server is not None:
            try:
                return self._started_by(self._server)
            except OSError:  # it was killed from outside
                self._server.close()
        self._server = Server(self.function, self.limits)
        return self._started_by(self._server)

    @staticmethod
    def _started_by(server: Server) -> Worker[Input]:
        # The pipe is created after the server, which would otherwise inherit it and keep it open forever.
        ours, theirs = Pipe()
        with theirs:
            return Worker(server.start_worker(theirs.fileno()), ours)

    def _kill(self, worker: Worker[Input]) -> Ended:
        worker.pipe.close()
        with self._lock:
            return self._server.stop_worker(worker.pid) if self._server is not None else Ended()

    def _stop_late(self, worker: Worker[Input]) -> Stopped:
        limit = self.limits.time_s
        computed = self._kill(worker).cpu_s - worker.cpu_s
        busy = computed >= _BUSY_SHARE * limit
        why = "" if busy else f", of which it could compute {max(0.0, computed):.1f} s,"
        return Stopped("time-limit", f"it took more than {limit:g} s{why} and was stopped", lasting=busy)


def _death(ended: Ended, limits: Limits) -> Stopped:
    """Return why a process ended without a reply."""
    too_much = f"it needed more than {limits.memory_mb} MB of memory"
    if ended.code is None:
        return Stopped("worker-died", "its process ended together with the one that started it")
    if ended.code == OUT_OF_MEMORY:
        return Stopped("memory-limit", too_much, lasting=True)
    if ended.code >= 0:
        return Stopped("worker-died", f"its process ended with code {ended.code}")
    own, name = -ended.code in _OWN_CRASHES, _NAMES.get(-ended.code, str(-ended.code))
    if own and ended.peak_mb >= _MEMORY_SHARE * limits.memory_mb:
        return Stopped("memory-limit", f"{too_much}: its process ended by {name}", lasting=True)
    peak = f", with {ended.peak_mb:.0f} MB of memory" if ended.peak_mb else ""
    message = f"its process ended by signal {name}{peak}"
    return Stopped("worker-died", message, lasting=own)
