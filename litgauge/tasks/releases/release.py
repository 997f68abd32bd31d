"""Releases in storage: `releases/<name>/<number>/`, visible once manifest.json is there."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from litgauge.tasks.base.errors import DamagedFile, LitgaugeError, ReleaseError, UnknownRelease, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import from_table, schema_of
from litgauge.tasks.records.signed import is_intact
from litgauge.tasks.releases.manifest import MANIFEST, Manifest, decode
from litgauge.tasks.text.name_rules import valid_name

if TYPE_CHECKING:
    import pyarrow as pa

    from litgauge.tasks.benchmark import Benchmark

Row = TypeVar("Row")

_DEMO = "demo"  # the folder of the usual storage that `litgauge demo` keeps its own in
_NAME = re.compile(r"(?P<benchmark>[a-z0-9][a-z0-9._-]{0,99})(?:@(?P<number>[1-9][0-9]{0,8}))?")


@dataclass(frozen=True)
class StoredRelease:
    """A release in storage."""

    storage: Storage
    manifest: Manifest

    @property
    def name(self) -> str:
        """`reportbench@3`."""
        return self.manifest.release

    @property
    def digest(self) -> str:
        """sha256 (hex) over its content."""
        return self.manifest.digest

    @property
    def created(self) -> str:
        """Time at which it was frozen, ISO 8601, UTC."""
        return self.manifest.created

    @property
    def benchmark(self) -> Benchmark:
        """Return the benchmark that declares its tables; UnusableInput if it is not known here."""
        from litgauge.tasks.benchmark import benchmark_named  # a list of releases needs none

        return benchmark_named(self.manifest.kind)

    @property
    def folder(self) -> str:
        """Its folder, relative to the storage root."""
        return folder_of(self.manifest.benchmark, self.manifest.number)

    @property
    def path(self) -> str:
        """Its folder, as a file path or URL."""
        return self.storage.locate(self.folder)

    def has(self, table: str) -> bool:
        """Return whether it holds this table."""
        return table in self.manifest.tables

    def digests_of(self, name: str) -> frozenset[str]:
        """Return the sha256 (hex) of each file of a table; none if it has no such table."""
        return frozenset(self.manifest.files[file].sha256 for file in self.manifest.files_of(name))

    def parquet(self, name: str, without: Collection[str] = ()) -> dict[str, bytes]:
        """Return the files of one table by their path, but for those with these digests.

        Raises ReleaseError if there is no such table or a file was changed.
        """
        return {file: self._checked(file) for file in self._files(name, without)}

    def _files(self, table: str, without: Collection[str] = ()) -> list[str]:
        files = self.manifest.files_of(table)
        if not files:
            raise ReleaseError(f"it has no table {table} (it has {', '.join(self.manifest.tables)})", where=self.name)
        return [file for file in files if self.manifest.files[file].sha256 not in without]

    def _checked(self, file: str) -> bytes:
        try:
            data = self.storage.read(f"{self.folder}/{file}")
        except (FileNotFoundError, DamagedFile):
            data = b""
        if hashlib.sha256(data).hexdigest() != self.manifest.files[file].sha256:
            raise _not_as_frozen(self.name, file)
        return data

    def table(self, name: str, without: Collection[str] = ()) -> pa.Table:
        """Return one table, but for the rows of its files with these digests.

        Raises ReleaseError if there is no such table or a file was changed.
        """
        import pyarrow as pa

        from litgauge.tasks.records.parquet import read_parquet

        tables = [read_parquet(self._checked(file)) for file in self._files(name, without)]
        if not tables:
            tables = [read_parquet(self._checked(self._files(name)[0])).slice(0, 0)]
        return tables[0] if len(tables) == 1 else pa.concat_tables(tables)

    def tables(self) -> dict[str, pa.Table]:
        """Return all tables, in order."""
        return {name: self.table(name) for name in self.manifest.tables}

    def rows(self, table: str, row_type: type[Row]) -> Iterator[Row]:
        """Yield the rows of one table. Raises ReleaseError if it was frozen without a column of the row type."""
        return from_table(row_type, self.table_of(table, cast(type, row_type)))

    def table_of(self, table: str, row_type: type, without: Collection[str] = ()) -> pa.Table:
        """Return one table with the columns of a row type only, but for the rows of its files with these digests.

        Raises ReleaseError if it lacks one of the columns.
        """
        stored = self.table(table, without)
        return stored.select(self._columns(table, row_type, stored.column_names))

    def batches(self, table: str, row_type: type, rows: int) -> Iterator[pa.RecordBatch]:
        """Yield the same in batches, for tables that do not fit into memory."""
        import pyarrow.parquet as pq

        for name in self._files(table):
            path = f"{self.folder}/{name}"
            try:
                digest = self.storage.sha256_of(path)
            except (FileNotFoundError, DamagedFile):
                digest = ""
            if digest != self.manifest.files[name].sha256:
                raise _not_as_frozen(self.name, name)
            with self.storage.open(path) as file, pq.ParquetFile(file, pre_buffer=False) as parquet:
                columns = self._columns(table, row_type, parquet.schema_arrow.names)
                yield from parquet.iter_batches(rows, columns=columns, use_threads=False)

    def _columns(self, table: str, row_type: type, stored: Sequence[str]) -> list[str]:
        columns = schema_of(row_type).names
        if missing := [column for column in columns if column not in stored]:
            raise ReleaseError(
                f"its table {table} has no column {', '.join(missing)}: litgauge {self.manifest.litgauge} froze it",
                where=self.name,
                next_step="Use that version, or build the release again",
            )
        return list(columns)


def _not_as_frozen(release: str, file: str) -> ReleaseError:
    return ReleaseError(
        f"{file} is not the file that was frozen",
        where=release,
        data="Nothing was read from it",
        next_step=f"See `litgauge verify {release}`",
    )


def load(storage: Storage, name: str) -> StoredRelease:
    """Return the release "reportbench@3", or the latest one of "reportbench".

    Raises UnusableInput if the name is not one, UnknownRelease if there is no such release, ReleaseError if its
    manifest is broken.
    """
    return read_release(storage, *existing_number(storage, name))


def load_needed(storage: Storage, benchmark: Benchmark, name: str) -> StoredRelease:
    """Return the release that a release of this benchmark is built from (`Benchmark.needs`).

    Raises as `load` does, and UnusableInput for a release of any other benchmark.
    """
    release = load(storage, name)
    if release.benchmark.name != benchmark.needs:
        from litgauge.tasks.benchmark import benchmark_named

        needed_title = benchmark_named(benchmark.needs).title
        raise UnusableInput(
            f"it is a release of {release.benchmark.title}, and {benchmark.title} is built from one of {needed_title}",
            where=release.name,
            data="Nothing was built",
            next_step=f"Name one of {needed_title} under `release`",
        )
    return release


def existing_number(storage: Storage, name: str) -> tuple[str, int]:
    """Return name and number of an existing release, without reading its manifest. Raises as `load` does."""
    benchmark, number = parse_name(name)
    numbers = published_numbers(storage, benchmark)
    if number and number not in numbers and storage.exists(claim := f"claims/{benchmark}/{number}.json"):
        raise ReleaseError(
            f"its {MANIFEST} is gone, or it was never finished",
            where=storage.locate(folder_of(benchmark, number)),
            data="Nothing was read from it",
            next_step=f"The next build of {benchmark} finishes it from {storage.locate(claim)}",
        )
    if not numbers or (number and number not in numbers):
        releases = ", ".join(f"{benchmark}@{number}" for number in numbers) or "none"
        raise UnknownRelease(
            f"there is no such release; of {benchmark} there is {releases}",
            where=name,
            next_step=_next_step(storage, benchmark),
        )
    return benchmark, number or numbers[-1]


def _next_step(storage: Storage, benchmark: str) -> str:
    if storage.names(f"{_DEMO}/releases/{benchmark}"):
        return f"The demo's is kept apart: --storage {storage.locate(_DEMO)}"
    return "See `litgauge releases`, or build one"


def list_releases(storage: Storage, benchmark: str | None = None) -> list[dict[str, Any]]:
    """Return all releases, oldest first: {"release", "path", "created", "digest", "tables": {name: rows}}.

    One whose manifest cannot be read is listed with an empty digest and no tables.
    """
    releases = []
    for name in [benchmark] if benchmark else storage.names("releases"):
        latest = ""
        for number in published_numbers(storage, name):
            summary = _summary(storage, name, number)
            # Clocks of two machines may differ: under one name the number says what came first.
            latest = max(latest, summary["created"])
            releases.append((latest, name, number, summary))
    return [summary for _, _, _, summary in sorted(releases, key=lambda entry: entry[:3])]


def published_numbers(storage: Storage, benchmark: str) -> list[int]:
    """Return the numbers of the releases of one name, ascending."""
    numbers = sorted(int(name) for name in storage.names(f"releases/{benchmark}") if name.isdecimal())
    return [number for number in numbers if storage.exists(f"{folder_of(benchmark, number)}/{MANIFEST}")]


def read_release(storage: Storage, benchmark: str, number: int) -> StoredRelease:
    """Return one release. Raises ReleaseError if its manifest cannot be read or belongs to another release."""
    path = f"{folder_of(benchmark, number)}/{MANIFEST}"
    data = storage.read(path)
    manifest = decode(data, storage.locate(path))
    if not is_intact(data):
        raise ReleaseError(
            "this manifest was changed after it was written",
            where=storage.locate(path),
            data="Nothing was read from the release",
            next_step=f"See `litgauge verify {benchmark}@{number}`",
        )
    if (manifest.benchmark, manifest.number) != (benchmark, number):
        raise ReleaseError(f"it is the manifest of {manifest.release}", where=storage.locate(path))
    return StoredRelease(storage, manifest)


def parse_name(name: str) -> tuple[str, int | None]:
    """Return name and number of "reportbench@3". Raises UnusableInput for an invalid name."""
    match = _NAME.fullmatch(name)
    if not match or not _can_be_kept(match["benchmark"]):
        raise UnusableInput(
            "this is no name of a release",
            where=name,
            next_step="Write it as reportbench@3, or reportbench for the latest",
        )
    return match["benchmark"], int(match["number"]) if match["number"] else None


def _can_be_kept(benchmark: str) -> bool:
    try:
        return valid_name(benchmark) == benchmark
    except ValueError:
        return False


def folder_of(benchmark: str, number: int) -> str:
    """Return the folder of a release, relative to the storage root."""
    return f"releases/{benchmark}/{number}"


def _summary(storage: Storage, benchmark: str, number: int) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "release": f"{benchmark}@{number}",
        "path": storage.locate(folder_of(benchmark, number)),
        "created": "",
        "digest": "",
        "tables": {},
    }
    try:
        manifest = read_release(storage, benchmark, number).manifest
    except LitgaugeError:
        return summary
    tables = {name: entry.rows for name, entry in manifest.tables.items()}
    return summary | {"created": manifest.created, "digest": manifest.digest, "tables": tables}
