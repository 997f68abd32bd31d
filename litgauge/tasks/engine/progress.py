"""Progress of stages as events, for listeners such as the terminal and Prefect's log."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from litgauge.tasks.engine.items import ItemState, StageOutput


@dataclass(frozen=True)
class StageStarted:
    """A stage has planned its items."""

    stage: str
    total: int
    reused: int


@dataclass(frozen=True)
class ItemsDone:
    """Some items ended."""

    stage: str
    states: tuple[ItemState, ...]
    usd: float  # spent by the run so far


@dataclass(frozen=True)
class StageEnded:
    """A stage has ended."""

    stage: str
    done: int
    rejected: int
    failed: int
    reused: int
    output: StageOutput | None = None  # None if the stage remembers nothing here


@dataclass(frozen=True)
class Note:
    """A message for the user, such as the forecast."""

    stage: str
    text: str
    warns: bool = False


Event = StageStarted | ItemsDone | StageEnded | Note


_NOTE_INTERVAL_S = 20.0


class Listener(Protocol):
    """Receives events, from any thread."""

    def __call__(self, event: Event) -> None: ...


_listeners: list[Listener] = []


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Send every event to `listener` while the block runs."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Send the events of the block when it has ended well, and none if it raises; listeners inside get them at once."""
    listeners, events = tuple(_listeners), list[Event]()

    def hold(event: Event) -> None:
        events.append(event)

    _listeners[:] = [hold]
    try:
        yield
    finally:
        _listeners[:] = listeners
    for event in events:
        tell(event)


def tell(event: Event) -> None:
    """Send an event to all listeners."""
    for listener in tuple(_listeners):
        listener(event)


class ProgressNotes:
    """Counts progress and sends a Note every 20 seconds; for work inside a stage that has no items to count."""

    def __init__(self, stage: str, what: str, total: int | None = None) -> None:
        """`what` follows a number ("citations are read") or, with a total, a share ("of all works are measured")."""
        self._stage, self._what, self._total = stage, what, total
        self._finished, self._sent_at = 0, time.monotonic()

    def __call__(self, more: int) -> None:
        """Add to the count."""
        self._finished += more
        if time.monotonic() - self._sent_at >= _NOTE_INTERVAL_S:
            self._sent_at = time.monotonic()
            share = f"{self._finished:,}" if self._total is None else f"{self._finished / max(1, self._total):.0%}"
            tell(Note(self._stage, f"{share} {self._what}"))
