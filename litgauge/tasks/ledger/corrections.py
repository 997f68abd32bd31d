"""Corrections by people's labels of the means of a score run: `ledger/labels/<release>/<run id>/<sha256>.json`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics import Correction

_LABELS = "ledger/labels"


class _Kept(msgspec.Struct, frozen=True):
    kept: str  # ISO 8601, UTC
    corrections: dict[str, Correction]  # by metric


def keep_corrections(storage: Storage, run: ScoreRun, corrections: Mapping[str, Correction]) -> None:
    """Keep what labels add to the metrics of a run; of several, the last kept counts."""
    kept = _Kept(datetime.now(UTC).isoformat(timespec="microseconds"), dict(corrections))
    content = msgspec.json.encode(kept)
    storage.create(f"{_folder(run)}/{hashlib.sha256(content).hexdigest()}.json", content)


def corrections_of(storage: Storage, run: ScoreRun) -> Mapping[str, Correction]:
    """Return what labels add to the metrics of a run, by metric; {} where nobody labelled its verdicts."""
    last = _Kept("", {})
    for name in storage.names(_folder(run)):
        content = storage.read(f"{_folder(run)}/{name}")
        if name != f"{hashlib.sha256(content).hexdigest()}.json":
            continue  # damaged, or no file of ours
        last = max(last, msgspec.json.decode(content, type=_Kept), key=lambda kept: kept.kept)
    return last.corrections


def _folder(run: ScoreRun) -> str:
    return f"{_LABELS}/{run.release}/{run.run_id}"
