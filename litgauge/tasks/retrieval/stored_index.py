"""Indexes in the storage: `indexes/<digest>.json` lists the files of one, each with its hash.

They can always be built again, so `indexes/` may be removed by hand. On a local storage they are used where they lie,
mapped into memory; from elsewhere they are copied into a temporary folder first.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.checksum import sha256_in_name
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.signed import is_intact, sign

_FOLDER = "indexes"


@contextlib.contextmanager
def stored_index(storage: Storage, identity: Mapping[str, Any], write: Callable[[Path], None]) -> Iterator[Path]:
    """Yield a folder with the index of this identity (plain JSON).

    `write` writes the index into an empty folder; it is called if no index is stored yet, or one of its files is gone
    or damaged. What is mapped into memory from the folder stays readable after it is removed. Raises what `write`
    raises.
    """
    name = f"{_FOLDER}/{digest_of(identity)}.json"
    files = _intact_files(storage, name)
    if files is None:
        with tempfile.TemporaryDirectory(prefix="litgauge-index-") as folder:
            write(Path(folder))
            stored = {path.name: _store(storage, path) for path in sorted(Path(folder).iterdir())}
        document = json.dumps({"identity": identity, "files": stored}, ensure_ascii=False, indent=1).encode()
        files = stored
        if not storage.create(name, sign(document)):  # another process was faster
            files = _intact_files(storage, name) or stored
    with tempfile.TemporaryDirectory(prefix="litgauge-index-") as links:
        for file, path in files.items():
            _place(storage, path, Path(links) / file)
        yield Path(links)


def digest_of(identity: Mapping[str, Any]) -> str:
    """Return the sha256 (hex) of plain JSON."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _store(storage: Storage, path: Path) -> str:
    with storage.open_part(f"{_FOLDER}/parts", path.suffix) as part, path.open("rb") as file:
        shutil.copyfileobj(file, part.file)
    return part.path


def _place(storage: Storage, path: str, target: Path) -> None:
    """Link a stored file to another place; copy it where the storage is not local."""
    place = Path(storage.locate(path))
    if place.is_file():
        target.symlink_to(place.absolute())
        return
    with storage.open(path) as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy)


def _intact_files(storage: Storage, name: str) -> dict[str, str] | None:
    """Return the files of an index by their names; None where there is none, or it is damaged and was set aside."""
    try:
        document = storage.read(name)
    except FileNotFoundError:
        return None
    files: dict[str, str] = json.loads(document)["files"] if is_intact(document) else {}
    if is_intact(document) and all(_is_intact(storage, path) for path in files.values()):
        return files
    storage.set_aside(name)
    return None


def _is_intact(storage: Storage, path: str) -> bool:
    try:
        return storage.sha256_of(path) == sha256_in_name(path)
    except (FileNotFoundError, DamagedFile):
        return False
