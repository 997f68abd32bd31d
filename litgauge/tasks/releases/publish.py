"""A release laid out for the Hugging Face hub: card, Croissant, licence, and the tables under data/."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pyarrow as pa

from litgauge.tasks.base.errors import ReleaseError, StorageError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.parquet import read_parquet
from litgauge.tasks.releases.files import lay_out
from litgauge.tasks.releases.manifest import MANIFEST, decode
from litgauge.tasks.releases.parted import ReleaseTables
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.signing import sign_manifest
from litgauge.tasks.releases.verify import SIGNATURE, verify

_DATA = "data/"


def publish(storage: Storage, name: str, folder: Path, *, contact: str = "", key: Path | None = None) -> Path:
    """Return the folder, holding the release as the hub wants it.

    README.md, croissant.json, LICENSE, manifest.json, data/.

    `contact` is where authors write to who want their survey removed. With a secret `key` of minisign the manifest is
    signed, in manifest.json.minisig. The folder appears whole or not at all; doing
    it again changes nothing. Raises ReleaseError if the release is not what was frozen, UnusableInput if the folder
    holds anything else, StorageError if it cannot be written.
    """
    folder = folder.resolve()
    release = load(storage, name)
    if problems := verify(storage, release.name):
        raise ReleaseError(
            f"it is not what was frozen ({problems[0]})",
            where=release.name,
            data="Nothing was published",
            next_step=f"See `litgauge verify {release.name}`",
        )
    parquet = {table: release.parquet(table) for table in release.manifest.tables}
    rows = {
        table: pa.concat_tables([read_parquet(data) for data in files.values()]) for table, files in parquet.items()
    }
    tables = ReleaseTables(tuple(rows), rows)
    draft = msgspec.structs.replace(release.manifest, files={}, tables={})
    laid_out = lay_out(draft, release.benchmark, tables, parquet, folder=_DATA, contact=contact)
    files = {path: file for path, file in laid_out.items() if isinstance(file, bytes)}
    if key is not None:
        files[SIGNATURE] = sign_manifest(files[MANIFEST], decode(files[MANIFEST], release.name), key)
    if _holds(folder, files):
        return folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UnusableInput(
            "it holds other files",
            where=str(folder),
            data="Nothing was changed",
            next_step="Name a folder that is empty or not there yet",
        )
    try:
        _write(folder, files)
    except OSError as error:
        raise StorageError(
            f"it cannot be written: {error.strerror}",
            where=str(folder),
            data="Nothing was published",
            next_step="Choose another folder",
        ) from error
    return folder


def _holds(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Return whether the folder is exactly this release already."""
    if not (folder / MANIFEST).is_file():
        return False
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return present == set(files) and all((folder / path).read_bytes() == data for path, data in files.items())


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write beside the folder, then take its name at once: a rename is atomic on a local disk."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as draft:
        # Inside the temporary folder, which is closed to others, one with the permissions of the parent.
        whole = Path(draft) / folder.name
        for path, data in files.items():
            target = whole / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        whole.rename(folder)
