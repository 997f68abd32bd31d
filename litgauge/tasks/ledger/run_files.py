"""Files of a run in the ledger: run.json, which holds its own hash, and the tables that it names.

Damaged runs are reported one by one and do not prevent reading the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from litgauge.tasks.base.errors import DamagedFile, LitgaugeError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import AgentRun, ScoreRun, Table, from_table, optional_columns, schema_of
from litgauge.tasks.records.signed import is_intact, is_signed, sign

RunT = TypeVar("RunT", AgentRun, ScoreRun)

RUN = "run.json"
FORMAT = 2  # 1: agent runs without their files, score rows of ReportBench alone; such runs are not read


class RunFile(msgspec.Struct, frozen=True):
    """One file of a run."""

    sha256: str
    bytes: int
    rows: int


class RunDocument(msgspec.Struct, Generic[RunT], frozen=True):
    """Content of run.json: the run and its files."""

    format: int
    run: RunT
    files: dict[str, RunFile]


class _Format(msgspec.Struct):
    format: int


@dataclass(frozen=True)
class FoundDocuments(Generic[RunT]):
    """Runs in some folders."""

    documents: tuple[RunDocument[RunT], ...]
    older: tuple[str, ...]  # ids of runs of an older format, which are not read
    damaged: tuple[DamagedFile, ...]  # one error for each damaged run


def encode_document(run: AgentRun | ScoreRun, files: Mapping[str, RunFile]) -> bytes:
    """Return the bytes of a run's run.json."""
    document = {"format": FORMAT, "run": run, "files": files}
    return sign(msgspec.json.format(msgspec.json.encode(document), indent=1))


def find_documents(storage: Storage, folders: Iterable[str], kind: type[RunT]) -> FoundDocuments[RunT]:
    """Return the runs in these folders: readable, of an older format, and damaged."""
    documents, older, damaged = [], [], []
    runs = [f"{folder}/{name}" for folder in folders for name in storage.names(folder)]
    contents = _existing_documents(storage, [f"{run}/{RUN}" for run in runs])
    for run in runs:
        data = contents.get(f"{run}/{RUN}")
        try:
            if isinstance(data, DamagedFile):
                raise data
            if data is None:
                if any(file.endswith(".parquet") for file in storage.names(run)):
                    damaged.append(_without_document(storage, run))
            elif _format(storage, f"{run}/{RUN}", data) == FORMAT:
                documents.append(_decode(storage, f"{run}/{RUN}", data, kind))
            else:
                older.append(run.rpartition("/")[2])
        except DamagedFile as damage:
            damaged.append(damage)
    return FoundDocuments(tuple(documents), tuple(older), tuple(damaged))


def read_document(storage: Storage, path: str, kind: type[RunT]) -> RunDocument[RunT]:
    """Return the run at this path. Raises FileNotFoundError, or DamagedFile if it has changed since it was written."""
    return _decode(storage, path, storage.read(path), kind)


def read_rows_of(
    storage: Storage, folder: str, entries: Mapping[str, RunFile], tables: Sequence[Table]
) -> dict[str, Sequence[Any]]:
    """Return the rows of these tables, as far as the run has them. Raises DamagedFile if a file was changed."""
    present = [table for table in tables if table.name in entries]
    contents = read_files_of(storage, folder, {f"{table.name}.parquet": entries[table.name] for table in present})
    return {table.name: tuple(_of_file(table, contents[f"{table.name}.parquet"])) for table in present}


def read_files_of(storage: Storage, folder: str, entries: Mapping[str, RunFile]) -> dict[str, bytes]:
    """Return files of a run, by name. Raises DamagedFile if one is missing or was changed."""
    stored = storage.read_existing([f"{folder}/{name}" for name in entries])
    contents = {}
    for name, entry in entries.items():
        path = f"{folder}/{name}"
        if path not in stored:
            raise _damaged(storage, path, "a file of the run is missing")
        if hashlib.sha256(stored[path]).hexdigest() != entry.sha256:
            raise _damaged(storage, path, "this is not the file that the run wrote")
        contents[name] = stored[path]
    return contents


def _existing_documents(storage: Storage, paths: Sequence[str]) -> Mapping[str, bytes | DamagedFile]:
    try:
        return storage.read_existing(paths)  # concurrently on an object store
    except DamagedFile as damage:
        others = [path for path in paths if path != damage.path]
        return {**_existing_documents(storage, others), damage.path: damage}


def _of_file(table: Table, data: bytes) -> Iterator[Any]:
    from litgauge.tasks.records.parquet import read_parquet  # loads pyarrow

    parquet = read_parquet(data)
    columns = {*parquet.column_names, *optional_columns(table.row)}
    if missing := [column for column in schema_of(table.row).names if column not in columns]:
        raise LitgaugeError(
            f"the run's table {table.name} has no column {', '.join(missing)}: an older version of litgauge wrote it",
            next_step="Use that version, or score the agent again",
        )
    return from_table(table.row, parquet)


def _format(storage: Storage, path: str, data: bytes) -> int:
    if is_signed(data) and not is_intact(data):
        raise _damaged(storage, path, "this run was changed after it was written")
    try:
        return msgspec.json.decode(data, type=_Format).format
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(storage, path, f"this is no run: {error}") from error


def _decode(storage: Storage, path: str, data: bytes, kind: type[RunT]) -> RunDocument[RunT]:
    _format(storage, path, data)
    try:
        document: RunDocument[RunT] = msgspec.json.decode(data, type=RunDocument[kind])  # type: ignore[valid-type]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(storage, path, f"this is no run: {error}") from error
    if document.run.run_id != path.split("/")[-2]:
        raise _damaged(storage, path, f"this is the {RUN} of {document.run.run_id}")
    return document


def _without_document(storage: Storage, folder: str) -> DamagedFile:
    return DamagedFile(
        f"{folder}/{RUN}",
        f"there is no {RUN}: the run is being written, was killed, or has lost it",
        where=storage.locate(folder),
        next_step="Restore it from a copy, or score the agent again",
    )


def _damaged(storage: Storage, path: str, what: str) -> DamagedFile:
    return DamagedFile(
        path, what, where=storage.locate(path), next_step="Restore it from a copy, or score the agent again"
    )
