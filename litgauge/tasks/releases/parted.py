"""Tables of a release that is about to be made: whole ones, and those that are stored in parts already."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
import pyarrow as pa

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.parquet import read_parquet

_HASH_BYTES = hashlib.sha256().digest_size


class Part(msgspec.Struct, frozen=True):
    """Rows of some surveys in one table: a Parquet file, kept as a blob."""

    sha256: str
    size: int
    rows: int
    hashes: bytes  # sha256 of the JSON of each row, as `tables.content_digest` has it


@dataclass(frozen=True)
class PartedTable:
    """A table in parts, in their order; no two of them have rows of one survey."""

    storage: Storage
    schema: pa.Schema
    parts: tuple[Part, ...]

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return sum(part.rows for part in self.parts)

    def read(self, without: Collection[str] = (), columns: Sequence[str] | None = None) -> pa.Table:
        """Return the rows, or some columns of them, but for those of the parts with these digests."""
        blobs = [self.storage.blob_path(part.sha256) for part in self.parts if part.sha256 not in without]
        tables = [read_parquet(self.storage.read_checked(blob), columns) for blob in blobs]
        empty = self.schema.empty_table()
        return pa.concat_tables([empty if columns is None else empty.select(columns), *tables])

    def digest(self) -> str:
        """sha256 (hex) over the rows, whatever their order: of their hashes (hex), sorted and joined."""
        hashes = np.frombuffer(b"".join(part.hashes for part in self.parts), dtype=f"S{_HASH_BYTES}")
        return hashlib.sha256(np.sort(hashes).tobytes().hex().encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class ReleaseTables(Mapping[str, pa.Table]):
    """Tables by name, in the order of `names`; one in parts is read each time that it is asked for."""

    names: tuple[str, ...]
    whole: Mapping[str, pa.Table]
    parted: Mapping[str, PartedTable] = field(default_factory=dict)

    def __getitem__(self, name: str) -> pa.Table:
        return self.parted[name].read() if name in self.parted else self.whole[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def column(self, name: str, column: str) -> pa.ChunkedArray:
        """Return one column of a table, without reading the others."""
        if name in self.parted:
            return self.parted[name].read(columns=[column])[column]
        return self.whole[name][column]

    def rows(self, name: str) -> int:
        """Return the number of rows of a table, without reading it."""
        return self.parted[name].rows if name in self.parted else self.whole[name].num_rows

    def schema(self, name: str) -> pa.Schema:
        """Return the schema of a table, without reading it."""
        return self.parted[name].schema if name in self.parted else self.whole[name].schema
