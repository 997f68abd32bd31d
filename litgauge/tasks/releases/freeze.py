"""Freeze a release: store tables in a numbered folder, safe against concurrent builds and crashes.

    releases/<name>/<number>/     the files; manifest.json is written last and makes them a release
    claims/<name>/<number>.json   the same manifest, created exclusively before: decides which build gets the number
    origins/<name>/<digest>       digest of a release that other stage outputs or other code led to as well

A build stores every file as a blob under its hash, claims the next number, copies the blobs to their names and writes
the manifest. Parts of tables, which releases share (survey_runs.py), are linked to their names where the file system
has links. A build killed before the claim leaves blobs that nothing names. After the claim the content of the number
is decided, and the next build finishes it from the claim and the blobs. So numbers are never blocked, and no clock or
lease is needed.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pyarrow as pa

from litgauge.tasks.base.errors import DamagedFile, ReleaseError
from litgauge.tasks.benchmark import About, Benchmark
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.signed import is_intact
from litgauge.tasks.releases.files import TableFiles, lay_out, parquet_files
from litgauge.tasks.releases.funnel import Funnel
from litgauge.tasks.releases.manifest import (
    FORMAT,
    MANIFEST,
    FileEntry,
    Manifest,
    StageLineage,
    litgauge_version,
    table_entry,
)
from litgauge.tasks.releases.parted import ReleaseTables
from litgauge.tasks.releases.release import StoredRelease, folder_of, parse_name, published_numbers, read_release
from litgauge.tasks.releases.tables import broken_links, content_digest, content_digest_1, release_tables

Tables = Mapping[str, pa.Table | Sequence[Any]]


@dataclass(frozen=True)
class Frozen:
    """Outcome of a build: the release that holds its rows, and whether it is new."""

    release: str  # "reportbench@3"
    path: str
    digest: str
    new: bool
    tables: Mapping[str, int]  # rows by table


def freeze_release(
    storage: Storage,
    benchmark: Benchmark,
    tables: Tables,
    lineage: Sequence[StageLineage] = (),
    *,
    name: str | None = None,
    about: About | None = None,
    made_from: str = "",
    funnel: Funnel | None = None,
    created: datetime.datetime | None = None,
    digest: str = "",
) -> Frozen:
    """Return the release that holds exactly these rows: the latest one if nothing changed, else a new one.

    `tables` maps names of the benchmark's tables to Arrow tables or rows. `name` is the name of the series, by default
    that of the benchmark; `made_from` lets `unchanged_release` find the release without its rows; `funnel` is shown
    and decides nothing; `digest` is that of the tables' content, where it is known. Raises ReleaseError if rows refer
    to missing rows, UnusableInput for an invalid `name`.
    """
    series = _plain_name(benchmark.name if name is None else name)
    complete = _linked(benchmark, series, release_tables(benchmark, tables))
    digest = digest or content_digest(benchmark, complete)
    parquet: dict[str, TableFiles] = {}
    while True:
        latest, number = _survey_numbers(storage, series)
        if latest and _same_content(latest, benchmark, complete, digest) and _files_intact(latest):
            if made_from not in ("", latest.manifest.made_from):
                _keep_origin(storage, _origin(series, made_from), latest.digest)
            return _frozen(latest, new=False)
        draft = Manifest(
            format=FORMAT,
            release=f"{series}@{number}",
            benchmark=series,
            number=number,
            digest=digest,
            created=_moment(created),
            litgauge=litgauge_version(),
            about=about or benchmark.about,
            files={},
            tables={},
            lineage=tuple(lineage),
            kind=benchmark.name,
            made_from=made_from,
            funnel=funnel.frozen if funnel else None,
        )
        parquet = parquet or parquet_files(complete)
        files = lay_out(draft, benchmark, complete, parquet)
        _keep(storage, files)
        manifest = files[MANIFEST]
        assert isinstance(manifest, bytes)
        if not storage.create(_claim(series, number), manifest):
            continue  # another build took the number: finish its release, then compare or take the next
        if _finish(storage, series, number):
            return _frozen(read_release(storage, series, number), new=True)
        raise ReleaseError(
            "its files were changed while it was being written",
            where=draft.release,
            data="It does not exist",
            next_step="Run the same command again",
        )


def candidate_release(
    storage: Storage, benchmark: Benchmark, tables: Tables, lineage: Sequence[StageLineage], name: str
) -> StoredRelease:
    """Return the release that these rows would make, without making it: it can be compared with others."""
    complete = release_tables(benchmark, tables)
    _, number = _survey_numbers(storage, name)
    manifest = Manifest(
        format=FORMAT,
        release=f"{name}@{number}",
        benchmark=name,
        number=number,
        digest=content_digest(benchmark, complete),
        created=_moment(None),
        litgauge=litgauge_version(),
        about=benchmark.about,
        files={},
        tables={table: table_entry(table, complete, table) for table in complete},
        lineage=tuple(lineage),
        kind=benchmark.name,
    )
    return Candidate(storage, manifest, complete)


@dataclass(frozen=True)
class Candidate(StoredRelease):
    """A release that is not in storage yet."""

    rows_of: ReleaseTables

    def digests_of(self, name: str) -> frozenset[str]:
        """Return the sha256 (hex) of each part of a table; none of one that is not stored yet."""
        parted = self.rows_of.parted.get(name)
        return frozenset(part.sha256 for part in parted.parts) if parted else frozenset()

    def table(self, name: str, without: Collection[str] = ()) -> pa.Table:
        """Return one table, but for the rows of its parts with these digests."""
        parted = self.rows_of.parted.get(name)
        return parted.read(without) if parted else self.rows_of[name]


def unchanged_release(storage: Storage, name: str, made_from: str) -> Frozen | None:
    """Return the latest release of this name if `made_from` led to it and its files are intact; else None."""
    series = _plain_name(name)
    latest, _ = _survey_numbers(storage, series)
    if latest is None or not (latest.manifest.made_from == made_from or _led_to(storage, series, made_from, latest)):
        return None
    return _frozen(latest, new=False) if _files_intact(latest) else None


def made_from(lineage: Sequence[StageLineage], about: About, code: str) -> str:
    """Return a digest of what decides a release: the outputs of its stages, the code and the texts about it."""
    outputs = [(stage.stage, stage.output) for stage in lineage]
    return hashlib.sha256(msgspec.json.encode((outputs, code, about))).hexdigest()


def _frozen(release: StoredRelease, *, new: bool) -> Frozen:
    rows = {name: entry.rows for name, entry in release.manifest.tables.items()}
    return Frozen(release.name, release.path, release.digest, new, rows)


def _moment(created: datetime.datetime | None) -> str:
    return (created or datetime.datetime.now(datetime.UTC)).astimezone(datetime.UTC).isoformat(timespec="seconds")


def _plain_name(name: str) -> str:
    plain, number = parse_name(name)
    if number is not None:
        raise ReleaseError("a build gets the next number by itself", where=name, next_step=f"Name it {plain}")
    return plain


def _linked(benchmark: Benchmark, series: str, tables: ReleaseTables) -> ReleaseTables:
    if problems := broken_links(benchmark, tables):
        raise ReleaseError(
            "; ".join(problems),
            where=series,
            data="Nothing was frozen",
            next_step="Leave these rows out or add what they point to",
        )
    return tables


def _same_content(latest: StoredRelease, benchmark: Benchmark, tables: Mapping[str, pa.Table], digest: str) -> bool:
    if latest.manifest.kind != benchmark.name:
        return False
    return latest.digest == (content_digest_1(benchmark, tables) if latest.manifest.format == 1 else digest)


def _keep(storage: Storage, files: Mapping[str, bytes | FileEntry]) -> None:
    for path, data in files.items():
        if path != MANIFEST and isinstance(data, bytes):
            storage.keep_blob(data)


def _survey_numbers(storage: Storage, series: str) -> tuple[StoredRelease | None, int]:
    """Return the latest readable release and the next free number, after finishing releases of killed builds."""
    names = storage.names(f"claims/{series}")
    claimed = {int(name[:-5]) for name in names if name.endswith(".json") and name[:-5].isdecimal()}
    for number in sorted(claimed - set(published_numbers(storage, series))):
        _finish(storage, series, number)
    # A folder without a manifest that nobody claimed is not ours: its number is left alone.
    present = {int(name) for name in storage.names(f"releases/{series}") if name.isdecimal()}
    published = published_numbers(storage, series)
    for number in claimed & set(published):
        _restore_claim(storage, series, number)
    return _readable(storage, series, published[-1]) if published else None, max(claimed | present, default=0) + 1


def _readable(storage: Storage, series: str, number: int) -> StoredRelease | None:
    try:
        return read_release(storage, series, number)
    except (ReleaseError, DamagedFile):
        return None


def _restore_claim(storage: Storage, series: str, number: int) -> None:
    """Restore a damaged claim from the manifest of its release."""
    path = _claim(series, number)
    try:
        damaged = not is_intact(storage.read(path))
    except DamagedFile:
        damaged = True
    if damaged and (release := _readable(storage, series, number)) is not None:
        storage.set_aside(path, is_intact)
        storage.create(path, storage.read(f"{release.folder}/{MANIFEST}"))


def _files_intact(release: StoredRelease) -> bool:
    """Return whether every file is as it was frozen; a changed release is never reused."""
    folders = {path.rpartition("/")[0] for path in release.manifest.files}
    # An object store tells the sizes of a folder's files with their names, and need not be asked for each.
    names = {folder: release.storage.names(f"{release.folder}/{folder}".rstrip("/")) for folder in folders}
    if any(path.rpartition("/")[2] not in names[path.rpartition("/")[0]] for path in release.manifest.files):
        return False
    for path, entry in release.manifest.files.items():
        try:
            if release.storage.sha256_of(f"{release.folder}/{path}") != entry.sha256:
                return False
        except (FileNotFoundError, DamagedFile):
            return False
    return True


def _finish(storage: Storage, series: str, number: int) -> bool:
    """Write the release that a claim describes; False if a blob is missing or the folder holds other files."""
    folder = folder_of(series, number)
    try:
        claim = storage.read(_claim(series, number))
        if not is_intact(claim):
            return False
        claimed = msgspec.json.decode(claim, type=Manifest)
        if claimed.release != f"{series}@{number}":
            return False
        parts = {
            path for name, table in claimed.tables.items() for path in claimed.files_of(name) if path != table.file
        }
        for path, entry in claimed.files.items():
            blob = storage.blob_path(entry.sha256)
            if path in parts:
                storage.link(blob, f"{folder}/{path}")
                if storage.sha256_of(f"{folder}/{path}") != entry.sha256:
                    return False
            elif not _place(storage, f"{folder}/{path}", storage.read_checked(blob)):
                return False
        return _place(storage, f"{folder}/{MANIFEST}", claim)
    except (DamagedFile, FileNotFoundError):
        return False


def _place(storage: Storage, path: str, data: bytes) -> bool:
    return storage.create(path, data) or storage.read(path) == data


def _keep_origin(storage: Storage, path: str, digest: str) -> None:
    storage.keep(path, digest.encode())
    if not _says(storage, path, digest):
        storage.set_aside(path)
        storage.create(path, digest.encode())


def _led_to(storage: Storage, series: str, made_from: str, release: StoredRelease) -> bool:
    return _says(storage, _origin(series, made_from), release.digest)


def _says(storage: Storage, path: str, digest: str) -> bool:
    try:
        return storage.read(path) == digest.encode()
    except (DamagedFile, FileNotFoundError):
        return False


def _claim(series: str, number: int) -> str:
    return f"claims/{series}/{number}.json"


def _origin(series: str, made_from: str) -> str:
    return f"origins/{series}/{made_from}"
