"""Fences shared within this process, so that the batches of a run reuse processes."""

from __future__ import annotations

import math
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from litgauge.tasks.fences.fence import Fence
from litgauge.tasks.fences.outcomes import Limits, Stopped
from litgauge.tasks.fences.workers import Input, Output

LINGER_S = 20.0
"""Seconds after which idle processes are stopped."""

_fences: dict[tuple[int, bytes], _Lingering[Any, Any]] = {}
_fences_lock = threading.Lock()


def shared_fence(function: Callable[[Input], Output], limits: Limits, workers: int = 1) -> Fence[Input, Output]:
    """Return this process's fence for the function and limits; its worker processes stop when idle."""
    key = os.getpid(), pickle.dumps((function, limits, workers))  # a forked process must not use its parent's
    with _fences_lock:
        if key not in _fences:
            _fences[key] = _Lingering(function, limits, workers)
        return _fences[key]


class _Lingering(Fence[Input, Output]):
    """A fence that stops its processes when they have been idle for a while."""

    def __init__(self, function: Callable[[Input], Output], limits: Limits, workers: int) -> None:
        super().__init__(function, limits, workers)
        self._state = threading.Lock()
        self._calls = 0
        self._idle_since = 0.0
        self._watched = False

    def __call__(self, item: Input, *, time_s: float = math.inf) -> Output | Stopped:
        with self._in_use():
            return super().__call__(item, time_s=time_s)

    def run(self, inputs: Iterable[Input]) -> Iterator[Output | Stopped]:
        with self._in_use():
            yield from super().run(inputs)

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        with self._state:
            self._calls += 1
        try:
            yield
        finally:
            with self._state:
                self._calls, self._idle_since = self._calls - 1, time.monotonic()
                if not self._watched:
                    self._watched = True
                    threading.Thread(target=self._close_when_idle, name="fence", daemon=True).start()

    def _close_when_idle(self) -> None:
        while True:
            with self._state:
                remaining_s = LINGER_S if self._calls else self._idle_since + LINGER_S - time.monotonic()
                if remaining_s <= 0:
                    self._watched = False
                    self.close()
                    return
            time.sleep(remaining_s)
