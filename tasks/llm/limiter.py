"""How many calls are under way at once: up while the endpoint answers, halved when it says slow down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tasks.llm.waiting_line import WaitingLine

_START = 8


class Limiter(WaitingLine):
    """Additive increase, multiplicative decrease, between 1 and `most`; doubles per round until the first brake."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._limit = float(min(_START, most))
        self._era = 0  # a brake; calls that began before it must not brake again for the same congestion
        self._not_before = 0.0

    @property
    def limit(self) -> int:
        """Calls allowed at once at present."""
        return int(self._limit)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[int]:
        """A place, as soon as there is one and the endpoint's own pause is over; its era, for `throttled`."""
        await self._enter(1)
        try:
            while (pause_s := self._not_before - time.monotonic()) > 0:
                await asyncio.sleep(pause_s)
            yield self._era
        finally:
            self._leave(1)

    def succeeded(self) -> None:
        """The endpoint answered: room for more."""
        with self._lock:
            growth = 1.0 if self._era == 0 else 1.0 / self._limit
            self._limit = min(float(self._most), self._limit + growth)
            self._advance()

    def throttled(self, era: int, pause_s: float = 0.0) -> None:
        """The endpoint asked for less (429, overload) or did not answer in time; nobody calls for `pause_s`."""
        with self._lock:
            self._not_before = max(self._not_before, time.monotonic() + pause_s)
            if era == self._era:
                self._era += 1
                self._limit = max(1.0, self._limit / 2)

    def _room(self) -> float:
        return self.limit
