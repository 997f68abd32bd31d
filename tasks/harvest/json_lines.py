"""The lines of an input of JSON lines: plain, gzipped or zipped, a local path or a URL, in flat memory."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import fsspec
from fsspec.implementations.local import LocalFileSystem

from tasks.errors import StorageError, UnusableInput

LONGEST_LINE = 64 << 20  # what a row may be; of a longer line this much is looked at, and found broken
LARGE_BYTES = 64 << 20  # from here on a plain file is worth being cut
STRETCH_BYTES = 16 << 20
_READ_BYTES = 1 << 16  # small enough to be taken from memory that is at hand
_ZIP, _GZIP = b"PK", b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile)


class DamagedInputError(Exception):
    """The compressed input is damaged or cut off after the lines that were read."""


class Stretch(NamedTuple):
    """Bytes of a plain file, from the beginning of a line to the end of one."""

    start: int
    end: int


def stretches(path: str) -> list[Stretch]:
    """The stretches of a large plain file on this machine; none of an input that is read in one go.

    Where they end depends on the file alone.
    """
    if (local := local_path(path)) is None:
        return []
    found: list[Stretch] = []
    try:
        with Path(local).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < LARGE_BYTES or file.read(len(_ZIP)) in (_ZIP, _GZIP):
                return []
            while (start := found[-1].end if found else 0) < size:
                file.seek(min(start + STRETCH_BYTES, size) - 1)
                if len(file.readline(LONGEST_LINE)) == LONGEST_LINE:
                    return []  # such lines are for `read_lines` alone
                found.append(Stretch(start, file.tell()))
    except OSError:  # `read_lines` says what is wrong with it
        return []
    return found


def local_path(path: str) -> str | None:
    """The real path of a file on this machine, None if it is elsewhere."""
    try:
        system, place = fsspec.core.url_to_fs(path)
    except (OSError, ValueError, ImportError):
        return None  # who opens it hears what is wrong with it
    return os.path.realpath(place) if isinstance(system, LocalFileSystem) else None


def read_lines(path: str, stretch: Stretch | None = None) -> Iterator[bytes]:
    """The lines of the input, or of a stretch of it, in their order, with their line ends; blank lines are lines.

    What the input is (plain, gzip, zip) is told by its first bytes. Raises UnusableInput (no such file, a folder, a zip
    without JSON lines, one that was not downloaded whole), DamagedInputError after all that could be read of a
    compressed stream that breaks off, and StorageError if the input goes out of reach.
    """
    with ExitStack() as stack:
        stream = _Stream(_reader(path, stack, stretch))
        try:
            yield from _lines(io.BufferedReader(stream, _READ_BYTES), begins=not (stretch and stretch.start))
        except OSError as error:
            raise StorageError(
                f"the input cannot be read on ({error})",
                where=path,
                data="Nothing of it was kept",
                next_step="Check the connection or the disk, then run again",
            ) from error
        if stream.damage:
            raise DamagedInputError(f"the input is damaged or cut off here: {stream.damage}") from stream.damage


def _lines(file: io.BufferedReader, begins: bool) -> Iterator[bytes]:
    if begins and file.peek(len(_BOM)).startswith(_BOM):
        file.read(len(_BOM))
    while line := file.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)


class _Stream(io.RawIOBase):
    """What a reader gives; it ends where the reader finds damage, so that nothing before it is lost."""

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


def _reader(path: str, stack: ExitStack, stretch: Stretch | None) -> Callable[[int], bytes]:
    """Reads at most so many bytes on; of a compressed stream what it has so far (read1)."""
    try:
        raw = cast(BinaryIO, stack.enter_context(fsspec.open(path, "rb")))
        magic = raw.read(4)
        raw.seek(stretch.start if stretch else 0)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the input cannot be opened ({error})",
            where=path,
            next_step="Give the path or URL of a file of JSON lines: plain, .gz or the Kaggle .zip",
        ) from error
    if stretch:
        return lambda size: raw.read(min(size, stretch.end - raw.tell()))
    if magic.startswith(_ZIP):
        return stack.enter_context(_member(path, raw)).read1
    if magic.startswith(_GZIP):
        return stack.enter_context(gzip.GzipFile(fileobj=raw)).read1
    return raw.read


def _member(path: str, raw: BinaryIO) -> zipfile.ZipExtFile:
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
        return cast(zipfile.ZipExtFile, archive.open(largest))
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:  # encrypted, unknown method
        raise UnusableInput(
            f"{largest.filename} in the zip cannot be read ({error})", where=path, next_step="Unpack it"
        ) from None
