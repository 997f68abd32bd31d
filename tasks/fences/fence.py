"""A function that runs in processes beside this one: called from any thread, or on many inputs in their order."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from typing import Generic

from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.pool import in_order
from tasks.fences.workers import Again, Input, Output, Workers


class Fence(Generic[Input, Output]):
    """`function` behind a fence: a call returns what it returns, or Stopped, as `run_fenced` does for many inputs.

    For any number of threads: at most `workers` calls at once, the others wait for their turn, which costs them none
    of their time. Processes are started by the first call and used again by the next; `close`, or leaving it as a
    context, ends them, and so does the end of this process, whatever ends it. A call after that starts new ones.
    """

    def __init__(self, function: Callable[[Input], Output], limits: Limits, workers: int = 1) -> None:
        self._processes = Workers(function, limits)
        self._size = max(1, workers)
        self._turns = threading.BoundedSemaphore(self._size)

    def __call__(self, item: Input) -> Output | Stopped:
        """What the function makes of the input."""
        with self._turns:
            result = self._once(item, fresh=False)
            if isinstance(result, Again):
                result = self._once(item, fresh=True)
            assert not isinstance(result, Again)  # a fresh worker had no other input
            return result

    def _once(self, item: Input, *, fresh: bool) -> Output | Stopped | Again:
        worker = self._processes.begin(item, fresh=fresh)
        try:
            ready = wait([worker.pipe], timeout=max(0.0, worker.deadline - time.monotonic()))
        except BaseException:  # an interrupt: nobody will ask for the result
            self._processes.abandon(worker)
            raise
        return self._processes.end(worker, ready=bool(ready))

    def run(self, inputs: Iterable[Input]) -> Iterator[Output | Stopped]:
        """One result per input, as `run_fenced` gives them; the processes stay for the next call."""
        return in_order(self._processes, iter(inputs), self._size)

    def start(self) -> None:
        """Start what starts the processes: cheap as long as there are no threads, and then they need no program."""
        self._processes.start_server()

    def close(self) -> None:
        """End the processes."""
        self._processes.close()

    def __enter__(self) -> Fence[Input, Output]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run_fenced(
    function: Callable[[Input], Output], inputs: Iterable[Input], limits: Limits, workers: int = 1
) -> Iterator[Output | Stopped]:
    """One result per input, in the order of the inputs, each as soon as it and those before it are done.

    `function` is pure, and known by its name (or a partial of such a one); inputs and results can be pickled. An input
    that passes a limit, kills its process or makes the function raise gives `Stopped`, and the next one a process that
    nothing happened to. `inputs` may be endless: only a few are taken ahead. Works from any thread and in daemonic
    processes.
    """
    fence = Fence(function, limits, workers)
    fence.start()  # when the first result is asked for, there may be threads beside this one (a progress bar's)
    results = _closing(fence, inputs)
    weakref.finalize(results, fence.close)  # also where nobody ever asks
    return results


def _closing(fence: Fence[Input, Output], inputs: Iterable[Input]) -> Iterator[Output | Stopped]:
    with fence:
        yield from fence.run(inputs)
