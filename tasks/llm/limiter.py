"""How many calls are under way at once: up while the endpoint answers, halved when it says slow down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tasks.llm.turnstile import Turnstile

_START = 8


class Slot:
    """One call's place among those under way."""

    __slots__ = ("era",)

    def __init__(self, era: int) -> None:
        self.era = era


class Limiter(Turnstile):
    """Additive increase, multiplicative decrease, between 1 and `most`; doubles per round until the first brake."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._limit = float(min(_START, most))
        self._under_way = 0
        self._era = 0  # a brake; calls that began before it must not brake again for the same congestion
        self._not_before = 0.0

    @property
    def limit(self) -> int:
        """Calls allowed at once at present."""
        return int(self._limit)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[Slot]:
        """A place, as soon as there is one and the endpoint's own pause is over."""
        await self._enter(1)
        try:
            while (pause_s := self._not_before - time.monotonic()) > 0:
                await asyncio.sleep(pause_s)
            yield Slot(self._era)
        finally:
            with self._lock:
                self._give_back(1)
                self._advance()

    def succeeded(self) -> None:
        """The endpoint answered: room for more."""
        with self._lock:
            growth = 1.0 if self._era == 0 else 1.0 / self._limit
            self._limit = min(float(self._most), self._limit + growth)
            self._advance()

    def throttled(self, slot: Slot, pause_s: float = 0.0) -> None:
        """The endpoint asked for less (429, overload) or did not answer in time; nobody calls for `pause_s`."""
        with self._lock:
            self._not_before = max(self._not_before, time.monotonic() + pause_s)
            if slot.era == self._era:
                self._era += 1
                self._limit = max(1.0, self._limit / 2)

    def _refusal(self, size: float) -> Exception | None:  # noqa: ARG002
        return None

    def _fits(self, size: float) -> bool:
        return self._under_way + size <= int(self._limit)

    def _take(self, size: float) -> None:
        self._under_way += int(size)

    def _give_back(self, size: float) -> None:
        self._under_way -= int(size)
