"""A function that runs in worker processes with limits: called from any thread, or on many inputs in order."""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from typing import Generic

from litgauge.tasks.fences.outcomes import Limits, Stopped
from litgauge.tasks.fences.pool import in_order
from litgauge.tasks.fences.workers import Again, Input, Output, Workers


class Fence(Generic[Input, Output]):
    """Calls `function` in worker processes; a call returns its result or Stopped.

    Safe for threads: at most `workers` calls run at once, and waiting for a worker does not count against the time
    limit. Processes are started by the first call and reused. `close`, leaving the context, or the end of this process
    stops them; a later call starts new ones.
    """

    def __init__(self, function: Callable[[Input], Output], limits: Limits, workers: int = 1) -> None:
        self._processes = Workers(function, limits)
        self._size = max(1, workers)
        self._turns = threading.BoundedSemaphore(self._size)

    def __call__(self, item: Input, *, time_s: float = math.inf) -> Output | Stopped:
        """Return the function's result for the input, or Stopped; `time_s` may leave it less time than the limits."""
        with self._turns:
            result = self._once(item, time_s, fresh=False)
            if isinstance(result, Again):
                result = self._once(item, time_s, fresh=True)
            assert not isinstance(result, Again)  # a fresh worker had no other input
            return result

    def _once(self, item: Input, time_s: float, *, fresh: bool) -> Output | Stopped | Again:
        worker = self._processes.begin(item, fresh=fresh)
        worker.deadline = min(worker.deadline, time.monotonic() + time_s)
        try:
            ready = wait([worker.pipe], timeout=max(0.0, worker.deadline - time.monotonic()))
        except BaseException:  # an interrupt
            self._processes.abandon(worker)
            raise
        return self._processes.end(worker, ready=bool(ready))

    def run(self, inputs: Iterable[Input]) -> Iterator[Output | Stopped]:
        """Yield one result per input, as `run_fenced` does; the processes stay for the next call."""
        return in_order(self._processes, iter(inputs), self._size)

    def start(self) -> None:
        """Start the server of the processes now: before this process has threads, a cheap fork is enough."""
        self._processes.start_server()

    def close(self) -> None:
        """Stop the processes."""
        self._processes.close()

    def __enter__(self) -> Fence[Input, Output]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run_fenced(
    function: Callable[[Input], Output], inputs: Iterable[Input], limits: Limits, workers: int = 1
) -> Iterator[Output | Stopped]:
    """Yield one result per input, in order, each as soon as it and those before it are done.

    `function` is pure and importable by name (or a partial of such a function); inputs and results can be pickled. An
    input that exceeds a limit, crashes its process or makes the function raise yields `Stopped`, and the next input
    gets a fresh process. `inputs` may be infinite: only a few are taken ahead. Works from any thread and in daemonic
    processes.
    """
    fence = Fence(function, limits, workers)
    fence.start()  # now, since there may be threads (a progress bar) when the first result is requested
    results = _closing(fence, inputs)
    weakref.finalize(results, fence.close)  # also if no result is ever requested
    return results


def _closing(fence: Fence[Input, Output], inputs: Iterable[Input]) -> Iterator[Output | Stopped]:
    with fence:
        yield from fence.run(inputs)
