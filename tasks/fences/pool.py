"""A function applied to many inputs in processes beside this one, each input under limits that it alone feels."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from typing import Generic, TypeVar

from tasks.fences.outcomes import Done, Limits, Stopped
from tasks.fences.starting import Server

_Input = TypeVar("_Input")
_Output = TypeVar("_Output")


def run_fenced(
    function: Callable[[_Input], _Output], inputs: Iterable[_Input], limits: Limits, workers: int = 1
) -> Iterator[_Output | Stopped]:
    """One result per input, in the order of the inputs, each as soon as it and those before it are done.

    `function` is pure, and known by its name (or a partial of such a one); inputs and results can be pickled. An input
    that passes a limit, kills its process or makes the function raise gives `Stopped`, and the next one a process that
    nothing happened to. `inputs` may be endless: only a few are taken ahead. Works from any thread and in daemonic
    processes.
    """
    # Begun at once: when the first result is asked for, there may be threads beside this one (a progress bar's).
    pool = _Pool(function, limits, max(1, workers))
    results = _results(pool, iter(inputs))
    weakref.finalize(results, pool.close)  # also where nobody ever asks
    return results


def _results(pool: _Pool[_Input, _Output], inputs: Iterator[_Input]) -> Iterator[_Output | Stopped]:
    try:
        yield from pool.run(inputs)
    finally:
        pool.close()


@dataclass(eq=False, slots=True)
class _Worker:
    """A process that works on one input after the other."""

    pid: int
    pipe: Connection
    number: int = -1
    deadline: float = field(default=float("inf"))


class _Pool(Generic[_Input, _Output]):
    def __init__(self, function: Callable[[_Input], _Output], limits: Limits, size: int) -> None:
        self.function, self.size, self.limits = function, size, limits
        self.server = Server(function, limits.memory_mb)
        self.idle: list[_Worker] = []
        self.busy: list[_Worker] = []
        self.done: dict[int, _Output | Stopped] = {}

    def run(self, inputs: Iterator[_Input]) -> Iterator[_Output | Stopped]:
        taken = given = 0
        exhausted = False
        while True:
            while not exhausted and taken - given < 8 * self.size and len(self.busy) < self.size:
                for item in inputs:
                    self._start(taken, item)
                    taken += 1
                    break
                else:
                    exhausted = True
            while given in self.done:
                yield self.done.pop(given)
                given += 1
            if exhausted and given == taken:
                return
            if self.busy:
                self._collect()

    def _start(self, number: int, item: _Input) -> None:
        worker = self.idle.pop() if self.idle else self._new_worker()
        worker.number, worker.deadline = number, time.monotonic() + self.limits.time_s
        self.busy.append(worker)
        try:
            worker.pipe.send(item)
        except OSError:
            self._bury(worker, "worker-died", "its process ended before it began")

    def _new_worker(self) -> _Worker:
        ours, theirs = Pipe()
        with theirs:
            try:
                pid = self.server.start_worker(theirs.fileno())
            except OSError:  # the server was killed from outside
                self.server.close()
                self.server = Server(self.function, self.limits.memory_mb)
                pid = self.server.start_worker(theirs.fileno())
        return _Worker(pid, ours)

    def _collect(self) -> None:
        """Wait until a worker is done or past its deadline."""
        first = min(worker.deadline for worker in self.busy)
        ready = wait([worker.pipe for worker in self.busy], timeout=max(0.0, first - time.monotonic()))
        for worker in list(self.busy):
            if worker.pipe in ready:
                self._receive(worker)
            elif worker.deadline <= time.monotonic():
                self._bury(worker, "time-limit", f"it took more than {self.limits.time_s:g} s and was stopped")

    def _receive(self, worker: _Worker) -> None:
        try:
            reply: Done[_Output] | Stopped = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker, "worker-died", "its process ended")
            return
        if isinstance(reply, Done):
            self.done[worker.number] = reply.result
            self.busy.remove(worker)
            self.idle.append(worker)
        else:
            self._bury(worker, reply.code, reply.message)

    def _bury(self, worker: _Worker, code: str, message: str) -> None:
        self.busy.remove(worker)
        worker.pipe.close()
        ended = self.server.stop_worker(worker.pid)
        self.done[worker.number] = Stopped(code, message + (f" {ended}" if code == "worker-died" else ""))

    def close(self) -> None:
        for worker in [*self.idle, *self.busy]:
            worker.pipe.close()
        self.idle.clear()
        self.busy.clear()
        self.server.close()
