"""Lines of an input of JSON lines: plain, gzipped or zipped, a local path or a URL, in flat memory."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO, cast

import fsspec
from isal import igzip, isal_zlib

from litgauge.tasks.base.errors import StorageError, UnusableInput

LONGEST_LINE = 64 << 20  # what a row may be; of a longer line this much is looked at, and found broken
_READ_BYTES = 1 << 16  # small enough to be taken from memory that is at hand
_BOM = b"\xef\xbb\xbf"
_BROKEN_STREAM: type[Exception] = vars(isal_zlib)["error"]  # its stubs take the class for an instance
_DAMAGED = (EOFError, zlib.error, _BROKEN_STREAM, gzip.BadGzipFile, zipfile.BadZipFile)


class DamagedInputError(Exception):
    """Compressed input is damaged or cut off after the lines that were read."""


def read_lines(path: str, *, whole: bool = False) -> Iterator[bytes]:
    """Yield the input's lines in their order, with their line ends; blank lines are lines.

    `whole` says that half an input is of no use: gzip is read twice as fast, and lines just before a damage are lost.

    What the input is (plain, gzip, zip) is told by its first bytes. Raises UnusableInput (no such file, a folder, a zip
    without JSON lines, one that was not downloaded whole), DamagedInputError after all that could be read of a
    compressed stream that breaks off, and StorageError if the input goes out of reach.
    """
    with ExitStack() as stack:
        stream = _Stream(_reader(path, stack, whole=whole))
        try:
            yield from _lines(io.BufferedReader(stream, _READ_BYTES))
        except OSError as error:
            raise StorageError(
                f"the input cannot be read on ({error})",
                where=path,
                data="Nothing of it was kept",
                next_step="Check the connection or the disk, then run again",
            ) from error
        if stream.damage:
            raise DamagedInputError(f"the input is damaged or cut off here: {stream.damage}") from stream.damage


def _lines(file: io.BufferedReader) -> Iterator[bytes]:
    if file.peek(len(_BOM)).startswith(_BOM):
        file.read(len(_BOM))
    while line := file.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)


class _Stream(io.RawIOBase):
    """Output of a reader; it ends where the reader finds damage, so that nothing before it is lost."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self.damage: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        try:
            data = self._read(len(view))
        except _DAMAGED as error:
            self.damage = error
            return 0
        view[: len(data)] = data
        return len(data)


def _reader(path: str, stack: ExitStack, *, whole: bool) -> Callable[[int], bytes]:
    """Reads at most so many bytes on; of a compressed stream what it has so far (read1)."""
    try:
        raw = cast(BinaryIO, stack.enter_context(fsspec.open(path, "rb")))
        magic = raw.read(4)
        raw.seek(0)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the input cannot be opened ({getattr(error, 'strerror', None) or error})",
            where=path,
            next_step="Give the path or URL of a file of JSON lines: plain, .gz or the Kaggle .zip",
        ) from error
    if magic.startswith(b"PK"):
        return stack.enter_context(_member(path, raw)).read1
    if magic.startswith(b"\x1f\x8b"):
        if whole:
            fast = cast(type[gzip.GzipFile], igzip.IGzipFile)
            return stack.enter_context(fast(fileobj=raw, mode="rb")).read1
        return stack.enter_context(gzip.GzipFile(fileobj=raw)).read1
    return raw.read


def _member(path: str, raw: BinaryIO) -> zipfile.ZipExtFile:
    """Return the archive's file of JSON lines: the largest, where there are several."""
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
        return cast(zipfile.ZipExtFile, archive.open(largest))
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:  # encrypted, unknown method
        raise UnusableInput(
            f"{largest.filename} in the zip cannot be read ({error})", where=path, next_step="Unpack it"
        ) from None
