"""A function applied to many inputs in processes beside this one, each input under limits that it alone feels."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic

from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.workers import Again, Input, Output, Worker, Workers


def run_fenced(
    function: Callable[[Input], Output], inputs: Iterable[Input], limits: Limits, workers: int = 1
) -> Iterator[Output | Stopped]:
    """One result per input, in the order of the inputs, each as soon as it and those before it are done.

    `function` is pure, and known by its name (or a partial of such a one); inputs and results can be pickled. An input
    that passes a limit, kills its process or makes the function raise gives `Stopped`, and the next one a process that
    nothing happened to. `inputs` may be endless: only a few are taken ahead. Works from any thread and in daemonic
    processes.
    """
    # Begun at once: when the first result is asked for, there may be threads beside this one (a progress bar's).
    processes = Workers(function, limits)
    processes.start_server()
    pool = _Pool(processes, max(1, workers))
    results = _results(pool, iter(inputs))
    weakref.finalize(results, pool.close)  # also where nobody ever asks
    return results


def _results(pool: _Pool[Input, Output], inputs: Iterator[Input]) -> Iterator[Output | Stopped]:
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
            one.worker.pipe.close()
        self.busy.clear()
        self.processes.close()
