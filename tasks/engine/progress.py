"""What a stage tells while it runs; whoever shows it (terminal, Prefect, a test) listens."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tasks.engine.items import ItemState, StageOutput


@dataclass(frozen=True)
class StageStarted:
    """A stage knows what it has to do."""

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
    """A stage is over."""

    stage: str
    done: int
    rejected: int
    failed: int
    reused: int
    output: StageOutput | None = None  # None of a stage whose memory is kept elsewhere


@dataclass(frozen=True)
class Note:
    """A sentence for the person who watches, such as the forecast."""

    stage: str
    text: str


Event = StageStarted | ItemsDone | StageEnded | Note


class Listener(Protocol):
    """Takes events from any thread."""

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


def tell(event: Event) -> None:
    """Send an event to everyone who listens."""
    for listener in tuple(_listeners):
        listener(event)
