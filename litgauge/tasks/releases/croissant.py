"""Croissant metadata of a release: JSON-LD of the vocabulary's version 1.0 (https://docs.mlcommons.org/croissant)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.releases.card import describe, describe_table
from litgauge.tasks.releases.manifest import FileEntry, Manifest
from litgauge.tasks.releases.parted import ReleaseTables

CROISSANT = "croissant.json"
_LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/"
_PARQUET = "application/x-parquet"
_OF_CROISSANT = """
    citeAs column equivalentProperty extract field fileProperty fileObject fileSet format includes isLiveDataset
    jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source
    subField transform
    """.split()  # noqa: SIM905
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{name: f"cr:{name}" for name in _OF_CROISSANT},
}


def render_croissant(manifest: Manifest, benchmark: Benchmark, tables: ReleaseTables) -> bytes:
    """croissant.json of a release: one file object and one record set for each table.

    A table in parts is a file set. The manifest holds the entries of all files; paths are relative to croissant.json. A
    table without rows has a file object only, since readers of the format cannot read an empty record set.
    """
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": manifest.benchmark,
        "description": manifest.about.summary,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "citeAs": f"{manifest.about.title}, release {manifest.release}",
        "datePublished": manifest.created[:10],
        "license": _LICENSE,
        "rai:dataBiases": list(manifest.about.limits),
        "rai:dataCollection": manifest.about.made,
        "rai:personalSensitiveInformation": "Names of authors, as published with their papers; they may opt out.",
        "version": f"{manifest.number}.0.0",
        "distribution": [
            _distribution(entry.file, describe_table(benchmark, name), manifest.files)
            for name, entry in manifest.tables.items()
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": name,
                "name": name,
                "description": describe_table(benchmark, name),
                "field": [
                    _field(benchmark, name, field, _source(manifest.tables[name].file, manifest.files))
                    for field in tables.schema(name)
                ],
            }
            for name in tables
            if tables.rows(name)
        ],
    }
    return json.dumps(metadata, indent=1, ensure_ascii=False).encode()


def _distribution(place: str, description: str, files: Mapping[str, FileEntry]) -> dict[str, Any]:
    """Return the file of a table, or the set of its files where they are a folder."""
    named = {"@id": place, "name": place, "description": description}
    if place not in files:
        return {"@type": "cr:FileSet", **named, "encodingFormat": _PARQUET, "includes": f"{place}/*.parquet"}
    return {
        "@type": "cr:FileObject",
        **named,
        "contentSize": f"{files[place].bytes} B",
        "contentUrl": place,
        "encodingFormat": _PARQUET,
        "sha256": files[place].sha256,
    }


def _source(place: str, files: Mapping[str, FileEntry]) -> dict[str, Any]:
    return {"fileObject" if place in files else "fileSet": {"@id": place}}


def _field(benchmark: Benchmark, table: str, column: pa.Field, source: Mapping[str, Any]) -> dict[str, Any]:
    identifier = f"{table}/{column.name}"
    repeated = pa.types.is_list(column.type)
    value = column.type.value_type if repeated else column.type
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": identifier,
        "name": column.name,
        "description": describe(benchmark, table, column.name),
        **({"cr:arrayShape": "-1", "cr:isArray": True} if repeated else {}),
    }
    if pa.types.is_struct(value):
        return field | {"subField": [_part(identifier, column.name, part, source) for part in value]}
    return field | {"dataType": _data_type(value), "source": {**source, "extract": {"column": column.name}}}


def _part(parent: str, column: str, part: pa.Field, source: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{parent}/{part.name}",
        "name": part.name,
        "description": part.name,
        "dataType": _data_type(part.type),
        "source": {**source, "extract": {"column": column}, "transform": {"jsonPath": part.name}},
    }


def _data_type(arrow: pa.DataType) -> str:
    if pa.types.is_integer(arrow):
        return "sc:Integer"
    if pa.types.is_boolean(arrow):
        return "sc:Boolean"
    if pa.types.is_floating(arrow):
        return "sc:Float"
    return "sc:Date" if pa.types.is_date(arrow) else "sc:Text"
