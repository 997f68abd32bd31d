"""What a run has made so far, kept when it ends, however it ends: so that what fell out can be shown afterwards.

runs/<when>-<id>.json     which benchmark, and the output of every stage that ended
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import msgspec

from tasks.engine.memory import StageOutput
from tasks.engine.storage import Storage

_FOLDER = "runs"


class RunRecord(msgspec.Struct, frozen=True):
    """One run that builds a benchmark."""

    kind: str  # the benchmark
    name: str  # of its series of releases
    ended: str  # ISO 8601, UTC
    outputs: tuple[StageOutput, ...]  # in the order in which the stages ended


def keep_run(storage: Storage, kind: str, name: str, outputs: tuple[StageOutput, ...]) -> None:
    """Keep what a run has made. Raises StorageError if it cannot be written."""
    now = datetime.now(UTC)
    record = RunRecord(kind, name, now.isoformat(timespec="seconds"), outputs)
    path = f"{_FOLDER}/{now:%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:8]}.json"
    storage.create(path, msgspec.json.encode(record))


def last_run(storage: Storage, of: tuple[str, str] | None = None) -> RunRecord | None:
    """The run that ended last, by the clock of who ran it, of any benchmark and series or of one; None without one."""
    for name in sorted(storage.names(_FOLDER), reverse=True):
        try:
            record = msgspec.json.decode(storage.read(f"{_FOLDER}/{name}"), type=RunRecord)
        except (msgspec.DecodeError, FileNotFoundError):
            continue  # damaged, or no record: the one before it is shown
        if of is None or of == (record.kind, record.name):
            return record
    return None
