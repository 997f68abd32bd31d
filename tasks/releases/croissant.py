"""Croissant metadata of a release (JSON-LD, version 1.1), built with mlcroissant's own types."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tasks.benchmark import Benchmark
from tasks.releases.card import describe, describe_table
from tasks.releases.manifest import FileEntry, Manifest

if TYPE_CHECKING:
    import mlcroissant

CROISSANT = "croissant.json"
_LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/"
_PARQUET = "application/x-parquet"


def render_croissant(
    manifest: Manifest, benchmark: Benchmark, tables: Mapping[str, pa.Table], files: Mapping[str, FileEntry]
) -> bytes:
    """croissant.json of a release: one file object and one record set for each table.

    `files` holds the entry of every table's file; paths are relative to croissant.json. A table without rows has
    a file object only, since mlcroissant cannot read an empty record set.
    """
    # Its import costs 0.6 s, which a person who only lists releases should not pay.
    import mlcroissant as mlc

    distribution = [
        mlc.FileObject(
            id=entry.file,
            name=entry.file,
            description=describe_table(benchmark, name),
            content_url=entry.file,
            content_size=f"{files[entry.file].bytes} B",
            encoding_formats=[_PARQUET],
            sha256=files[entry.file].sha256,
        )
        for name, entry in manifest.tables.items()
    ]
    metadata = mlc.Metadata(
        name=manifest.benchmark,
        description=manifest.about.summary,
        version=f"{manifest.number}.0.0",
        license=[_LICENSE],
        date_published=datetime.datetime.fromisoformat(manifest.created[:10]),
        cite_as=f"{manifest.about.title}, release {manifest.release}",
        data_collection=manifest.about.made,
        data_biases=list(manifest.about.limits),
        distribution=distribution,
        personal_sensitive_information=["Names of authors, as published with their papers; they may opt out."],
        record_sets=[
            _record_set(benchmark, name, table, manifest.tables[name].file)
            for name, table in tables.items()
            if table.num_rows
        ],
    )
    return json.dumps(metadata.to_json(), indent=1, ensure_ascii=False, default=str).encode()


def _record_set(benchmark: Benchmark, name: str, table: pa.Table, file: str) -> mlcroissant.RecordSet:
    import mlcroissant as mlc

    fields = [_field(benchmark, name, field, file) for field in table.schema]
    return mlc.RecordSet(id=name, name=name, description=describe_table(benchmark, name), fields=fields)


def _field(benchmark: Benchmark, table: str, column: pa.Field, file: str) -> mlcroissant.Field:
    import mlcroissant as mlc

    identifier = f"{table}/{column.name}"
    common: dict[str, Any] = {
        "id": identifier,
        "name": column.name,
        "description": describe(benchmark, table, column.name),
    }
    repeated = pa.types.is_list(column.type)
    value = column.type.value_type if repeated else column.type
    if repeated:
        common |= {"is_array": True, "array_shape": "-1"}
    if pa.types.is_struct(value):
        parts = [_part(identifier, column.name, part, file) for part in value]
        return mlc.Field(**common, sub_fields=parts)
    return mlc.Field(**common, data_types=[_data_type(value)], source=_source(file, column.name))


def _part(parent: str, column: str, part: pa.Field, file: str) -> mlcroissant.Field:
    import mlcroissant as mlc

    return mlc.Field(
        id=f"{parent}/{part.name}",
        name=part.name,
        description=part.name,
        data_types=[_data_type(part.type)],
        source=_source(file, column, [mlc.Transform(json_path=part.name)]),
    )


def _source(file: str, column: str, transforms: list[mlcroissant.Transform] | None = None) -> mlcroissant.Source:
    import mlcroissant as mlc

    return mlc.Source(file_object=file, extract=mlc.Extract(column=column), transforms=transforms or [])


def _data_type(arrow: pa.DataType) -> Any:
    import mlcroissant as mlc

    if pa.types.is_integer(arrow):
        return mlc.DataType.INTEGER
    if pa.types.is_boolean(arrow):
        return mlc.DataType.BOOL
    if pa.types.is_floating(arrow):
        return mlc.DataType.FLOAT
    return mlc.DataType.DATE if pa.types.is_date(arrow) else mlc.DataType.TEXT
