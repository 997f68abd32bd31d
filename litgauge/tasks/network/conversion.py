"""Tables that DuckDB does not read as they are: unpacked, or made a Parquet file beside the network."""

from __future__ import annotations

import bz2
import errno
import gzip
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal, cast

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import StorageError, UnusableInput
from litgauge.tasks.network.oddities import Oddity

TextKind = Literal["ndjson", "snap"]
Row = tuple[str | None, ...]

_BATCH = 100_000  # rows
_SHOWN = 3
_NUMBERS = re.compile(rb"\s*\d+[ \t]+\d[\d-]*\s*")  # a row of SNAP's files where no comment stands above
_CROSS_LISTED = re.compile(r"11((?:9[1-9]|0\d)(?:0[1-9]|1[0-2])\d{3})")  # 11 and an arXiv number of hep-ph or hep-th


def unpacked(path: Path, first: bytes, folder: Path, where: str) -> Path:
    """Return the file inside a zip or bzip2 file, unpacked into the folder; the path itself if it is none.

    Raises UnusableInput for a zip file of several tables or with a password, and for a damaged one.
    """
    if not first.startswith((b"PK\x03\x04", b"BZh")):
        return path
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".unpacked-", delete=False) as target, _intact(where):
        if first.startswith(b"BZh"):
            with bz2.open(path) as source:
                shutil.copyfileobj(source, target)
        else:
            with zipfile.ZipFile(path) as archive, archive.open(_only_member(archive, where)) as source:
                shutil.copyfileobj(source, target)
    return Path(target.name)


def _only_member(archive: zipfile.ZipFile, where: str) -> zipfile.ZipInfo:
    members = [
        member for member in archive.infolist() if not member.is_dir() and not member.filename.startswith("__MACOSX/")
    ]
    if len(members) != 1:
        names = ", ".join(member.filename for member in members[:_SHOWN]) or "none"
        raise _unusable(where, f"this zip file holds {len(members)} files ({names})", "Pack one table alone")
    if members[0].flag_bits & 1:
        raise _unusable(where, "this zip file has a password", "Unpack it")
    return members[0]


@contextmanager
def _intact(where: str) -> Iterator[None]:
    """Turn errors of damaged packed files into UnusableInput, and a full disk into StorageError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StorageError(
                "the temporary folder cannot hold what is read",
                where=where,
                data="Nothing was computed",
                next_step="Name a folder on a larger disk in TMPDIR, and run again",
            ) from None
        if error.errno is not None:
            raise
        raise _unusable(where, "the packed file is cut off or damaged", "Fetch it again") from None
    except (EOFError, zlib.error, zipfile.BadZipFile):
        raise _unusable(where, "the packed file is cut off or damaged", "Fetch it again") from None
    except (NotImplementedError, RuntimeError):
        raise _unusable(where, "this zip file is packed in a way that is not read", "Pack it with gzip") from None


def text_kind(beginning: bytes) -> TextKind | None:
    """Return whether a text is JSON lines or SNAP's; None for anything else."""
    lines = [line for line in beginning.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]
    rows = [line for line in lines if not line.startswith(b"#")]
    if lines and lines[0].startswith(b"{"):
        return "ndjson"
    if rows and lines[0].startswith(b"#") and len(rows[0].split()) == 2 and not re.search(rb"[,;|]", rows[0]):
        return "snap"
    return "snap" if rows and _NUMBERS.fullmatch(rows[0]) else None


def keys_of(beginning: bytes) -> list[str]:
    """Return the names in the first objects of JSON lines, in the order in which they come."""
    names: dict[str, None] = {}
    for line in beginning.removeprefix(b"\xef\xbb\xbf").splitlines()[:1_000]:
        if (row := _object(line)) is not None:
            names |= dict.fromkeys(row)
    return list(names)


def converted(
    path: Path, packed: bool, kind: TextKind, columns: Sequence[str], name: str, folder: Path
) -> tuple[Path, Oddity]:
    """Write the columns of JSON lines (by name) or of SNAP's text (by place) as texts; returns the file and what broke.

    A row that is no object, that has anything but text and numbers in a column, or that has not two fields, is broken.
    """
    read = _snap_reader(len(columns) if name == "edges" else 1) if kind == "snap" else _json_reader(columns)
    broken, shown = 0, list[str]()
    schema = pa.schema([(column, pa.string()) for column in columns])
    with (
        path.open("rb") as file,
        _intact(f"{name} {path}"),
        tempfile.NamedTemporaryFile(dir=folder, prefix=".converted-", suffix=".parquet", delete=False) as target,
        pq.ParquetWriter(target, schema, compression="zstd") as writer,
    ):
        batch: list[Row] = []
        stream = cast("BinaryIO", gzip.GzipFile(fileobj=file)) if packed else file
        for number, line in enumerate(stream, start=1):
            if not line.strip() or (kind == "snap" and line.startswith(b"#")):
                continue
            row = read(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            if row is None:
                broken += 1
                shown += [f"line {number}"] if len(shown) < _SHOWN else []
            else:
                batch.append(row)
            if len(batch) == _BATCH:
                _write(writer, batch, schema)
                batch.clear()
        _write(writer, batch, schema)
    return Path(target.name), Oddity(name, "broken-row", broken, tuple(shown))


def _write(writer: pq.ParquetWriter, rows: Sequence[Row], schema: pa.Schema) -> None:
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    writer.write_batch(pa.record_batch([pa.array(column, pa.string()) for column in columns], schema=schema))


def _snap_reader(ids: int) -> Callable[[bytes], Row | None]:
    """Read rows of two fields, of which the first ones are ids."""

    def read(line: bytes) -> Row | None:
        try:
            fields = line.decode().split()
        except UnicodeDecodeError:
            return None
        return (*map(_snap_id, fields[:ids]), *fields[ids:]) if len(fields) == 2 else None

    return read


def _snap_id(field: str) -> str:
    """Return a number without leading zeros, as SNAP's edges have them, and without the 11 of a cross-listed paper."""
    if not (field.isascii() and field.isdigit()):
        return field
    if len(field) == 9 and (listed := _CROSS_LISTED.fullmatch(field)):
        field = listed[1]
    return field.lstrip("0") or "0"


def _json_reader(columns: Sequence[str]) -> Callable[[bytes], Row | None]:
    def read(line: bytes) -> Row | None:
        row = _object(line)
        values = [None] if row is None else [row.get(column) for column in columns]
        if row is None or any(isinstance(value, bool | list | dict) for value in values):
            return None
        return tuple(_json_text(value) for value in values)

    return read


def _json_text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _object(line: bytes) -> Mapping[str, object] | None:
    try:
        row = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return row if isinstance(row, dict) else None


def _unusable(where: str, what: str, next_step: str) -> UnusableInput:
    return UnusableInput(what, where=where, data="Nothing was computed", next_step=next_step)
