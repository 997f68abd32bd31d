"""A function that is called in processes beside this one, one call at a time, from any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Generic

from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.workers import Again, Input, Output, Workers


class Fence(Generic[Input, Output]):
    """`function` behind a fence: a call returns what it returns, or Stopped, as `run_fenced` does for many inputs.

    For any number of threads: at most `workers` calls at once, the others wait for their turn, which costs them none
    of their time. Processes are started by the first call and used again by the next; `close`, or leaving it as a
    context, ends them, and so does the end of this process, whatever ends it. A call after that starts new ones.
    """

    def __init__(self, function: Callable[[Input], Output], limits: Limits, workers: int = 1) -> None:
        self._processes = Workers(function, limits)
        self._turns = threading.BoundedSemaphore(max(1, workers))

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

    def close(self) -> None:
        """End the processes."""
        self._processes.close()

    def __enter__(self) -> Fence[Input, Output]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
