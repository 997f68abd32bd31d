"""Many inputs in worker processes, with results in the order of the inputs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic

from litgauge.tasks.fences.outcomes import Stopped
from litgauge.tasks.fences.workers import Again, Input, Output, Worker, Workers


def in_order(processes: Workers[Input, Output], inputs: Iterator[Input], size: int) -> Iterator[Output | Stopped]:
    """Yield one result per input, each as soon as it and those before it are done; at most `size` run at once.

    Workers that still run when the iterator is closed are stopped.
    """
    pool = _Pool(processes, size)
    try:
        yield from pool.run(inputs)
    finally:
        pool.close()


@dataclass(frozen=True, slots=True)
class _Call(Generic[Input]):
    number: int
    item: Input
    worker: Worker[Input]


class _Pool(Generic[Input, Output]):
    def __init__(self, processes: Workers[Input, Output], size: int) -> None:
        self.processes, self.size = processes, size
        self.busy: list[_Call[Input]] = []
        self.results: dict[int, Output | Stopped] = {}

    def run(self, inputs: Iterator[Input]) -> Iterator[Output | Stopped]:
        started = yielded = 0
        exhausted = False
        while True:
            while not exhausted and started - yielded < 8 * self.size and len(self.busy) < self.size:
                for item in inputs:
                    self._start(started, item)
                    started += 1
                    break
                else:
                    exhausted = True
            while yielded in self.results:
                yield self.results.pop(yielded)
                yielded += 1
            if exhausted and yielded == started:
                return
            if self.busy:
                self._collect()

    def _start(self, number: int, item: Input, *, fresh: bool = False) -> None:
        self.busy.append(_Call(number, item, self.processes.begin(item, fresh=fresh)))

    def _collect(self) -> None:
        """Wait until a worker is done or past its deadline."""
        first = min(call.worker.deadline for call in self.busy)
        ready = wait([call.worker.pipe for call in self.busy], timeout=max(0.0, first - time.monotonic()))
        for call in list(self.busy):
            if call.worker.pipe not in ready and call.worker.deadline > time.monotonic():
                continue
            self.busy.remove(call)
            result = self.processes.end(call.worker, ready=call.worker.pipe in ready)
            if isinstance(result, Again):
                self._start(call.number, call.item, fresh=True)
            else:
                self.results[call.number] = result

    def close(self) -> None:
        for call in self.busy:
            self.processes.abandon(call.worker)
        self.busy.clear()
