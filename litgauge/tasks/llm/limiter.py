"""Limits on calls under way: a waiting line for all threads, and a limiter that adapts to the endpoint."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

ROUNDING = 1e-9  # of sums of floats
_START = 8  # calls at once
_FLOOR = 4
_CUT = 0.8
_REGAINED = 0.25  # calls at once, for an answer


@dataclass(eq=False, slots=True)
class _Ticket:
    size: float
    future: Future[None] = field(default_factory=Future)
    admitted: bool = False


class WaitingLine(ABC):
    """A first-come, first-served queue for calls of any thread and any event loop.

    Stages ask in several threads, each with its own event loop; asyncio's primitives belong to one loop.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._line: deque[_Ticket] = deque()
        self._admitted = 0.0  # by admitted calls

    @abstractmethod
    def _room(self) -> float:
        """Return how much may be held at once (the lock is held)."""

    def _refusal(self, size: float) -> Exception | None:  # noqa: ARG002 - for those who refuse
        """Return the error if there will never be room for `size` (the lock is held)."""
        return None

    def _fits(self, size: float) -> bool:
        return self._admitted + size <= self._room() + ROUNDING

    async def _enter(self, size: float) -> None:
        with self._lock:
            if not self._line and self._refusal(size) is None and self._fits(size):
                self._admitted += size
                return
            ticket = _Ticket(size)
            self._line.append(ticket)
            self._advance()
        try:
            await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            with self._lock:
                if ticket in self._line:
                    self._line.remove(ticket)
                self._leave(size if ticket.admitted else 0.0)
            raise

    def _leave(self, size: float) -> None:
        with self._lock:
            self._admitted -= size
            self._advance()

    def _advance(self) -> None:
        while self._line:
            ticket = self._line[0]
            refusal = self._refusal(ticket.size)
            if refusal is None and not self._fits(ticket.size):
                return
            self._line.popleft()
            if not ticket.future.set_running_or_notify_cancel():
                continue
            if refusal is not None:
                ticket.future.set_exception(refusal)
                continue
            ticket.admitted = True
            self._admitted += ticket.size
            ticket.future.set_result(None)


class Limiter(WaitingLine):
    """As many calls at once as the endpoint takes, between 4 and `most`.

    It doubles with every round until the first refusal. A refusal cuts it by a fifth, once a round, and a round of
    answers gives a quarter back: refusals at random hardly slow a run down, and where more than a third of the calls
    are refused it sinks. A pause that the endpoint asks for holds the one request (its caller waits), and all of them
    only where nothing gets through any more.
    """

    def __init__(self, most: int, *, at_once: bool = False) -> None:
        super().__init__()
        self._most, self._least = float(most), float(min(_FLOOR, most))
        self._limit = self._most if at_once else float(min(_START, most))
        self._era = 0  # a brake; calls that began before it must not brake again for the same congestion
        self._refused_in_a_row = 0
        self._not_before = 0.0

    @property
    def limit(self) -> int:
        """Return the number of calls allowed at once now."""
        return int(self._limit)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[int]:
        """Wait for a place, and for the end of a pause of all; yield the era, for `throttled`."""
        await self._enter(1)
        try:
            while (pause_s := self._not_before - time.monotonic()) > 0:
                await asyncio.sleep(pause_s)
            yield self._era
        finally:
            self._leave(1)

    def succeeded(self) -> None:
        """Raise the limit: the endpoint answered."""
        with self._lock:
            self._refused_in_a_row = 0
            self._limit = min(self._most, self._limit + (_REGAINED if self._era else 1.0))
            self._advance()

    def throttled(self, era: int, pause_s: float = 0.0) -> None:
        """Cut the limit: the endpoint was overloaded (429) or timed out.

        Where as many calls in a row were refused as may be under way, all of them wait for `pause_s`.
        """
        with self._lock:
            self._refused_in_a_row += 1
            if self._refused_in_a_row >= max(self._least, self._limit):
                self._not_before = max(self._not_before, time.monotonic() + pause_s)
            if era == self._era:
                self._era += 1
                self._limit = max(self._least, _CUT * self._limit)

    def _room(self) -> float:
        return self.limit
