"""Opens e-prints as source trees in memory: members are never written to disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, cast

from litgauge.tasks.base.errors import Rejected, UnusableInput
from litgauge.tasks.latex.caps import DEFAULT_CAPS, Caps
from litgauge.tasks.latex.sources.tree import SourceTree, inside, looks_like_tex, may_be_text, may_hold_source
from litgauge.tasks.text.filekinds import compression_of, kind_of_head
from litgauge.tasks.text.user_files import read_inside

_CHUNK = 1 << 20
_HEAD = 100_000


def open_source(data: bytes, name: str, caps: Caps = DEFAULT_CAPS) -> SourceTree:
    """Return the tree in an e-print: tar (also gz, bz2, xz), zip, a lone compressed TeX file, a plain .tex, or a PDF.

    A PDF gives a tree of kind "pdf" with that one member. Raises Rejected with a rule that starts with "archive-"
    where a cap is passed or the archive cannot be read; members that point outside, links and devices are skipped.
    """
    if len(data) > caps.compressed_bytes:
        raise Rejected("archive-too-large", f"{len(data)} bytes, more than {caps.compressed_bytes}", where=name)
    try:
        return _open(data, name, caps)
    except (
        tarfile.TarError,
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        OverflowError,
        IndexError,  # zipfile, of a directory with damaged names
    ) as error:
        raise Rejected("archive-unreadable", f"it is damaged: {error}", where=name) from error


def open_path(path: Path, caps: Caps = DEFAULT_CAPS) -> SourceTree:
    """Return the source in a folder (read in place) or in a file (`open_source`).

    Raises UnusableInput if there is no such path, Rejected past a cap.
    """
    if path.is_dir():
        return _folder(path, caps)
    if not path.is_file():
        raise UnusableInput("there is no such file or folder", where=str(path))
    if path.stat().st_size > caps.compressed_bytes:
        raise Rejected(
            "archive-too-large", f"{path.stat().st_size} bytes, more than {caps.compressed_bytes}", where=str(path)
        )
    return open_source(path.read_bytes(), path.name, caps)


def _open(data: bytes, name: str, caps: Caps) -> SourceTree:
    if kind_of_head(data[:_HEAD]) == "zip":
        return _zip(data, name, caps)
    stream = _Bounded(_inflated(data), caps.expanded_bytes, name)
    kind = kind_of_head(stream.peek())
    if kind == "tar":
        return _tar(stream, name, caps)
    if kind == "pdf":
        return SourceTree(name, {_member_name(name, ".pdf"): stream.read()}, kind="pdf")
    if kind == "tex" or name.lower().endswith((".tex", ".ltx")):
        text = stream.read()
        if len(text) > caps.text_file_bytes:
            raise Rejected("archive-too-large", f"a text of {len(text)} bytes", where=name)
        return SourceTree(name, {_member_name(name, ".tex"): text}, kind="tex")
    raise Rejected("archive-unknown", "it is neither tar, zip, TeX nor PDF", where=name)


def _inflated(data: bytes) -> IO[bytes]:
    raw = io.BytesIO(data)
    match compression_of(data):
        case "gz":
            return cast(IO[bytes], gzip.GzipFile(fileobj=raw))
        case "bz2":
            return bz2.BZ2File(raw)
        case "xz":
            return lzma.LZMAFile(raw)
        case None:
            return raw


class _Bounded:
    """A stream that refuses to give more than `limit` bytes, so that a bomb is never unpacked."""

    def __init__(self, stream: IO[bytes], limit: int, name: str) -> None:
        self.stream, self.limit, self.name = stream, limit, name
        self.head = b""
        self.size = 0

    def peek(self) -> bytes:
        """Return the first bytes, which are given again by `read`."""
        self.head = self.stream.read(_HEAD)
        return self.head

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            return b"".join(iter(lambda: self.read(_CHUNK), b""))
        part, self.head = self.head[:size], self.head[size:]
        if len(part) < size:
            part += self.stream.read(size - len(part))
        self.size += len(part)
        if self.size > self.limit:
            raise Rejected("archive-bomb", f"it unpacks to more than {self.limit} bytes", where=self.name)
        return part


def _member_name(name: str, suffix: str) -> str:
    stem = PurePosixPath(name.replace("\\", "/")).name
    for ending in (".gz", ".bz2", ".xz", ".tex", ".ltx", ".pdf"):
        stem = stem.removesuffix(ending)
    return (stem or "main") + suffix


class _Collector:
    """Takes members up to the caps; the last of members with one name wins, as when unpacking."""

    def __init__(self, name: str, caps: Caps) -> None:
        self.name, self.caps = name, caps
        self.members: dict[str, bytes] = {}
        self.skipped: list[str] = []
        self.member_count = 0
        self.size = 0

    def count(self) -> None:
        """Count one more member, read or not."""
        self.member_count += 1
        if self.member_count > self.caps.members:
            raise Rejected("archive-too-many-members", f"more than {self.caps.members} members", where=self.name)

    def admit(self, path: str, size: int, regular: bool) -> str | None:
        """Return the member's path in the tree, or None if it is not to be read."""
        self.count()
        place = inside(path) if len(path) <= self.caps.path_length and path.isprintable() else None
        readable = place is not None and (self._holds(place) or may_be_text(place, size))
        if regular and place is not None and not readable:
            return None
        if refused := self._refusal(path, size, regular, place):
            shown = path[:100].encode("utf-8", "replace").decode("utf-8")
            self.skipped.append(f"{shown} ({refused})")
            return None
        return place

    def _holds(self, place: str) -> bool:
        return may_hold_source(place) or place.lower().endswith(self.caps.also)

    def _refusal(self, path: str, size: int, regular: bool, place: str | None) -> str | None:
        if not regular:
            return "a link or a device"
        if len(path) > self.caps.path_length:
            return "its path is too long"
        if not path.isprintable():
            return "its name cannot be printed"
        if place is None:
            return "it leads outside the archive"
        return f"{size} bytes" if size > self.caps.text_file_bytes else None

    def take(self, place: str, stream: IO[bytes]) -> None:
        """Read a member that was admitted."""
        limit = min(self.caps.text_file_bytes, self.caps.expanded_bytes - self.size)
        data = _Bounded(stream, limit, self.name).read()
        if not self._holds(place) and not looks_like_tex(data):
            return
        self.size += len(data)
        if place in self.members:
            self.skipped.append(f"{place} (an earlier copy)")
        self.members[place] = data


def _tar(stream: _Bounded, name: str, caps: Caps) -> SourceTree:
    collector = _Collector(name, caps)
    with tarfile.open(fileobj=cast(IO[bytes], stream), mode="r|", errors="replace") as archive:
        while (member := archive.next()) is not None:
            if member.isdir():
                collector.count()
                continue
            place = collector.admit(member.name, member.size, member.isreg())
            if place is not None and (content := archive.extractfile(member)):
                collector.take(place, content)
    return SourceTree(name, collector.members, "tar", tuple(collector.skipped))


def _zip(data: bytes, name: str, caps: Caps) -> SourceTree:
    collector = _Collector(name, caps)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            mode = member.external_attr >> 16
            regular = mode & 0o170000 in (0, 0o100000)
            place = collector.admit(member.filename, member.file_size, regular)
            if place is not None:
                with archive.open(member) as stream:
                    collector.take(place, stream)
    return SourceTree(name, collector.members, "zip", tuple(collector.skipped))


def _folder(root: Path, caps: Caps) -> SourceTree:
    members: dict[str, bytes] = {}
    skipped: list[str] = []
    total = 0
    for file in _files(root, skipped):
        relative = file.relative_to(root).as_posix()
        size = file.stat().st_size
        if not may_hold_source(relative) and not may_be_text(relative, size):
            continue
        if size > caps.text_file_bytes or len(relative) > caps.path_length:
            skipped.append(
                f"{relative} ({size} bytes)" if size > caps.text_file_bytes else f"{relative} (its path is too long)"
            )
            continue
        try:
            data = read_inside(root, relative)
        except (UnusableInput, OSError):  # no permission, or replaced by a link since it was listed
            skipped.append(f"{relative} (it cannot be read)")
            continue
        if not may_hold_source(relative) and not looks_like_tex(data):
            continue
        total += size
        if len(members) >= caps.members:
            raise Rejected("archive-too-many-members", f"more than {caps.members} files", where=str(root))
        if total > caps.expanded_bytes:
            raise Rejected("archive-bomb", f"more than {caps.expanded_bytes} bytes of text", where=str(root))
        members[relative] = data
    return SourceTree(root.name, members, skipped=tuple(skipped))


def _files(root: Path, skipped: list[str], above: str = "") -> Iterator[Path]:
    """Yield the regular files below a folder; links, pipes and devices are among what was skipped."""
    for child in sorted((root / above).iterdir()):
        name = f"{above}{child.name}"
        if child.is_symlink():
            skipped.append(f"{name} (a link)")
        elif child.is_dir():
            if not child.name.startswith("."):
                yield from _files(root, skipped, f"{name}/")
        elif child.is_file():
            yield child
        else:
            skipped.append(f"{name} (no regular file)")
