"""Verification of a release: every byte, every row, every link between rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from litgauge.tasks.base.errors import DamagedFile, ReleaseError, UnusableInput
from litgauge.tasks.benchmark import benchmark_named
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import schema_of
from litgauge.tasks.records.parquet import read_parquet
from litgauge.tasks.records.signed import is_intact
from litgauge.tasks.releases.manifest import MANIFEST, FileEntry, Manifest, columns_of, decode
from litgauge.tasks.releases.release import existing_number, folder_of
from litgauge.tasks.releases.tables import broken_links, content_digest, content_digest_1

SIGNATURE = f"{MANIFEST}.minisig"
"""The file beside a published manifest that holds its signature."""
_LITTER = frozenset({"Thumbs.db", "ehthumbs.db", "desktop.ini", "Icon\r"})  # and whatever begins with a dot


@dataclass(frozen=True)
class Problem:
    """A difference from the frozen release."""

    file: str  # relative to the release's folder
    what: str
    copy: str = ""  # where else its bytes lie

    def __str__(self) -> str:
        return f"{self.file}: {self.what}"


def verify(storage: Storage, name: str) -> list[Problem]:
    """Return every problem of the release "reportbench@3" (or the latest one of "reportbench"); empty if it is intact.

    Finds changed bytes, missing and surplus files, other row counts or columns, references to missing rows, and a
    wrong digest. Raises ReleaseError if there is no such release.
    """
    benchmark, number = existing_number(storage, name)
    folder = folder_of(benchmark, number)
    problems = verify_folder(storage, folder)
    data = storage.read(f"{folder}/{MANIFEST}")
    if is_intact(data) and decode(data, name).release != f"{benchmark}@{number}":
        problems.append(Problem(MANIFEST, f"it is the manifest of {decode(data, name).release}"))
    return [*problems, *_verify_claim(storage, f"claims/{benchmark}/{number}.json", data)]


def verify_folder(storage: Storage, folder: str) -> list[Problem]:
    """Every problem of the files in one folder that holds a manifest, as a release or as it was published."""
    place = f"{folder}/" if folder else ""
    content = storage.read(f"{place}{MANIFEST}")
    problems = [] if is_intact(content) else [Problem(MANIFEST, "it was changed after it was written")]
    try:
        manifest = decode(content, storage.locate(f"{place}{MANIFEST}"))
    except ReleaseError as error:
        return [*problems, Problem(MANIFEST, error.what)]
    problems += _surplus(storage, folder, "", manifest)
    table_of = {file: name for name in manifest.tables for file in manifest.files_of(name)}
    parts: dict[str, list[pa.Table]] = {name: [] for name in manifest.tables}
    unreadable: list[Problem] = []
    for path, entry in manifest.files.items():  # the bytes of one file at a time; by name, as the parts of a table are
        data, faults = _verify_file(storage, place, path, entry)
        problems += faults
        if data is not None and path in table_of:
            try:
                parts[table_of[path]].append(read_parquet(data))
            except (pa.ArrowException, OSError, ValueError) as error:
                unreadable.append(Problem(path, f"it cannot be read as Parquet: {str(error).splitlines()[0]}"))
    tables: dict[str, pa.Table] = {}
    for name, read in parts.items():
        if read and len(read) == len(manifest.files_of(name)):
            try:
                tables[name] = pa.concat_tables(read)
            except pa.ArrowInvalid:
                unreadable.append(Problem(manifest.tables[name].file, "its parts have other columns than each other"))
    return problems + _verify_tables(manifest, tables, unreadable)


def _verify_claim(storage: Storage, path: str, manifest: bytes) -> list[Problem]:
    """Return the problems of the claim of a release, which is a copy of its manifest."""
    try:
        claim = storage.read(path)
    except FileNotFoundError:
        return []
    except DamagedFile as damage:
        return [Problem(damage.where, damage.what)]
    if claim == manifest:
        return []
    if is_intact(manifest) and not is_intact(claim):
        return [Problem(storage.locate(path), "this second manifest is damaged; the next build rewrites it")]
    return [Problem(MANIFEST, f"it is not the one that was frozen: {storage.locate(path)} differs")]


def _verify_file(storage: Storage, place: str, path: str, entry: FileEntry) -> tuple[bytes | None, list[Problem]]:
    """Return the bytes of a file, None if they were changed, and its problems."""
    try:
        data = storage.read(f"{place}{path}")
    except FileNotFoundError:
        return None, [Problem(path, "it is missing", _blob_of(storage, entry))]
    except DamagedFile as damage:
        return None, [Problem(path, damage.what, _blob_of(storage, entry))]
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        return None, [Problem(path, "it was changed after it was frozen", _blob_of(storage, entry))]
    if len(data) != entry.bytes:
        return data, [Problem(path, f"{len(data)} bytes, {entry.bytes} were frozen")]
    return data, []


def _blob_of(storage: Storage, entry: FileEntry) -> str:
    """Return the blob with the bytes of a file; "" if there is none."""
    blob = f"blobs/{entry.sha256[:2]}/{entry.sha256}"
    try:
        storage.read_checked(blob)
    except DamagedFile:
        return ""
    return storage.locate(blob)


def _surplus(storage: Storage, folder: str, inner: str, manifest: Manifest) -> list[Problem]:
    """Files that the manifest does not name, in its folders, but those that other tools leave everywhere."""
    expected = {*manifest.files, MANIFEST, SIGNATURE}
    folders = {f"{path.rsplit('/', 1)[0]}/" for path in expected if "/" in path}
    problems = []
    for name in storage.names(f"{folder}/{inner}".strip("/")):
        path = f"{inner}{name}"
        if f"{path}/" in folders:
            problems += _surplus(storage, folder, f"{path}/", manifest)
        elif path not in expected and not name.startswith(".") and name not in _LITTER:
            problems.append(Problem(path, "it is no part of the release"))
    return problems


def _verify_tables(manifest: Manifest, read: Mapping[str, pa.Table], unreadable: Sequence[Problem]) -> list[Problem]:
    try:
        benchmark = benchmark_named(manifest.kind)
    except UnusableInput as error:
        return [Problem(MANIFEST, str(error))]
    required = [table.name for table in benchmark.tables if table.required]
    problems = [Problem(MANIFEST, f"table {name} is missing") for name in required if name not in manifest.tables]
    problems += [
        Problem(MANIFEST, f"the file of table {name} is not listed")
        for name, entry in manifest.tables.items()
        if not manifest.files_of(name)
    ]
    problems += unreadable
    tables: dict[str, pa.Table] = {}
    for name, table in read.items():
        file = manifest.tables[name].file
        if table.num_rows != manifest.tables[name].rows:
            problems.append(Problem(file, f"{table.num_rows} rows, {manifest.tables[name].rows} were frozen"))
        if columns_of(table.schema) != manifest.tables[name].columns:
            problems.append(Problem(file, "its columns are not those that were frozen"))
        elif (declared := benchmark.table(name)) and table.schema.equals(schema_of(declared.row)):
            tables[name] = table  # else frozen by another version: whole, but its links cannot be followed here
    if set(tables) == set(manifest.tables):
        problems += [Problem(MANIFEST, what) for what in broken_links(benchmark, tables)]
        digest = content_digest_1 if manifest.format == 1 else content_digest
        if digest(benchmark, tables) != manifest.digest:
            problems.append(Problem(MANIFEST, "the digest is not that of the rows"))
    return problems
