"""A queue for calls of any thread and any event loop: first come, first served."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class _Ticket:
    size: float
    future: Future[None] = field(default_factory=Future)
    admitted: bool = False


class Turnstile(ABC):
    """Lets calls in while there is room. Stages ask in several threads, each with an event loop of its own,
    so asyncio's own primitives, which belong to one loop, do not do."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: deque[_Ticket] = deque()

    @abstractmethod
    def _fits(self, size: float) -> bool:
        """Whether there is room now (the lock is held)."""

    @abstractmethod
    def _take(self, size: float) -> None:
        """Occupy the room (the lock is held)."""

    @abstractmethod
    def _give_back(self, size: float) -> None:
        """Free the room (the lock is held)."""

    @abstractmethod
    def _refusal(self, size: float) -> Exception | None:
        """Why there will never be room, if so (the lock is held)."""

    async def _enter(self, size: float) -> None:
        ticket = _Ticket(size)
        with self._lock:
            self._line.append(ticket)
            self._advance()
        try:
            await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            with self._lock:
                if ticket.admitted:
                    self._give_back(size)
                elif ticket in self._line:
                    self._line.remove(ticket)
                self._advance()
            raise

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
            self._take(ticket.size)
            ticket.future.set_result(None)
