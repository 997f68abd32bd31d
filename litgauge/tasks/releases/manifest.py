"""Manifest of a release: every file with its hash, every table with its schema, every stage with its lineage."""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmark.about import About
from litgauge.tasks.records.signed import UNSIGNED, fill
from litgauge.tasks.releases.funnel import Funnel

if TYPE_CHECKING:
    import pyarrow as pa

    from litgauge.tasks.engine.items import StageOutput
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.parted import ReleaseTables

MANIFEST = "manifest.json"
FORMAT = 2  # 1: the digest was taken over sorted rows, not over their hashes; such releases are read and verified
PARTED = 3  # as 2, with tables that are folders of files
KNOWN_FORMATS = (1, FORMAT, PARTED)


class StageLineage(msgspec.Struct, frozen=True):
    """Lineage of one stage output: code, settings, inputs, and the number of items by outcome."""

    stage: str
    code: str  # digest of its code
    settings: str  # digest of the settings that it read
    output: str  # digest of its output
    inputs: tuple[str, ...]  # names of the stages whose output it read
    counts: dict[str, int]  # "done", "rejected", "failed" and "rejected: <rule>"
    tables: tuple[str, ...] = ()  # the tables it writes


class FileEntry(msgspec.Struct, frozen=True):
    """One file of a release."""

    sha256: str
    bytes: int


class ColumnEntry(msgspec.Struct, frozen=True):
    """One column of a table, with its Arrow type."""

    name: str
    type: str
    nullable: bool


class TableEntry(msgspec.Struct, frozen=True):
    """One table of a release: its file, number of rows and columns."""

    file: str  # or the folder of its files, which are read in the order of their names
    rows: int
    columns: tuple[ColumnEntry, ...]


class Manifest(msgspec.Struct, frozen=True):
    """Content of a release. `digest` is over its rows only, `sha256` over the manifest itself."""

    format: int
    release: str  # "reportbench@3"
    benchmark: str  # the name that its numbers go up under
    number: int
    digest: str
    created: str  # ISO 8601, UTC
    litgauge: str  # version that froze it
    about: About
    files: dict[str, FileEntry]
    tables: dict[str, TableEntry]
    lineage: tuple[StageLineage, ...]
    kind: str = "reportbench"  # the benchmark that declares its tables
    made_from: str = ""  # digest of the stage outputs and the code that assembled it; "" for imports
    funnel: Funnel | None = None  # of the build that made it
    sha256: str = UNSIGNED

    def files_of(self, table: str) -> list[str]:
        """Return the files of a table, in their order; none if it has no such table, or none is listed."""
        if table not in self.tables:
            return []
        place = self.tables[table].file
        return [place] if place in self.files else sorted(file for file in self.files if file.startswith(f"{place}/"))


def encode(manifest: Manifest) -> bytes:
    """Return the bytes of manifest.json, with its own digest filled in."""
    plain = msgspec.json.encode(msgspec.structs.replace(manifest, sha256=UNSIGNED))
    return fill(msgspec.json.format(plain, indent=1))


def decode(data: bytes, where: str) -> Manifest:
    """Return the manifest in these bytes. Raises ReleaseError if they are not a manifest."""
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ReleaseError(
            f"this is not a manifest: {error}",
            where=where,
            data="The release was damaged or tampered with",
            next_step="Build it again or restore the file",
        ) from error
    if manifest.format not in KNOWN_FORMATS:
        raise ReleaseError(
            f"format {manifest.format} is not known here (known: {', '.join(map(str, KNOWN_FORMATS))})",
            where=where,
            next_step="Use the version of litgauge that wrote it",
        )
    return manifest


def table_entry(file: str, tables: ReleaseTables, name: str) -> TableEntry:
    """Return the manifest entry of a table, which lies in this file or folder."""
    return TableEntry(file, tables.rows(name), columns_of(tables.schema(name)))


def columns_of(schema: pa.Schema) -> tuple[ColumnEntry, ...]:
    """Return the columns of a schema."""
    # Parquet calls the items of a list "element", Arrow "item": the same type.
    return tuple(
        ColumnEntry(field.name, str(field.type).replace("<element: ", "<item: "), field.nullable) for field in schema
    )


def file_entries(files: Mapping[str, bytes | FileEntry]) -> dict[str, FileEntry]:
    """Return the hash and size of every file, sorted by name."""
    return {
        name: FileEntry(hashlib.sha256(file).hexdigest(), len(file)) if isinstance(file, bytes) else file
        for name, file in sorted(files.items())
    }


def lineage_of(storage: Storage, *outputs: StageOutput) -> tuple[StageLineage, ...]:
    """Return the lineage of these stage outputs and all their inputs, inputs first, each once."""
    from litgauge.tasks.engine.memory import read_manifest  # loads pyarrow

    lineages: dict[tuple[str, str], StageLineage] = {}

    def visit(output: StageOutput) -> None:
        if (output.stage, output.digest) in lineages:
            return
        manifest = read_manifest(storage, output)
        for source in manifest.inputs:
            visit(source)
        counts = {"done": output.done, "rejected": output.rejected, "failed": output.failed}
        for item in manifest.items:
            if item.rule:
                rule = f"{item.status}: {item.rule}"
                counts[rule] = counts.get(rule, 0) + 1
        lineages[output.stage, output.digest] = StageLineage(
            output.stage,
            manifest.code,
            hashlib.sha256(manifest.settings.encode()).hexdigest(),
            output.digest,
            tuple(source.stage for source in manifest.inputs),
            counts,
            tuple(manifest.schemas),
        )

    for output in outputs:
        visit(output)
    return tuple(lineages.values())


def litgauge_version() -> str:
    """Return the running version of litgauge, or "unknown" if it is not installed."""
    try:
        return importlib.metadata.version("litgauge")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
