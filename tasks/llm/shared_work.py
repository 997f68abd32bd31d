"""The same work asked for twice at once is done once, across threads and event loops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from tasks.base.errors import LitgaugeError

T = TypeVar("T")


class SharedWork(Generic[T]):
    """Work under way, by key."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[T | None]] = {}

    async def join(self, key: str, work: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """The result, and whether this caller did the work; errors of ours reach everyone who waits."""
        while True:
            with self._lock:
                other = self._under_way.get(key)
                if other is None:
                    own: Future[T | None] = Future()
                    self._under_way[key] = own
            if other is None:
                return await self._do(key, own, work), True
            # Shielded: a caller that is cancelled must not cancel the work of the others.
            result = await asyncio.shield(asyncio.wrap_future(other))
            if result is not None:
                return result, False

    async def _do(self, key: str, own: Future[T | None], work: Callable[[], Awaitable[T]]) -> T:
        try:
            result = await work()
            own.set_result(result)
            return result
        except LitgaugeError as error:
            own.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._under_way[key]
            if not own.done():  # cancelled: whoever waits takes over
                own.set_result(None)
