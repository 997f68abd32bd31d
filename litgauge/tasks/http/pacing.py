"""Pauses between requests to one server, for threads and for coroutines."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from functools import cache

Wait = Callable[[], None]
"""Called before every request; returns when the request may be made."""


class _Pace:
    """Points in time, one per interval, for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free_at = 0.0

    def pause_s(self, interval_s: float) -> float:
        """Return how long to wait for the next point in time, which is taken."""
        with self._lock:
            now = time.monotonic()
            pause_s = max(0.0, self._free_at - now)
            self._free_at = now + pause_s + interval_s
        return pause_s


def every(interval_s: float) -> Wait:
    """A wait that lets one request of this process through per interval, from any thread."""
    pace = _Pace()

    def wait() -> None:
        if pause_s := pace.pause_s(interval_s):
            time.sleep(pause_s)

    return wait


def paced(server: str, interval_s: float) -> Callable[[], Awaitable[None]]:
    """Return the same for coroutines of any event loop; all requests of this process to one server share it."""
    pace = _pace_of(server)

    async def wait() -> None:
        if pause_s := pace.pause_s(interval_s):
            await asyncio.sleep(pause_s)

    return wait


@cache
def _pace_of(_server: str) -> _Pace:
    return _Pace()
