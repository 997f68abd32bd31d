"""A file of a snapshot, read once in flat memory: works some at a time, and what could not be read."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq

from tasks.base.crash import unexpected_error
from tasks.base.errors import Failed, Rejected
from tasks.benchmarks.scinetbench.build.snapshot.files import SnapshotFile
from tasks.benchmarks.scinetbench.build.snapshot.rows import (
    NEEDED,
    RawWork,
    ScannedWork,
    UnreadableWorkError,
    read_line,
    read_record,
    scanned,
)
from tasks.harvest.json_lines import DamagedInputError, read_lines
from tasks.records import schema_of

WORKS_AT_ONCE = 5_000
REFERENCES_AT_ONCE = 2_000_000  # of the works in memory together: one alone may have a million
_TOO_MANY_BROKEN = 1_000  # a file that begins with so many and has no other is something else
_COLUMNS = tuple(RawWork.__struct_fields__)


@dataclass(frozen=True, slots=True)
class BrokenWork:
    """A row that could not be read."""

    file: str
    line: int  # from 1; in Parquet the row
    error: str


def scan_works(file: SnapshotFile, broken: list[BrokenWork]) -> Iterator[pa.Table]:
    """Yield the works of a file as tables of ScannedWork rows, in its order.

    Rows that cannot be read are added to `broken`.

    Raises Failed if the file is not there, or damaged (no half of it counts), and Rejected if it is no file of works:
    no row can be read, or none has a column that is needed.
    """
    if not file.there:
        raise Failed("missing-file", f"the snapshot's manifest names {file.name}, and it is not there", where=file.path)
    seen: set[str] = set()
    readable = 0
    for works in _batches(_raw_works(file, broken), file, broken):
        readable += len(works)
        seen |= works.has
        yield _table(works.rows)
    if not readable and broken:
        raise Rejected("no-works", f"none of its rows can be read; the first: {broken[0].error}", where=file.path)
    if readable and (missing := [column for column in NEEDED if column not in seen]):
        raise Rejected("missing-column", f"no row has {', '.join(missing)}", where=file.path)


class _Works:
    """Works in memory."""

    def __init__(self) -> None:
        self.rows: list[ScannedWork] = []
        self.has: set[str] = set()
        self.references = 0

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def full(self) -> bool:
        return len(self.rows) >= WORKS_AT_ONCE or self.references >= REFERENCES_AT_ONCE


def _table(rows: Sequence[ScannedWork]) -> pa.Table:
    """Return the rows, column by column: with hundreds of millions of them every detour counts."""
    schema = schema_of(ScannedWork)
    columns = [pa.array([getattr(row, field.name) for row in rows], field.type) for field in schema]
    return pa.table(columns, schema=schema)


def _batches(numbered: Iterator[tuple[int, RawWork]], file: SnapshotFile, broken: list[BrokenWork]) -> Iterator[_Works]:
    works = _Works()
    for number, raw in numbered:
        try:
            row = scanned(raw, file.updated)
        except UnreadableWorkError as error:
            broken.append(BrokenWork(file.name, number, str(error)))
            continue
        except Exception as error:  # noqa: BLE001 - whatever a row makes us raise stays with the row
            broken.append(BrokenWork(file.name, number, unexpected_error(error)))
            continue
        works.rows.append(row)
        works.has |= raw.has
        works.references += len(row.references)
        if works.full:
            yield works
            works = _Works()
    if works.rows:
        yield works


def _raw_works(file: SnapshotFile, broken: list[BrokenWork]) -> Iterator[tuple[int, RawWork]]:
    rows = _records(file) if file.path.endswith(".parquet") else _lines(file)
    read: Callable[[Any], RawWork] = read_record if file.path.endswith(".parquet") else read_line
    readable = 0
    for number, row in enumerate(rows, start=1):
        if isinstance(row, bytes) and not row.strip():
            continue
        try:
            raw = read(row)
        except UnreadableWorkError as error:
            broken.append(BrokenWork(file.name, number, str(error)))
            if not readable and len(broken) >= _TOO_MANY_BROKEN:
                return
            continue
        readable += 1
        yield number, raw


def _lines(file: SnapshotFile) -> Iterator[bytes]:
    try:
        yield from read_lines(file.path)
    except DamagedInputError as error:
        raise Failed("damaged-file", f"{error}; download it again", where=file.path) from error


def _records(file: SnapshotFile) -> Iterator[Mapping[str, Any]]:
    try:
        with fsspec.open(file.path, "rb") as stream, pq.ParquetFile(stream, pre_buffer=False) as parquet:
            columns = _columns_in(parquet.schema_arrow.names)
            for batch in parquet.iter_batches(batch_size=2_000, columns=columns, use_threads=False):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise Failed("damaged-file", f"{str(error).splitlines()[0]}; download it again", where=file.path) from error


def _columns_in(columns: Sequence[str]) -> list[str]:
    return [name for name in _COLUMNS if name in columns]


def merged_rows(file: SnapshotFile) -> pa.Table:
    """Return the rows of a file of OpenAlex's merged ids: columns `old` and `new`, numbers.

    Raises Failed if the file is damaged, Rejected if it has no such columns.
    """
    import pyarrow.csv as pc

    from tasks.benchmarks.scinetbench.build.snapshot.rows import number_of

    try:
        with fsspec.open(file.path, "rb") as raw:
            table = pc.read_csv(_plain(raw, file.path))
    except (pa.ArrowException, OSError, EOFError, zlib.error) as error:
        raise Failed("damaged-file", f"{str(error).splitlines()[0]}; download it again", where=file.path) from error
    if not {"id", "merge_into_id"} <= set(table.column_names):
        raise Rejected("missing-column", "no columns id and merge_into_id", where=file.path)
    pairs = zip(table["id"].to_pylist(), table["merge_into_id"].to_pylist(), strict=True)
    numbered = [(number_of(old), number_of(new)) for old, new in pairs]
    whole = [(old, new) for old, new in numbered if old is not None and new is not None]
    return pa.table(
        {"old": pa.array([old for old, _ in whole], pa.int64()), "new": pa.array([new for _, new in whole], pa.int64())}
    )


def _plain(raw: BinaryIO, path: str) -> Any:
    return gzip.GzipFile(fileobj=raw) if path.endswith(".gz") else raw
