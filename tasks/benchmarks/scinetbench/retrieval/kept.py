"""Indexes that are made once and kept: `indexes/<digest>.json` names the files of one, each with its hash.

They can always be made again, so `indexes/` may be removed by hand. On a local storage they are used where they lie,
mapped into memory; from elsewhere they are copied into a folder of their own first.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tasks.engine.seals import seal_of
from tasks.engine.storage import Storage
from tasks.errors import DamagedFile
from tasks.records.signed import is_intact, sign

_FOLDER = "indexes"


class KeptIndex:
    """The files of an index, under their names in one local folder, as long as this object lives."""

    def __init__(self, storage: Storage, files: Mapping[str, str]) -> None:
        self._held = tempfile.TemporaryDirectory(prefix="litgauge-index-")
        self.folder = Path(self._held.name)
        for name, path in files.items():
            place = Path(storage.locate(path))
            if place.is_file():
                (self.folder / name).symlink_to(place.absolute())
            else:
                with storage.open(path) as source, (self.folder / name).open("wb") as copy:
                    shutil.copyfileobj(source, copy)


def kept_index(storage: Storage, identity: Mapping[str, Any], write: Callable[[Path], None]) -> KeptIndex:
    """The index of this identity (plain JSON), which `write` puts into an empty folder if it is not there yet.

    A file of it that is gone or damaged makes it be written anew. Raises what `write` raises.
    """
    name = f"{_FOLDER}/{digest_of(identity)}.json"
    files = _whole(storage, name)
    if files is None:
        with tempfile.TemporaryDirectory(prefix="litgauge-index-") as folder:
            write(Path(folder))
            stored = {path.name: _store(storage, path) for path in sorted(Path(folder).iterdir())}
        document = json.dumps({"identity": identity, "files": stored}, ensure_ascii=False, indent=1).encode()
        files = stored
        if not storage.create(name, sign(document)):  # somebody else was faster
            files = _whole(storage, name) or stored
    return KeptIndex(storage, files)


def digest_of(identity: Mapping[str, Any]) -> str:
    """sha256 (hex) over plain JSON."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _store(storage: Storage, path: Path) -> str:
    with storage.open_part(f"{_FOLDER}/parts", path.suffix) as part, path.open("rb") as file:
        shutil.copyfileobj(file, part.file)
    return part.path


def _whole(storage: Storage, name: str) -> dict[str, str] | None:
    """The files of an index by their names; None where it is not there, or not whole: then it is laid aside."""
    try:
        document = storage.read(name)
    except FileNotFoundError:
        return None
    files: dict[str, str] = json.loads(document)["files"] if is_intact(document) else {}
    if is_intact(document) and all(_fits(storage, path) for path in files.values()):
        return files
    storage.set_aside(name)
    return None


def _fits(storage: Storage, path: str) -> bool:
    try:
        return storage.sha256_of(path) == seal_of(path)
    except (FileNotFoundError, DamagedFile):
        return False
