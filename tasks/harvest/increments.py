"""What refreshes have harvested: files in the snapshot's schema, one per window of days, never changed again."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath

from tasks.engine.storage import Storage
from tasks.harvest.settings import HarvestSettings

_DAY = r"\d{4}-\d\d-\d\d"
_NAME = re.compile(rf"(?P<since>{_DAY})_(?P<until>{_DAY})_(?P<rows>\d+)_[0-9a-f]{{12}}\.jsonl\.gz")


@dataclass(frozen=True, order=True)
class Window:
    """Days of arXiv's datestamps, both ends included."""

    since: date
    until: date


def increments(storage: Storage, settings: HarvestSettings) -> list[str]:
    """Paths of the increments with rows that belong to the config's base file, oldest first."""
    return [f"{_folder(settings)}/{match.string}" for match in _names(storage, settings) if int(match["rows"])]


def last_harvested(storage: Storage, settings: HarvestSettings) -> date | None:
    """The last day that a refresh has harvested; None before the first."""
    return max((date.fromisoformat(match["until"]) for match in _names(storage, settings)), default=None)


def keep_increment(storage: Storage, settings: HarvestSettings, window: Window, rows: Sequence[bytes]) -> str:
    """Store the rows of a window (JSON objects, one each), whole and once; returns its path.

    A window without rows is stored too: it says that its days have been harvested.
    """
    text = b"".join(row + b"\n" for row in rows)
    digest = hashlib.sha256(text).hexdigest()[:12]
    path = f"{_folder(settings)}/{window.since.isoformat()}_{window.until.isoformat()}_{len(rows)}_{digest}.jsonl.gz"
    # No time stamp in the gzip header: equal rows are equal bytes.
    storage.create(path, gzip.compress(text, mtime=0))
    return path


def _names(storage: Storage, settings: HarvestSettings) -> list[re.Match[str]]:
    return [match for name in storage.names(_folder(settings)) if (match := _NAME.fullmatch(name))]


def _folder(settings: HarvestSettings) -> str:
    return f"increments/{PurePosixPath(settings.path).name}"
