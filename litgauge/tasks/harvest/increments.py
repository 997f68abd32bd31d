"""Increments of refreshes: files in the snapshot's schema, one per window of days, never changed again."""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath

import fsspec

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.settings import HarvestSettings

_DAY = r"\d{4}-\d\d-\d\d"
_NAME = re.compile(rf"(?P<since>{_DAY})_(?P<until>{_DAY})_(?P<rows>\d+)_(?P<digest>[0-9a-f]{{12}})\.jsonl\.gz")


@dataclass(frozen=True, order=True)
class Window:
    """Days of arXiv's datestamps, both ends included."""

    since: date
    until: date


def increments(storage: Storage, settings: HarvestSettings) -> list[str]:
    """Paths of the increments with rows that belong to the config's base file, oldest first; missing days are told."""
    names = _names(storage, settings)
    for before, after in pairwise(names):
        if after["since"] > before["until"]:
            place = storage.locate(_folder(settings))
            message = f"{place}: the increment from {before['until']} to {after['since']} is gone, and with it its rows"
            tell(Note("harvest", f"{message}; restore it, or delete the later ones, which a refresh harvests again"))
    return [f"{_folder(settings)}/{match.string}" for match in names if int(match["rows"])]


def last_harvested(storage: Storage, settings: HarvestSettings) -> date | None:
    """Return the last day that a refresh has harvested; None before the first."""
    return max((date.fromisoformat(match["until"]) for match in _names(storage, settings)), default=None)


def keep_increment(storage: Storage, settings: HarvestSettings, window: Window, rows: Sequence[bytes]) -> str:
    """Store the rows of a window (JSON objects, one each), whole and once; returns its path."""
    text = b"".join(row + b"\n" for row in rows)
    digest = hashlib.sha256(text).hexdigest()[:12]
    path = f"{_folder(settings)}/{window.since.isoformat()}_{window.until.isoformat()}_{len(rows)}_{digest}.jsonl.gz"
    # No time stamp in the gzip header: equal rows are equal bytes.
    storage.create(path, gzip.compress(text, mtime=0))
    return path


def check_increment(name: str, place: str) -> None:
    """Raise DamagedFile if the increment at this place, a file path or URL, is not what its name says.

    A cut file would be read as far as it goes, and the rest of its rows be lost without a word.
    """
    name_parts = _NAME.fullmatch(name)
    try:
        with fsspec.open(place, "rb") as file:
            text = gzip.decompress(file.read())
    except (OSError, EOFError, zlib.error) as error:
        digest, why = "", f" ({error})"
    else:
        digest, why = hashlib.sha256(text).hexdigest()[:12], ""
    if name_parts is None or digest != name_parts["digest"]:
        days = f"{name_parts['since']} to {name_parts['until']}" if name_parts else "unknown days"
        raise DamagedFile(
            f"increments/{name}",
            f"what a refresh harvested is damaged{why}: the rows of {days}",
            where=place,
            data="Nothing was built from it",
            next_step="Restore it from a copy, or delete it and all later ones: the next refresh harvests them again",
        )


def _names(storage: Storage, settings: HarvestSettings) -> list[re.Match[str]]:
    return [match for name in storage.names(_folder(settings)) if (match := _NAME.fullmatch(name))]


def _folder(settings: HarvestSettings) -> str:
    return f"increments/{PurePosixPath(settings.path).name}"
