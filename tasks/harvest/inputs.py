"""Any input of JSON lines as plain local files: itself, or fetched and decompressed into temporary ones.

So everything behind it, DuckDB included, reads plain local files, in flat memory and with at most two pieces on disk.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import fsspec
from fsspec.implementations.local import LocalFileSystem

from tasks.errors import StorageError, UnusableInput

PIECE_BYTES = 128 << 20
_CHUNK = 1 << 20
_DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile)
_NOTHING_KEPT = "Nothing of it was kept."


@dataclass(frozen=True, slots=True)
class Piece:
    """A local file of whole lines (the last may lack its newline), and what is wrong with the input after them."""

    path: str
    damage: str = ""


def pieces(path: str, size: int = PIECE_BYTES) -> Iterator[Piece]:
    """The input's lines in their order; a piece is gone when the next one is asked for.

    What the input is (plain, gzip, zip) is told by its first bytes. A compressed stream that breaks off gives all that
    came before, and a piece with `damage`. Raises UnusableInput (no such file, a folder, a zip without JSON lines, one
    that was not downloaded whole) and StorageError (goes out of reach; no room for a piece).
    """
    with ExitStack() as stack:
        opened, raw, magic = _open(path, stack)
        if magic.startswith(b"PK"):
            stream = stack.enter_context(_member(path, raw))
        elif magic.startswith(b"\x1f\x8b"):
            stream = cast(BinaryIO, stack.enter_context(gzip.GzipFile(fileobj=raw)))
        elif isinstance(opened.fs, LocalFileSystem):
            yield Piece(opened.path)
            return
        else:
            stream = raw
        yield from _copied(stream, path, size, stack)


def _copied(stream: BinaryIO, path: str, size: int, stack: ExitStack) -> Iterator[Piece]:
    """The stream in temporary files, the next one written while the last is read."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="litgauge-")))
    writer = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="pieces"))
    rest = b""
    coming = writer.submit(_write, stream, rest, folder / "0", size, path)
    number = 0
    while True:
        piece, rest, more = coming.result()
        number += 1
        if more:
            coming = writer.submit(_write, stream, rest, folder / str(number), size, path)
        yield piece
        Path(piece.path).unlink()
        if not more:
            return


def _write(stream: BinaryIO, rest: bytes, target: Path, size: int, source: str) -> tuple[Piece, bytes, bool]:
    """A piece of about `size` bytes that begins with `rest`; the line that it breaks off; is there more?"""
    damage = ""
    # A compressed stream gives what it has so far (read1), so that nothing before the damage is lost.
    read = stream.read1 if isinstance(stream, gzip.GzipFile | zipfile.ZipExtFile) else stream.read
    try:
        with target.open("wb") as file:
            file.write(rest)
            written, whole, chunk = len(rest), 0, b""
            while written < size or not whole:
                try:
                    chunk = read(min(_CHUNK, size))
                except _DAMAGED as error:
                    chunk, damage = b"", f"the input is damaged or cut off here: {error}"
                if not chunk:
                    return Piece(str(target), damage), b"", False
                file.write(chunk)
                if cut := chunk.rfind(b"\n") + 1:
                    whole = written + cut
                written += len(chunk)
            file.truncate(whole)
            tail = written - whole
    except OSError as error:
        raise StorageError(
            f"a piece of the input could not be fetched or written ({error})",
            where=source,
            data=_NOTHING_KEPT,
            next_step=f"Check the connection and the room in {tempfile.gettempdir()} ({_free()}), then run again",
        ) from error
    return Piece(str(target), damage), chunk[len(chunk) - tail :], True


def _open(path: str, stack: ExitStack) -> tuple[fsspec.core.OpenFile, BinaryIO, bytes]:
    try:
        opened = fsspec.open(path, "rb")
        raw = cast(BinaryIO, stack.enter_context(opened))
        magic = raw.read(4)
        raw.seek(0)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the input cannot be opened ({error})",
            where=path,
            next_step="Give the path or URL of a file of JSON lines: plain, .gz or the Kaggle .zip",
        ) from error
    return opened, raw, magic


def _member(path: str, raw: BinaryIO) -> BinaryIO:
    """The archive's file of JSON lines: the largest, where there are several."""
    try:
        archive = zipfile.ZipFile(raw)
    except zipfile.BadZipFile as error:
        raise UnusableInput(
            f"the zip is damaged or was not downloaded whole ({error})", where=path, next_step="Download it again"
        ) from None
    members = [entry for entry in archive.infolist() if entry.filename.lower().endswith((".json", ".jsonl", ".ndjson"))]
    if not members:
        raise UnusableInput(
            "the zip holds no .json or .jsonl file", where=path, next_step="Give arXiv's snapshot as Kaggle packs it"
        )
    largest = max(members, key=lambda entry: entry.file_size)
    try:
        return cast(BinaryIO, archive.open(largest))
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:  # encrypted, unknown method
        raise UnusableInput(
            f"{largest.filename} in the zip cannot be read ({error})", where=path, next_step="Unpack it"
        ) from None


def _free() -> str:
    return f"{shutil.disk_usage(os.fspath(tempfile.gettempdir())).free >> 20} MB free"
