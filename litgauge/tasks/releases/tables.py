"""Tables of a release: their constraints, and the digest of their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmark import Benchmark, summed
from litgauge.tasks.records import Table, schema_of, to_table
from litgauge.tasks.releases.parted import PartedTable, ReleaseTables

if TYPE_CHECKING:
    import duckdb  # takes long to import, and most commands do not need it

_AT_ONCE = 50_000  # rows made into JSON together


def release_tables(benchmark: Benchmark, tables: Mapping[str, pa.Table | Sequence[Any]]) -> ReleaseTables:
    """All tables of a release, in their order; rows become tables, a required one that is not given is empty.

    Raises ReleaseError for a table that the benchmark does not declare, or with another schema.
    """
    if isinstance(tables, ReleaseTables):
        return tables
    declared = {table.name: table for table in benchmark.tables}
    if unknown := sorted(set(tables) - set(declared)):
        raise ReleaseError(
            f"a release of {benchmark.name} has no table {', '.join(unknown)} (it has {', '.join(declared)})"
        )
    whole = {
        name: _table(table, tables.get(name, ()))
        for name, table in declared.items()
        if table.required or name in tables
    }
    return ReleaseTables(tuple(whole), whole)


def content_digest(benchmark: Benchmark, tables: Mapping[str, pa.Table]) -> str:
    """sha256 (hex) over the content of all tables, whatever the order of their rows; empty tables do not count.

    A row is its JSON: columns in their order, bookkeeping left out, no spaces, nothing escaped but what must be, and
    that as short as can be or as \\u00XX in capitals; a float is the integer that its 64 bits make. A table is the
    sha256 of its rows' sha256 (hex), sorted and joined; the whole is that of "name, tab, table's digest, line feed" by
    name.
    """
    import duckdb

    digest = hashlib.sha256()
    parted = _parted(tables)
    with duckdb.connect() as connection:  # one for all tables: opening it takes longer than a small table
        for name in sorted(tables):
            if name in parted:
                digest.update(f"{name}\t{parted[name].digest()}\n".encode())
                continue
            content = content_of(benchmark, name, tables[name])
            if content.num_rows:
                of_rows = hashlib.sha256()
                for hashes in _row_hashes(connection, content, ordered=True):
                    of_rows.update(_join(hashes))
                digest.update(f"{name}\t{of_rows.hexdigest()}\n".encode())
    return digest.hexdigest()


def content_digest_1(benchmark: Benchmark, tables: Mapping[str, pa.Table]) -> str:
    """Return the digest of releases of format 1.

    Sha256 over the sorted JSON of all rows, keys sorted, table by table.
    """
    digest = hashlib.sha256()
    for name in sorted(tables):
        batches = content_of(benchmark, name, tables[name]).to_batches(max_chunksize=_AT_ONCE)
        lines = (msgspec.json.encode(row, order="deterministic") for batch in batches for row in batch.to_pylist())
        for line in sorted(lines):
            digest.update(name.encode() + b"\t" + line + b"\n")
    return digest.hexdigest()


def row_hashes(table: pa.Table) -> Iterator[pa.StringArray]:
    """sha256 (hex) of each row's JSON, as `content_digest` says what that is, in the rows' order."""
    import duckdb

    with duckdb.connect() as connection:
        yield from _row_hashes(connection, table)


def _row_hashes(
    connection: duckdb.DuckDBPyConnection, table: pa.Table, *, ordered: bool = False
) -> Iterator[pa.StringArray]:
    # DuckDB writes this JSON six times as fast as Python, and without its objects; a test holds it to the contract.
    connection.register("rows", _floats_as_bits(table))
    order = "order by hash" if ordered else ""
    hashes = connection.sql(f"select sha256(to_json(rows)::varchar) as hash from rows {order}")
    for batch in hashes.to_arrow_reader(_AT_ONCE):
        yield batch.column(0)


def broken_links(benchmark: Benchmark, tables: Mapping[str, pa.Table]) -> list[str]:
    """Return violated keys and references of the tables, as text; empty if there are none.

    Parts were checked when they were made.
    """
    import duckdb  # Arrow's own grouping loads its data sets, and they pandas: half a second

    problems: list[str] = []
    parted = _parted(tables)
    with duckdb.connect() as connection:
        for table in benchmark.tables:
            if table.name in tables and table.name not in parted:
                problems += _repeated(connection, table, tables[table.name])
                problems += _lost(table, tables)
    return [*problems, *(() if parted else benchmark.broken(tables))]


def _parted(tables: Mapping[str, pa.Table]) -> Mapping[str, PartedTable]:
    return tables.parted if isinstance(tables, ReleaseTables) else {}


def _table(declared: Table, content: pa.Table | Sequence[Any]) -> pa.Table:
    table = content if isinstance(content, pa.Table) else to_table(declared.row, content)
    if not table.schema.equals(schema_of(declared.row)):
        raise ReleaseError(f"table {declared.name} has another schema than {declared.row.__name__}: {table.schema}")
    return table.replace_schema_metadata(None)


def content_of(benchmark: Benchmark, name: str, table: pa.Table) -> pa.Table:
    """Return a table without its bookkeeping: the columns that count in a digest."""
    declared = benchmark.table(name)
    return table.drop_columns(list(declared.bookkeeping)) if declared else table


def _floats_as_bits(table: pa.Table) -> pa.Table:
    """Return the table with its floats as integers.

    How a float is best written is a matter of taste, its bits are not.
    """
    for place, field in enumerate(table.schema):
        if pa.types.is_float64(field.type):
            bits = pa.chunked_array([chunk.view(pa.int64()) for chunk in table[place].chunks], pa.int64())
            table = table.set_column(place, field.name, bits)
    return table


def _join(hashes: pa.StringArray) -> memoryview:
    width = hashlib.sha256().digest_size * 2  # none is missing and all are as long, so they lie one after the other
    return memoryview(hashes.buffers()[2])[width * hashes.offset : width * (hashes.offset + len(hashes))]


def _repeated(connection: duckdb.DuckDBPyConnection, table: Table, rows: pa.Table) -> Iterator[str]:
    if not table.key or not rows.num_rows:
        return
    connection.register("rows", rows.select(list(table.key)))
    twice = connection.sql("select * from rows group by all having count(*) > 1 order by all").fetchall()
    yield from summed(f"{table.name}: {{}} more than once", (" ".join(map(str, row)) for row in twice))


def _lost(table: Table, tables: Mapping[str, pa.Table]) -> Iterator[str]:
    for column, target in table.refers_to.items():
        other, _, key = target.partition(".")
        keys = _column(tables, other, key).combine_chunks() if other in tables else pa.nulls(0, pa.string())
        values = pc.unique(tables[table.name][column].drop_null())
        dangling = values.filter(pc.invert(pc.is_in(values, keys)))
        yield from summed(f"{table.name}: {column} {{}} not in {other}", map(str, dangling.to_pylist()))


def _column(tables: Mapping[str, pa.Table], name: str, column: str) -> pa.ChunkedArray:
    return tables.column(name, column) if isinstance(tables, ReleaseTables) else tables[name][column]
