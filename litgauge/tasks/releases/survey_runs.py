"""Tables of a large release in parts, which are made once and shared by all releases that hold them.

    assembled/<benchmark>/<key>     the parts that a run of surveys was made into, with the hashes of their rows

A run is some hundred surveys that follow each other; where it ends, the ids of surveys tell. So a survey that comes,
goes or changes touches its own run, and the others are neither made nor hashed again. The key of a run is the digest
of the code and of all that its rows are made from. Whoever uses a run renews its file and its blobs; `prune` removes
the files that nobody has used since, and they are made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import DamagedFile, ReleaseError
from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.benchmark.survey_tables import SurveyTables
from litgauge.tasks.engine.items import runs_of
from litgauge.tasks.engine.memory import parquet_bytes
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import schema_of
from litgauge.tasks.releases.parted import Part, PartedTable, ReleaseTables
from litgauge.tasks.releases.tables import broken_links, content_of, release_tables, row_hashes

PARTED_FROM = 2_000
"""Surveys from which on tables are in parts; the tables of a smaller release are one file each."""
MEAN_SURVEYS = 128
"""Surveys of a run, in the mean."""
_MOST = 4  # times as many
_DIGEST_LENGTH = hashlib.sha256().digest_size * 2

Parts = dict[str, Part]  # by table; none for a table without rows


def stored_tables(
    storage: Storage,
    benchmark: Benchmark,
    tables: Mapping[str, pa.Table | Sequence[Any]],
    code: str,
    *,
    least: int = PARTED_FROM,
    mean: int = MEAN_SURVEYS,
) -> ReleaseTables:
    """Return the tables of a release; those made survey by survey in stored parts, if it has `least` surveys.

    A part has the rows of `mean` surveys in the mean, and of four times as many at most. `code` is the digest of the
    code that makes them. Raises ReleaseError if the rows of a run refer to missing rows.
    """
    if not isinstance(tables, SurveyTables) or len(tables.surveys) < least:
        return release_tables(benchmark, tables)
    surveys = list(tables.surveys)
    runs = [surveys[run] for run in runs_of(surveys, mean, _MOST * mean)]
    run_parts = [_parts_of(storage, benchmark, tables, run, code) for run in runs]
    schemas = {table.name: schema_of(table.row) for table in benchmark.tables}
    parted = {
        name: PartedTable(storage, schemas[name], tuple(parts[name] for parts in run_parts if name in parts))
        for name in tables.names
    }
    all_tables = release_tables(benchmark, {**tables.whole, **dict.fromkeys(parted, ())})
    stored = {name: table for name, table in parted.items() if table.parts}
    whole = {name: table for name, table in all_tables.whole.items() if name not in stored}
    return ReleaseTables(all_tables.names, whole, stored)


def _parts_of(storage: Storage, benchmark: Benchmark, tables: SurveyTables, run: Sequence[str], code: str) -> Parts:
    deciding = msgspec.json.encode((code, [(name, tables.surveys[name]) for name in run]))
    path = f"assembled/{benchmark.name}/{hashlib.sha256(deciding).hexdigest()}"
    parts = _known_parts(storage, path)
    if parts is None:
        parts = _made_parts(storage, benchmark, tables, run)
        storage.create(path, _sealed(msgspec.msgpack.encode(parts)))
    return parts


def _known_parts(storage: Storage, path: str) -> Parts | None:
    """Return the parts that are known and whole; what is damaged is put aside."""
    if not storage.renew(path):
        return None
    try:
        content = storage.read(path)
        payload = content[_DIGEST_LENGTH:]
        if content == _sealed(payload):
            parts = msgspec.msgpack.decode(payload, type=Parts)
            if all(_is_whole(storage, part) for part in parts.values()):
                return parts
    except FileNotFoundError:
        return None
    except DamagedFile:
        pass
    storage.set_aside(path)
    return None


def _is_whole(storage: Storage, part: Part) -> bool:
    blob = storage.blob_path(part.sha256)
    return storage.renew(blob) and storage.sha256_of(blob) == part.sha256


def _sealed(payload: bytes) -> bytes:
    return hashlib.sha256(payload).hexdigest().encode() + payload


def _made_parts(storage: Storage, benchmark: Benchmark, tables: SurveyTables, run: Sequence[str]) -> Parts:
    tables_made = {name: table for name, table in tables.make(run).items() if name in tables.names}
    own = pa.array(run, pa.string())
    theirs = {
        name: table.filter(pc.is_in(table["survey_id"], own)) if "survey_id" in table.column_names else table
        for name, table in release_tables(benchmark, tables.whole).whole.items()
        if name not in tables_made
    }
    rows = release_tables(benchmark, {**theirs, **tables_made})
    if problems := broken_links(benchmark, rows):
        raise ReleaseError(
            "; ".join(problems),
            where=benchmark.name,
            data="Nothing was frozen",
            next_step="Leave these rows out or add what they point to",
        )
    return {name: _stored(storage, benchmark, name, rows[name]) for name in tables_made if rows.rows(name)}


def _stored(storage: Storage, benchmark: Benchmark, name: str, table: pa.Table) -> Part:
    data = parquet_bytes(table)
    blob = storage.keep_blob(data)
    hashes = b"".join(
        bytes.fromhex("".join(batch.to_pylist())) for batch in row_hashes(content_of(benchmark, name, table))
    )
    return Part(blob.rpartition("/")[2], len(data), table.num_rows, hashes)
