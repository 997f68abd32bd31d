"""Corrections of a score run's means by people's labels: `ledger/labels/<release>/<run id>/<sha256>.json`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics import Correction

_LABELS = "ledger/labels"


class _Record(msgspec.Struct, frozen=True):
    kept: str  # ISO 8601, UTC
    corrections: dict[str, Correction]  # by metric


def keep_corrections(storage: Storage, run: ScoreRun, corrections: Mapping[str, Correction]) -> None:
    """Store the corrections of a run's metrics; the last one stored counts."""
    record = _Record(datetime.now(UTC).isoformat(timespec="microseconds"), dict(corrections))
    content = msgspec.json.encode(record)
    storage.create(f"{_folder(run)}/{hashlib.sha256(content).hexdigest()}.json", content)


def corrections_of(storage: Storage, run: ScoreRun) -> Mapping[str, Correction]:
    """Return the corrections of a run's metrics, by metric; {} if nobody labelled its verdicts."""
    last = _Record("", {})
    for name in storage.names(_folder(run)):
        content = storage.read(f"{_folder(run)}/{name}")
        if name != f"{hashlib.sha256(content).hexdigest()}.json":
            continue  # damaged, or not ours
        last = max(last, msgspec.json.decode(content, type=_Record), key=lambda record: record.kept)
    return last.corrections


def _folder(run: ScoreRun) -> str:
    return f"{_LABELS}/{run.release}/{run.run_id}"
