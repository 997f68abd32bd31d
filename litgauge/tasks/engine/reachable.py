"""Files reachable from what must stay: records of other rooms, the newest outputs, and running flows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.checksum import is_stage_file, sha256_in_name
from litgauge.tasks.engine.items import ItemState, decode_batch
from litgauge.tasks.engine.memory import decode_manifest, read_manifest
from litgauge.tasks.engine.storage import Storage, StoredFile
from litgauge.tasks.records.parquet import read_parquet
from litgauge.tasks.records.signed import is_intact, is_signed

_DIGEST = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_OUTPUT = re.compile(r"[0-9a-f]{24}-[0-9a-f]{64}\.json")
_RECORD = re.compile(r"(?:.*/)?[\w.@-]+\.json")  # no name that sync services give to copies
_NAMING = re.compile(r"(?:\w+_)?(?:blob|sha256|digest|reply|replies)")  # columns that name files by their content
_AT_ONCE = 256

Lineage = tuple[str, str]  # a stage and its lineage


@dataclass(frozen=True)
class Roots:
    """Digests that must stay: sha256 (hex) of blobs and stage outputs, and keys of replies, in one set."""

    digests: frozenset[str] = frozenset()

    def __or__(self, other: Roots) -> Roots:
        return Roots(self.digests | other.digests)


@dataclass(frozen=True)
class Listing:
    """Files that the engine wrote in a storage, from one listing."""

    outputs: tuple[StoredFile, ...]
    items: tuple[StoredFile, ...]
    stages: tuple[StoredFile, ...]
    blobs: tuple[StoredFile, ...]


@dataclass(frozen=True)
class Reachable:
    """Files that must stay, by path; blobs by their digest."""

    outputs: frozenset[str]
    chunks: frozenset[str]
    lineages: frozenset[Lineage]
    parts: frozenset[str]
    blobs: frozenset[str]


def roots_in(storage: Storage, folders: Iterable[str]) -> Roots:
    """Return every sha256 named in the files of these folders, for rooms that keep records of their own.

    JSON is searched for anything that looks like a sha256. Of Parquet, the columns named `blob`, `sha256`, `digest`,
    `reply` or `replies`, or ending in `_` and one of these, are read, also lists. Raises DamagedFile if a record, or a
    table beside one, is damaged.
    """
    digests: set[str] = set()
    for folder in folders:
        names = ((file.path, file.path.rpartition("/")[2]) for file in storage.files(folder))
        paths = sorted(path for path, name in names if not name.startswith("."))
        for group in _groups([path for path in paths if path.endswith(".json")]):
            for path, data in storage.read_existing(group).items():
                if _RECORD.fullmatch(path):
                    _check_record(storage, path, data)
                digests.update(match.decode() for match in _DIGEST.findall(data))
        tables = [path for path in paths if path.endswith(".parquet")]
        _check_tables(storage, [path for path in paths if path.endswith(".json")], tables, digests)
        digests |= blobs_in_parts(storage, tables)
    return Roots(frozenset(digests))


def _check_record(storage: Storage, path: str, data: bytes) -> None:
    """Raise DamagedFile for a damaged record, since the files that it named would be removed."""
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged_record(storage, path) from error
    if is_signed(data) and not is_intact(data):
        raise _damaged_record(storage, path)


def _check_tables(storage: Storage, records: Sequence[str], tables: Sequence[str], digests: set[str]) -> None:
    """Check tables beside a record, which names them by hash; a table without a record is not read."""
    recorded = {path.rpartition("/")[0] for path in records}
    for path in tables:
        if path.rpartition("/")[0] in recorded and storage.sha256_of(path) not in digests:
            raise _damaged_record(storage, path)


def _damaged_record(storage: Storage, path: str) -> DamagedFile:
    return DamagedFile(
        path,
        "this file has changed since it was written, so the files that it needs are unknown",
        where=storage.locate(path),
        data="Nothing was removed",
        next_step="Restore it from a copy, or delete it: then prune also removes the files that only it needs",
    )


def blobs_in_parts(storage: Storage, parts: Iterable[str]) -> set[str]:
    """Return the sha256 (hex) in the columns of Parquet files that name files by their content."""
    digests: set[str] = set()
    for path in parts:
        for column in naming_columns(storage, path):
            texts = pc.list_flatten(column) if pa.types.is_list(column.type) else column
            digests.update(value[-64:] for value in texts.unique().to_pylist() if value)
    return digests


def naming_columns(storage: Storage, part: str) -> list[pa.ChunkedArray]:
    """Return the columns of a Parquet file that name files by their content. Raises DamagedFile if it is damaged."""
    try:
        with storage.open(part) as file:
            schema = pq.read_schema(file)
        columns = [field.name for field in schema if _NAMING.fullmatch(field.name) and _holds_text(field.type)]
        return list(read_parquet(storage.read_checked(part), columns).columns) if columns else []
    except FileNotFoundError:
        raise DamagedFile(part, "this file is missing from storage", where=storage.locate(part)) from None
    except (pa.ArrowException, OSError, ValueError) as error:
        what = f"this file cannot be read: {str(error).splitlines()[0]}"
        raise DamagedFile(part, what, where=storage.locate(part)) from error


def _holds_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind.value_type if pa.types.is_list(kind) else kind))


def list_files(storage: Storage) -> Listing:
    """List the files that the engine wrote; other files are ignored."""
    return Listing(
        outputs=_named(storage, "outputs", lambda path: _OUTPUT.fullmatch(path.split("/")[-1]) is not None),
        items=_named(storage, "items", lambda path: sha256_in_name(path) is not None),
        stages=_named(storage, "stages", lambda path: is_mark(path) or is_stage_file(path)),
        blobs=_named(storage, "blobs", lambda path: sha256_in_name(path) is not None),
    )


def _named(storage: Storage, folder: str, accepts: Callable[[str], bool]) -> tuple[StoredFile, ...]:
    return tuple(file for file in storage.files(folder) if accepts(file.path))


def find_reachable(storage: Storage, listing: Listing, keep: Roots, cutoff: float) -> Reachable:
    """Return what must stay: the roots, the newest output of every stage, young files, and all that these need."""
    outputs = _needed_outputs(storage, listing.outputs, keep, cutoff)
    used = (lineage_of(file.path) for file in listing.stages if file.modified >= cutoff)
    lineages = frozenset(_lineage_of_output(path) for path in outputs) | frozenset(
        lineage for lineage in used if lineage
    )
    parts: set[str] = set()
    chunks: set[str] = set()
    for path in outputs:
        manifest = read_manifest(storage, path)
        parts.update(_parts(manifest.items))
        chunks.update(manifest.chunks)
    batches = [file.path for file in listing.stages if is_batch(file.path) and lineage_of(file.path) in lineages]
    for group in _groups(batches):
        for path, data in storage.read_existing(group).items():
            parts.update(_parts(decode_batch(storage, path, data)))
    parts.update(file.path for file in listing.stages if is_part(file.path) and file.modified >= cutoff)
    existing = {file.path for file in listing.stages}
    blobs = blobs_in_parts(storage, sorted(parts & existing)) | keep.digests
    return Reachable(outputs, frozenset(chunks), lineages, frozenset(parts), frozenset(blobs))


def inputs_of(storage: Storage, outputs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the paths of the input manifests of each of these manifests."""
    contents = {path: data for group in _groups(outputs) for path, data in storage.read_existing(group).items()}
    manifests = {path: decode_manifest(storage, path, data) for path, data in contents.items()}
    return {path: tuple(source.manifest for source in manifest.inputs) for path, manifest in manifests.items()}


def with_inputs(outputs: Iterable[str], inputs: dict[str, tuple[str, ...]]) -> frozenset[str]:
    """Return these outputs with all their direct and indirect inputs."""
    reached: set[str] = set()
    queue = list(outputs)
    while queue:
        path = queue.pop()
        if path in inputs and path not in reached:
            reached.add(path)
            queue.extend(inputs[path])
    return frozenset(reached)


def lineage_of(path: str) -> Lineage | None:
    """Return the stage and lineage of a file below `stages/`; None for a part outside of any lineage."""
    match path.split("/"):
        case ["stages", stage, lineage, "used"] | ["stages", stage, lineage, "batches" | "parts", _]:
            return stage, lineage
    return None


def is_batch(path: str) -> bool:
    """Return whether a file below `stages/` is a batch."""
    return path.split("/")[-2] == "batches"


def is_mark(path: str) -> bool:
    """Return whether a file below `stages/` is a `used` mark."""
    return path.endswith("/used")


def is_part(path: str) -> bool:
    """Return whether a file below `stages/` holds rows."""
    return path.endswith(".parquet")


def _needed_outputs(storage: Storage, files: Sequence[StoredFile], keep: Roots, cutoff: float) -> frozenset[str]:
    newest: dict[str, float] = {}
    for file in files:
        newest[_stage_of(file)] = max(newest.get(_stage_of(file), 0.0), file.modified)
    first = {file.path for file in files if file.modified == newest[_stage_of(file)]}
    first |= {file.path for file in files if file.modified >= cutoff or _digest_of_output(file.path) in keep.digests}
    return with_inputs(first, inputs_of(storage, [file.path for file in files]))


def _stage_of(output: StoredFile) -> str:
    return output.path.split("/")[1]


def _lineage_of_output(path: str) -> Lineage:
    _, stage, name = path.split("/")
    return stage, name.partition("-")[0]


def _digest_of_output(path: str) -> str:
    return path.rpartition("-")[2].removesuffix(".json")


def _parts(items: Iterable[ItemState]) -> Iterator[str]:
    for item in items:
        for path, _, _ in item.parts.values():
            yield path


def _groups(paths: Collection[str]) -> Iterator[list[str]]:
    listed = list(paths)
    for start in range(0, len(listed), _AT_ONCE):
        yield listed[start : start + _AT_ONCE]
