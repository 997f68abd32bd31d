"""Short blocking steps of coroutines, such as looks into the storage, done in threads: one wake-up for many."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

T = TypeVar("T")

_MOST_THREADS = 8
_WAITING = 4  # steps for each thread at work before another one begins; where steps are slow at once
_TOLD_TOGETHER = 16  # results that wait for each other at most


@dataclass(slots=True)
class _Step:
    do: Callable[[], Any]
    lost: Callable[[Any], object] | None
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def tell(self) -> None:
        """Hand the result over, in the loop of who waits."""
        if self.future.cancelled():
            self.lose()
        elif self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)

    def lose(self) -> None:
        """Nobody waits any more."""
        if self.error is None and self.lost is not None:
            self.lost(self.result)


class Steps:
    """May be used from several threads, each with its own event loop.

    A hand-over to a thread and back costs as much as most steps, so that a thread goes on with what came meanwhile and
    wakes a loop once for all results. `slow` are steps over a network, which are done side by side.
    """

    def __init__(self, *, slow: bool = False) -> None:
        self._waiting_each = 0 if slow else _WAITING
        self._told_together = 1 if slow else _TOLD_TOGETHER
        self._lock = threading.Lock()
        self._waiting: deque[_Step] = deque()
        self._threads = 0
        self._pool = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="steps")  # a loop's own would end with it

    async def do(self, step: Callable[[], T], *, lost: Callable[[T], object] | None = None) -> T:
        """Return the step's result; if the caller is cancelled meanwhile, it is passed to `lost`."""
        loop = asyncio.get_running_loop()
        # What a step says, such as that a file is damaged, is said in the caller's context: its flow, its listeners.
        in_context = partial(contextvars.copy_context().run, step)
        waiting = _Step(in_context, lost, loop, loop.create_future())
        with self._lock:
            self._waiting.append(waiting)
            begin = self._threads == 0 or (
                self._threads < _MOST_THREADS and len(self._waiting) > self._waiting_each * self._threads
            )
            self._threads += begin
        if begin:
            self._pool.submit(self._work)
        return cast(T, await waiting.future)

    def _work(self) -> None:
        finished_steps: list[_Step] = []
        while True:
            with self._lock:
                step = self._waiting.popleft() if self._waiting else None
                self._threads -= step is None
            if step is None:
                break
            try:
                step.result = step.do()
            except BaseException as error:  # noqa: BLE001 - it is the waiting caller's
                step.error = error
            finished_steps.append(step)
            if len(finished_steps) >= self._told_together:
                _tell(finished_steps)
                finished_steps = []
        _tell(finished_steps)


def _tell(finished_steps: list[_Step]) -> None:
    of_loops: dict[asyncio.AbstractEventLoop, list[_Step]] = {}
    for step in finished_steps:
        of_loops.setdefault(step.loop, []).append(step)
    for loop, steps in of_loops.items():
        try:
            loop.call_soon_threadsafe(_tell_all, steps)
        except RuntimeError:  # the loop has ended meanwhile
            _each(steps, _Step.lose)


def _tell_all(steps: list[_Step]) -> None:
    _each(steps, _Step.tell)


def _each(steps: list[_Step], do: Callable[[_Step], None]) -> None:
    with contextlib.ExitStack() as stack:  # what one step fails with is nothing to the others
        for step in reversed(steps):
            stack.callback(do, step)
