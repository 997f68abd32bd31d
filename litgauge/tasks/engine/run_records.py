"""Record of a build run, stored when it ends, however it ends; `quarantine` reads it.

runs/<time>-<id>.json     the benchmark, and the output of every stage that ended
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import msgspec

from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.storage import Storage

_FOLDER = "runs"


class RunRecord(msgspec.Struct, frozen=True):
    """One run that builds a benchmark."""

    kind: str  # the benchmark
    name: str  # of its series of releases
    ended: str  # ISO 8601, UTC
    outputs: tuple[StageOutput, ...]  # in the order in which the stages ended


def keep_run(storage: Storage, kind: str, name: str, outputs: tuple[StageOutput, ...]) -> None:
    """Store the record of a run. Raises StorageError if it cannot be written."""
    now = datetime.now(UTC)
    record = RunRecord(kind, name, now.isoformat(timespec="seconds"), outputs)
    path = f"{_FOLDER}/{now:%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:8]}.json"
    storage.create(path, msgspec.json.encode(record))


def last_run(storage: Storage, of: tuple[str, str] | None = None) -> RunRecord | None:
    """Return the run that ended last, of any benchmark and series or of one; None if there is none."""
    for name in sorted(storage.names(_FOLDER), reverse=True):
        try:
            record = msgspec.json.decode(storage.read(f"{_FOLDER}/{name}"), type=RunRecord)
        except (msgspec.DecodeError, FileNotFoundError):
            continue  # damaged, or another file
        if of is None or of == (record.kind, record.name):
            return record
    return None
