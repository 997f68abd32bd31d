"""DuckDB behind Ibis with a memory limit, and relations written to Parquet in batches."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.engine.memory import StageOutput, StoredPart
from litgauge.tasks.engine.outputs import done_items, places_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import schema_of

if TYPE_CHECKING:
    from ibis.expr.types import Table

ROWS_AT_ONCE = 100_000


@dataclass(frozen=True, slots=True)
class Resources:
    """Memory and threads of a build."""

    memory_gb: float
    threads: int


@contextlib.contextmanager
def open_backend(resources: Resources) -> Iterator[Any]:
    """Open an Ibis backend in this process that spills to disk beyond its memory, and close it afterwards."""
    import ibis  # slow to import, and only needed to build a network

    with tempfile.TemporaryDirectory(prefix="litgauge-duckdb-") as spill:
        backend = ibis.duckdb.connect(
            threads=resources.threads,
            memory_limit=f"{resources.memory_gb}GB",
            temp_directory=spill,
            preserve_insertion_order=False,
        )
        try:
            yield backend
        finally:
            backend.disconnect()


@contextlib.contextmanager
def local_files(storage: Storage, outputs: Sequence[StageOutput], table: str) -> Iterator[list[str]]:
    """Yield the Parquet parts of a table as local files, fetched from remote storage."""
    paths = list(
        dict.fromkeys(
            path
            for output in outputs
            for path, _, length in places_of(done_items(storage, output).values(), table)
            if length
        )
    )
    with tempfile.TemporaryDirectory(prefix="litgauge-parts-") as folder:
        parts = []
        for number, path in enumerate(paths):
            place = Path(storage.locate(path))
            if not place.is_file():
                place = Path(folder) / f"{number}.parquet"
                with storage.open(path) as source, place.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
            parts.append(str(place))
        yield parts


@contextlib.contextmanager
def opened_tables(
    storage: Storage, resources: Resources, output: StageOutput, **row_types: type
) -> Iterator[tuple[Any, dict[str, Table]]]:
    """Yield a backend with some tables of an output."""
    with contextlib.ExitStack() as stack:
        backend = stack.enter_context(open_backend(resources))
        yield (
            backend,
            {
                name: read_parts(backend, stack.enter_context(local_files(storage, [output], name)), row_type)
                for name, row_type in row_types.items()
            },
        )


def read_parts(backend: Any, paths: Sequence[str], row_type: type) -> Table:
    """Return all rows of these files as a relation; without files, an empty one with the row type's columns."""
    if not paths:
        return materialise(backend, row_type.__name__, schema_of(row_type).empty_table())
    parquet: Table = backend.read_parquet(list(paths))
    return parquet


def materialise(backend: Any, name: str, rows: Table | pa.Table) -> Table:
    """Return the rows under a name, computed once: DuckDB would recompute them for each relation that reads them."""
    table: Table = backend.create_table(name, rows, temp=True)
    return table


def store_relation(storage: Storage, folder: str, backend: Any, relation: Table, row_type: type) -> StoredPart:
    """Store the relation's rows as a part, in the row type's columns, without loading all of them into memory."""
    schema = schema_of(row_type)
    batches = batches_of(backend, relation.select(schema.names))
    return store_batches(storage, folder, (batch.cast(schema) for batch in even_tables(batches)), row_type)


def fetch(relation: Table) -> pa.Table:
    """Return the rows of a small relation, in memory."""
    batches = list(batches_of(relation.get_backend(), relation))
    return pa.Table.from_batches(batches) if batches else relation.schema().to_pyarrow().empty_table()


def batches_of(backend: Any, relation: Table) -> Iterator[pa.RecordBatch]:
    """Yield the rows in order, in batches."""
    # Ibis 12 fetches rows by methods that DuckDB 2 has removed or deprecated; its SQL works as well.
    return iter(backend.con.sql(backend.compile(relation)).to_arrow_reader(ROWS_AT_ONCE))


def store_batches(storage: Storage, folder: str, tables: Iterator[pa.Table], row_type: type) -> StoredPart:
    """Store tables of a row type as one part."""
    rows = 0
    # The writer has closed the file before the part is named by its content.
    with (
        storage.open_part(folder, ".parquet") as part,
        pq.ParquetWriter(part.file, schema_of(row_type), compression="zstd") as writer,
    ):
        for table in tables:
            writer.write_table(table)
            rows += table.num_rows
    return StoredPart(part.path, rows, hashlib.sha256(part.path.split(".")[-2].encode()).hexdigest())


def even_tables(rows: Iterator[pa.RecordBatch | pa.Table]) -> Iterator[pa.Table]:
    """Yield the same rows in tables of one size, so that equal rows make equal files."""
    waiting: list[pa.RecordBatch] = []
    count = 0
    for part in rows:
        waiting += part.to_batches() if isinstance(part, pa.Table) else [part]
        count += part.num_rows
        while count >= ROWS_AT_ONCE:
            whole = pa.Table.from_batches(waiting)
            yield whole.slice(0, ROWS_AT_ONCE).combine_chunks()
            waiting = whole.slice(ROWS_AT_ONCE).to_batches()
            count -= ROWS_AT_ONCE
    if count:
        yield pa.Table.from_batches(waiting).combine_chunks()
