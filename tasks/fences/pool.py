"""Many inputs in processes beside this one, their results in the order of the inputs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic

from tasks.fences.outcomes import Stopped
from tasks.fences.workers import Again, Input, Output, Worker, Workers


def in_order(processes: Workers[Input, Output], inputs: Iterator[Input], size: int) -> Iterator[Output | Stopped]:
    """One result per input, each as soon as it and those before it are done; at most `size` inputs are under way.

    A worker whose result nobody waits for any more is stopped.
    """
    pool = _Pool(processes, size)
    try:
        yield from pool.run(inputs)
    finally:
        pool.close()


@dataclass(frozen=True, slots=True)
class _UnderWay(Generic[Input]):
    number: int
    item: Input
    worker: Worker[Input]


class _Pool(Generic[Input, Output]):
    def __init__(self, processes: Workers[Input, Output], size: int) -> None:
        self.processes, self.size = processes, size
        self.busy: list[_UnderWay[Input]] = []
        self.done: dict[int, Output | Stopped] = {}

    def run(self, inputs: Iterator[Input]) -> Iterator[Output | Stopped]:
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

    def _start(self, number: int, item: Input, *, fresh: bool = False) -> None:
        self.busy.append(_UnderWay(number, item, self.processes.begin(item, fresh=fresh)))

    def _collect(self) -> None:
        """Wait until a worker is done or past its deadline."""
        first = min(one.worker.deadline for one in self.busy)
        ready = wait([one.worker.pipe for one in self.busy], timeout=max(0.0, first - time.monotonic()))
        for one in list(self.busy):
            if one.worker.pipe not in ready and one.worker.deadline > time.monotonic():
                continue
            self.busy.remove(one)
            result = self.processes.end(one.worker, ready=one.worker.pipe in ready)
            if isinstance(result, Again):
                self._start(one.number, one.item, fresh=True)
            else:
                self.done[one.number] = result

    def close(self) -> None:
        for one in self.busy:
            self.processes.abandon(one.worker)
        self.busy.clear()
