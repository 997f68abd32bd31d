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
from litgauge.tasks.releases.manifest import MANIFEST, Manifest, encode, file_entries, table_entry


def parquet_files(tables: Mapping[str, pa.Table]) -> dict[str, bytes]:
    """Each table as the bytes of one Parquet file, by table name."""
    return {
        name: parquet_bytes(table) if table.num_rows else _empty_parquet(table.schema) for name, table in tables.items()
    }


def _empty_parquet(schema: pa.Schema) -> bytes:
    """A file without row groups: Hugging Face datasets fails on a row group without rows."""
    sink = io.BytesIO()
    pq.ParquetWriter(sink, schema, compression="zstd").close()
    return sink.getvalue()


def lay_out(
    draft: Manifest,
    benchmark: Benchmark,
    tables: Mapping[str, pa.Table],
    parquet: Mapping[str, bytes],
    *,
    folder: str = "",
    contact: str = "",
) -> dict[str, bytes]:
    """Every file of a release by its path, manifest.json last.

    `draft` says what the release is; its files and tables are filled in here. `folder` ("data/") is where the
    Parquet files lie, "" beside the others.
    """
    paths = {name: f"{folder}{name}.parquet" for name in tables}
    files = {paths[name]: parquet[name] for name in tables}
    manifest = msgspec.structs.replace(
        draft, tables={name: table_entry(paths[name], table) for name, table in tables.items()}
    )
    files[CROISSANT] = render_croissant(manifest, benchmark, tables, file_entries(files))
    files[CARD] = render_card(manifest, benchmark, tables, contact)
    files[LICENSE] = license_text()
    files[MANIFEST] = encode(msgspec.structs.replace(manifest, files=file_entries(files)))
    return files
