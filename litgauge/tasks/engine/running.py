"""Runs in progress, as the storage that they work on has them, for whoever looks at it from outside.

running/<id>.json     stage, items and money of a run; written anew while it works, gone when it ends
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.engine.progress import Event, ItemsDone, Note, StageEnded, StageStarted, listening
from litgauge.tasks.engine.storage import Storage

_FOLDER = "running"
_EVERY_S = 1.0
_FORGOTTEN_S = 24 * 3600.0


class RunningRun(msgspec.Struct, frozen=True):
    """How far a run has come."""

    run_id: str
    name: str
    started: str  # ISO 8601, UTC
    renewed: str
    stage: str = ""
    done: int = 0  # items of the stage that have ended, however they did
    total: int = 0
    usd: float = 0.0  # spent by the run so far
    note: str = ""  # its last message, such as a forecast


@contextlib.contextmanager
def shown_running(storage: Storage, run_id: str, name: str) -> Iterator[None]:
    """Keep how far a run has come in its storage while the block runs; storage that fails here stops nothing."""
    record = _Record(storage, RunningRun(run_id, name, _now(), _now()))
    record.write()
    try:
        with listening(record):
            yield
    finally:
        record.end()


def running_runs(storage: Storage) -> list[RunningRun]:
    """Return the runs in progress, the newest first; one without news for a day is none."""
    runs = []
    for name in storage.names(_FOLDER):
        try:
            run = msgspec.json.decode(storage.read(f"{_FOLDER}/{name}"), type=RunningRun)
        except (msgspec.DecodeError, FileNotFoundError):
            continue  # it has just ended, or is being written
        if (datetime.now(UTC) - datetime.fromisoformat(run.renewed)).total_seconds() < _FORGOTTEN_S:
            runs.append(run)
    return sorted(runs, key=lambda run: run.started, reverse=True)


class _Record:
    """Writes a run's record, at most once a second but for messages and stages that have work to do."""

    def __init__(self, storage: Storage, run: RunningRun) -> None:
        self._storage, self._run = storage, run
        self._path = f"{_FOLDER}/{run.run_id}.json"
        self._lock = threading.Lock()
        self._written_at = 0.0

    def __call__(self, event: Event) -> None:
        """Take an event into the record."""
        with self._lock:
            self._run = _after(self._run, event)
            due = _is_news(event) or time.monotonic() - self._written_at >= _EVERY_S
        if due:
            self.write()

    def write(self) -> None:
        with self._lock, contextlib.suppress(StorageError):
            self._written_at = time.monotonic()
            self._run = msgspec.structs.replace(self._run, renewed=_now())
            self._storage.beat(self._path, msgspec.json.encode(self._run))

    def end(self) -> None:
        with contextlib.suppress(StorageError):
            self._storage.drop(self._path)
            for name in self._storage.names(_FOLDER):  # left by runs that were killed
                self._storage.remove(f"{_FOLDER}/{name}", time.time() - _FORGOTTEN_S)


def _is_news(event: Event) -> bool:
    match event:
        case StageStarted():
            return event.reused < event.total
        case StageEnded():
            return event.reused < event.done + event.rejected + event.failed
        case _:
            return isinstance(event, Note)


def _after(run: RunningRun, event: Event) -> RunningRun:
    match event:
        case StageStarted():
            return msgspec.structs.replace(run, stage=event.stage, done=event.reused, total=event.total, note="")
        case ItemsDone():
            ended_items = run.done + len(event.states) if event.stage == run.stage else len(event.states)
            return msgspec.structs.replace(run, stage=event.stage, done=ended_items, usd=max(run.usd, event.usd))
        case Note():
            return msgspec.structs.replace(run, note=f"{event.stage}: {event.text}")
        case StageEnded():
            ended_items = event.done + event.rejected + event.failed
            return msgspec.structs.replace(run, stage=event.stage, done=ended_items, total=max(ended_items, run.total))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
