"""Reads a file of a snapshot once in constant memory: works in batches, and unreadable rows."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.files import SnapshotFile
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.rows import (
    NEEDED,
    RawWork,
    ScannedWork,
    UnreadableWorkError,
    number_of,
    read_line,
    read_record,
    scanned,
)
from litgauge.tasks.harvest.json_lines import DamagedInputError, read_lines
from litgauge.tasks.records import schema_of

WORKS_AT_ONCE = 5_000
REFERENCES_AT_ONCE = 2_000_000  # of the works in memory together; a single work may have a million
_TOO_MANY_BROKEN = 1_000  # a file that begins with so many, and no readable row, is no file of works
_COLUMNS = tuple(RawWork.__struct_fields__)


@dataclass(frozen=True, slots=True)
class BrokenWork:
    """A row that could not be read."""

    file: str
    line: int  # from 1; in Parquet the row
    error: str


def scan_works(file: SnapshotFile, broken: list[BrokenWork], rule: CorpusRule | None = None) -> Iterator[pa.Table]:
    """Yield the works of a file as tables of ScannedWork rows, in order.

    Unreadable rows are added to `broken`; of works outside of the rule, little is kept (`scanned`).

    Raises Failed if the file is not there, damaged (no half of it counts), or not of the size or of the number of rows
    that the manifest says, and Rejected if it is no file of works: no row can be read, or none has a column that is
    needed.
    """
    if not file.there:
        raise Failed("missing-file", f"the snapshot's manifest names {file.name}, and it is not there", where=file.path)
    if None not in (file.size, file.listed_size) and file.size != file.listed_size:
        detail = f"it has {file.size:,} bytes, and {file.listed_size:,} by the snapshot's manifest"
        raise Failed("wrong-size", f"{detail}; download it again", where=file.path)
    columns: set[str] = set()
    readable = 0
    for works in _batches(_raw_works(file, broken), file, broken, rule):
        readable += len(works)
        columns |= works.has
        yield _table(works.rows)
    if not readable and broken:
        raise Rejected("no-works", f"none of its rows can be read; the first: {broken[0].error}", where=file.path)
    required = (*NEEDED, *(rule.columns if rule else ()))
    if readable and (missing := [column for column in required if column not in columns]):
        raise Rejected("missing-column", f"no row has {', '.join(missing)}", where=file.path)
    rows = readable + len(broken)
    if file.listed_rows is not None and rows != file.listed_rows:
        detail = f"it has {rows:,} rows, and {file.listed_rows:,} by the snapshot's manifest"
        raise Failed("wrong-count", f"{detail}; download it again", where=file.path)


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
    """Return the rows, column by column, which is fastest for hundreds of millions."""
    schema = schema_of(ScannedWork)
    columns = [pa.array([getattr(row, field.name) for row in rows], field.type) for field in schema]
    return pa.table(columns, schema=schema)


def _batches(
    numbered: Iterator[tuple[int, RawWork]], file: SnapshotFile, broken: list[BrokenWork], rule: CorpusRule | None
) -> Iterator[_Works]:
    works = _Works()
    for number, raw in numbered:
        try:
            row = scanned(raw, file.updated, rule.keeps if rule else None)
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
        yield from read_lines(file.path, whole=True)
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
    rows = _numbers(file, ("id", "merge_into_id"))
    return pa.table(rows, names=["old", "new"])


def deleted_rows(file: SnapshotFile) -> pa.Table:
    """Return the numbers of the works that OpenAlex has deleted, as a column `work`. Raises as `merged_rows`."""
    return pa.table(_numbers(file, ("work_id",)), names=["work"])


def _numbers(file: SnapshotFile, columns: Sequence[str]) -> list[pa.Array]:
    """Return the numbers in these columns of ids, for rows in which all have one."""
    import pyarrow.csv as pc

    try:
        with fsspec.open(file.path, "rb") as raw:
            table = pc.read_csv(_plain(raw, file.path))
    except (pa.ArrowException, OSError, EOFError, zlib.error) as error:
        raise Failed("damaged-file", f"{str(error).splitlines()[0]}; download it again", where=file.path) from error
    if not set(columns) <= set(table.column_names):
        raise Rejected("missing-column", f"no columns {' and '.join(columns)}", where=file.path)
    rows = zip(*(map(number_of, table[column].to_pylist()) for column in columns), strict=True)
    whole = [row for row in rows if None not in row]
    return [pa.array([row[place] for row in whole], pa.int64()) for place in range(len(columns))]


def _plain(raw: BinaryIO, path: str) -> Any:
    return gzip.GzipFile(fileobj=raw) if path.endswith(".gz") else raw
