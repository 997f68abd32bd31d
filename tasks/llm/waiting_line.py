"""A waiting line for calls of any thread and any event loop: first come, first served."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field

ROUNDING = 1e-9  # of sums of floats


@dataclass(eq=False, slots=True)
class _Ticket:
    size: float
    future: Future[None] = field(default_factory=Future)
    admitted: bool = False


class WaitingLine(ABC):
    """Lets calls in while there is room for them. Stages ask in several threads, each with an event loop of its own,
    so asyncio's own primitives, which belong to one loop, do not do."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._line: deque[_Ticket] = deque()
        self._held = 0.0  # by those that were let in

    @abstractmethod
    def _room(self) -> float:
        """How much may be held at once (the lock is held)."""

    def _refusal(self, size: float) -> Exception | None:  # noqa: ARG002 - for those who refuse
        """Why there will never be room for so much, if so (the lock is held)."""
        return None

    def _fits(self, size: float) -> bool:
        return self._held + size <= self._room() + ROUNDING

    async def _enter(self, size: float) -> None:
        with self._lock:
            if not self._line and self._refusal(size) is None and self._fits(size):
                self._held += size
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
            self._held -= size
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
            self._held += ticket.size
            ticket.future.set_result(None)
