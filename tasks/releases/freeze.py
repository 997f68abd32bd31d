"""Freezing a release: rows in, a numbered folder out, whatever else happens at the same time.

    releases/<benchmark>/<number>/     the files; manifest.json is written last and makes them a release
    claims/<benchmark>/<number>.json   the same manifest, created exclusively before: it decides whose number it is

A build keeps every file as a blob under its hash, then claims the next number, then copies the blobs to their names,
then writes the manifest. Whoever dies before the claim leaves blobs that no one names; whoever dies after it has
decided what the number holds, and the next build finishes it, because all it needs lies in the claim and the blobs.
So a number is never fought over, never blocked, and no clock or lease is needed.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pyarrow as pa

from tasks.engine.storage import Storage
from tasks.errors import ReleaseError
from tasks.releases.card import REPORTBENCH
from tasks.releases.files import lay_out, parquet_files
from tasks.releases.manifest import FORMAT, MANIFEST, About, Manifest, StageLineage, is_intact, litgauge_version
from tasks.releases.release import Release, folder_of, parse_name, published_numbers, read_release
from tasks.releases.tables import broken_links, release_tables, rows_digest


@dataclass(frozen=True)
class Frozen:
    """The outcome of a build: the release that now holds its rows, and whether the build made it."""

    release: str  # "reportbench@3"
    path: str
    digest: str
    new: bool


def freeze_release(
    storage: Storage,
    benchmark: str,
    tables: Mapping[str, pa.Table | Sequence[Any]],
    lineage: Sequence[StageLineage] = (),
    *,
    about: About = REPORTBENCH,
    created: datetime.datetime | None = None,
) -> Frozen:
    """The release that holds exactly these rows: the latest one if nothing changed, else a new one.

    `tables` maps names of `release_tables.TABLES` to Arrow tables or rows. Numbers go up by one. Safe against other
    builds at the same time and against being killed at any moment. Raises ReleaseError if rows point to rows that
    are not there, UnusableInput if `benchmark` cannot be a name.
    """
    benchmark = _plain_name(benchmark)
    complete = _linked(benchmark, release_tables(tables))
    digest = rows_digest(complete)
    parquet: dict[str, bytes] = {}
    while True:
        latest, number = _survey_numbers(storage, benchmark)
        if latest and latest.manifest.digest == digest and _is_whole(latest):
            return Frozen(latest.name, latest.path, digest, new=False)
        name, moment = f"{benchmark}@{number}", _moment(created)
        draft = Manifest(
            FORMAT, name, benchmark, number, digest, moment, litgauge_version(), about, {}, {}, tuple(lineage)
        )
        parquet = parquet or parquet_files(complete)
        files = lay_out(draft, complete, parquet)
        _keep(storage, files)
        if not storage.create(_claim(benchmark, number), files[MANIFEST]):
            continue  # another build took the number: finish its release, then compare or take the next
        if _finish(storage, benchmark, number):
            return Frozen(name, storage.locate(folder_of(benchmark, number)), digest, new=True)
        raise ReleaseError(
            "its files were changed while it was being written",
            where=name,
            data="It does not exist",
            next_step="Run the same command again",
        )


def _moment(created: datetime.datetime | None) -> str:
    return (created or datetime.datetime.now(datetime.UTC)).astimezone(datetime.UTC).isoformat(timespec="seconds")


def _plain_name(benchmark: str) -> str:
    name, number = parse_name(benchmark)
    if number is not None:
        raise ReleaseError("a build gets the next number by itself", where=benchmark, next_step=f"Name it {name}")
    return name


def _linked(benchmark: str, tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
    if problems := broken_links(tables):
        raise ReleaseError(
            "; ".join(problems),
            where=benchmark,
            data="Nothing was frozen",
            next_step="Leave these rows out or add what they point to",
        )
    return tables


def _keep(storage: Storage, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        if path != MANIFEST:
            storage.keep_blob(data)


def _survey_numbers(storage: Storage, benchmark: str) -> tuple[Release | None, int]:
    """The latest readable release and the next free number, after finishing what killed builds had decided."""
    claimed = {int(name[:-5]) for name in storage.names(f"claims/{benchmark}") if name[:-5].isdecimal()}
    for number in sorted(claimed - set(published_numbers(storage, benchmark))):
        _finish(storage, benchmark, number)
    # A folder without a manifest that nobody claimed is not ours: its number is left alone.
    present = {int(name) for name in storage.names(f"releases/{benchmark}") if name.isdecimal()}
    published = published_numbers(storage, benchmark)
    return _readable(storage, benchmark, published[-1]) if published else None, max(claimed | present, default=0) + 1


def _readable(storage: Storage, benchmark: str, number: int) -> Release | None:
    try:
        return read_release(storage, benchmark, number)
    except ReleaseError:
        return None


def _is_whole(release: Release) -> bool:
    """Whether every file is as it was frozen: content is not found again in a release that was tampered with."""
    for path, entry in release.manifest.files.items():
        try:
            data = release.storage.read(f"{release.folder}/{path}")
        except FileNotFoundError:
            return False
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            return False
    return True


def _finish(storage: Storage, benchmark: str, number: int) -> bool:
    """Make visible what a claim describes; False if a blob is gone or the folder holds other files."""
    claim = storage.read(_claim(benchmark, number))
    if not is_intact(claim):
        return False
    folder = folder_of(benchmark, number)
    for path, entry in msgspec.json.decode(claim, type=Manifest).files.items():
        try:
            data = storage.read(f"blobs/{entry.sha256[:2]}/{entry.sha256}")
        except FileNotFoundError:
            return False
        if hashlib.sha256(data).hexdigest() != entry.sha256 or not _place(storage, f"{folder}/{path}", data):
            return False
    return _place(storage, f"{folder}/{MANIFEST}", claim)


def _place(storage: Storage, path: str, data: bytes) -> bool:
    return storage.create(path, data) or storage.read(path) == data


def _claim(benchmark: str, number: int) -> str:
    return f"claims/{benchmark}/{number}.json"
