"""Files of a release, as bytes: Parquet tables, card, Croissant, licence, and the manifest that names them all."""

from __future__ import annotations

import io
from collections.abc import Mapping

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.engine.memory import parquet_bytes
from litgauge.tasks.releases.card import CARD, LICENSE, license_text, render_card
from litgauge.tasks.releases.croissant import CROISSANT, render_croissant
from litgauge.tasks.releases.manifest import (
    MANIFEST,
    PARTED,
    FileEntry,
    Manifest,
    encode,
    file_entries,
    table_entry,
)
from litgauge.tasks.releases.parted import PartedTable, ReleaseTables

TableFiles = Mapping[str, bytes | FileEntry]
"""Files of one table by their path: their bytes, or the hash and size of those that are stored already."""


def parquet_files(tables: ReleaseTables) -> dict[str, TableFiles]:
    """Each table as one Parquet file, or as the files of its parts, by table name."""
    return {name: _parts(name, table) for name, table in tables.parted.items()} | {
        name: {file_name(name): parquet_bytes(table) if table.num_rows else _empty_parquet(table.schema)}
        for name, table in tables.whole.items()
    }


def file_name(table: str) -> str:
    """Return the name of a table's file, or of the folder of its parts."""
    return f"{table}.parquet"


def _parts(table: str, parted: PartedTable) -> TableFiles:
    return {
        f"{file_name(table)}/part-{number:05}.parquet": FileEntry(part.sha256, part.size)
        for number, part in enumerate(parted.parts)
    }


def _empty_parquet(schema: pa.Schema) -> bytes:
    """A file without row groups: Hugging Face datasets fails on a row group without rows."""
    sink = io.BytesIO()
    pq.ParquetWriter(sink, schema, compression="zstd").close()
    return sink.getvalue()


def lay_out(
    draft: Manifest,
    benchmark: Benchmark,
    tables: ReleaseTables,
    parquet: Mapping[str, TableFiles],
    *,
    folder: str = "",
    contact: str = "",
) -> dict[str, bytes | FileEntry]:
    """Every file of a release by its path, manifest.json last; of those that are stored already, what they are.

    `draft` says what the release is; its files and tables are filled in here. `folder` ("data/") is where the
    Parquet files lie, "" beside the others.
    """
    files = {f"{folder}{path}": file for name in tables for path, file in parquet[name].items()}
    places = {name: f"{folder}{file_name(name)}" for name in tables}
    manifest = msgspec.structs.replace(
        draft,
        format=draft.format if all(place in files for place in places.values()) else PARTED,
        files=file_entries(files),
        tables={name: table_entry(place, tables, name) for name, place in places.items()},
    )
    files[CROISSANT] = render_croissant(manifest, benchmark, tables)
    files[CARD] = render_card(manifest, benchmark, tables, contact)
    files[LICENSE] = license_text()
    files[MANIFEST] = encode(msgspec.structs.replace(manifest, files=file_entries(files)))
    return files
