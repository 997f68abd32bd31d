"""Files in a folder that somebody gave us: found, and read so that no link leads out of it, whenever it was made.

A link is refused by where it ends, not by how it looks: `..`, a link to a link and a linked folder end where they end.
What was looked at is opened again part by part with links refused, so what is swapped in between is not read either.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.text.encodings import without_halves

LARGEST = 500_000_000  # bytes of one file
_SHOWN = 5  # links that an error names


class TooLarge(UnusableInput):
    """A file has more bytes than are read."""

    def __init__(self, size: int, where: str) -> None:
        super().__init__(f"too-large ({size:,} bytes)", where=where, data="It was not read")
        self.size = size


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in a folder that is no file to read."""

    name: str  # its path in the folder
    why: str


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """Files of a folder that are not hidden, by name, and what else lies there."""

    names: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def files_of(folder: Path) -> FolderFiles:
    """Return the files below a folder, as paths relative to it; a link to a file inside is one of them.

    Links to folders inside are left out (the files are found where they are), so are links that lead nowhere, pipes,
    sockets and devices, and names that are no UTF-8. Raises UnusableInput if a link leads outside.
    """
    root = folder.resolve()
    names, left_out, outside = [], [], []
    for name, why in _entries(folder, "", root):
        if why == _OUTSIDE:
            outside.append(name)
        elif why:
            left_out.append(LeftOut(without_halves(name), why))
        else:
            names.append(name)
    if outside:
        more = f" and {len(outside) - _SHOWN} more" if len(outside) > _SHOWN else ""
        places = "; ".join(f"{name} to {_end(root / name)}" for name in sorted(outside)[:_SHOWN])
        raise UnusableInput(
            f"a link leads outside the folder: {places}{more}",
            where=str(folder),
            data="Nothing was read",
            next_step="Put the files themselves there, or take the links away",
        )
    return FolderFiles(tuple(names), tuple(left_out))


def read_inside(folder: Path, name: str, largest: int = LARGEST) -> bytes:
    """Return the bytes of a file in a folder. Raises UnusableInput if its name leads outside, or to no regular file.

    Also raises UnusableInput if it has more than `largest` bytes, OSError if it cannot be read.
    """
    where = str(folder / name)
    try:
        root = folder.resolve(strict=True)
        inner = (root / name).resolve(strict=True)
    except (RuntimeError, ValueError, OSError) as error:
        raise UnusableInput("there is no such file", where=where) from error
    if not inner.is_relative_to(root) or inner == root:
        raise UnusableInput(f"this leads outside the folder, to {inner}", where=where, data="It was not read")
    try:
        handle = _opened_at(root, inner.relative_to(root).parts)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket
            raise UnusableInput("this is no regular file", where=where, data="It was not read") from error
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENOENT):
            raise UnusableInput("it was changed while it was read", where=where, data="It was not read") from error
        raise
    return _regular(handle, where, largest)


def _regular(handle: int, where: str, largest: int) -> bytes:
    """Return the bytes of an open file, which is closed.

    UnusableInput for a pipe, a device or a folder, or too many.
    """
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise UnusableInput("this is no regular file", where=where, data="It was not read")
        if state.st_size > largest:
            raise TooLarge(state.st_size, where)
        with os.fdopen(os.dup(handle), "rb") as file:
            return file.read(largest)
    finally:
        os.close(handle)


@contextlib.contextmanager
def copied(folder: Path) -> Iterator[tuple[Path, tuple[LeftOut, ...]]]:
    """A copy of a folder's files while the block runs, which nobody changes under who reads them; raises as `files_of`.

    Files that cannot be read, or are too large, are left out as well.
    """
    listing = files_of(folder)
    left_out = list(listing.left_out)
    with tempfile.TemporaryDirectory(prefix="litgauge-read-") as place:
        for name in listing.names:
            try:
                data = read_inside(folder, name)
            except (UnusableInput, OSError) as error:
                left_out.append(LeftOut(name, error.what if isinstance(error, UnusableInput) else str(error.strerror)))
                continue
            target = Path(place) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        yield Path(place), tuple(left_out)


_OUTSIDE = "outside"


def _entries(folder: Path, above: str, root: Path) -> Iterator[tuple[str, str]]:
    """Everything that is not hidden, with "" for a file to read, else with the reason why not."""
    with os.scandir(folder / above) as scan:
        entries = sorted(scan, key=lambda entry: entry.name)
    for entry in entries:
        name = f"{above}/{entry.name}" if above else entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            yield name, _link(root, root / name)
        elif entry.is_dir(follow_symlinks=False):
            yield from _entries(folder, name, root)
        elif not entry.is_file(follow_symlinks=False):
            yield name, "no regular file"
        else:
            yield name, _unreadable_name(name)


def _link(root: Path, path: Path) -> str:
    try:
        end = path.resolve(strict=True)
    except FileNotFoundError:
        return _OUTSIDE if not _end(path).is_relative_to(root) else "a link that leads nowhere"
    except (RuntimeError, OSError):
        return "a link that leads to itself"
    if not end.is_relative_to(root):
        return _OUTSIDE
    if end.is_dir():
        return "a link to a folder"
    return _unreadable_name(str(path)) if end.is_file() else "no regular file"


def _end(path: Path) -> Path:
    """Return where a link ends, as far as it can be followed."""
    try:
        return path.resolve()
    except (RuntimeError, OSError):
        return path


def _unreadable_name(name: str) -> str:
    try:
        name.encode()
    except UnicodeEncodeError:
        return "its name is no UTF-8"
    return ""


def _opened_at(root: Path, parts: tuple[str, ...]) -> int:
    """Return the file at this path below a folder, no part of which is a link; it never waits for a pipe's writer."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        try:
            below = os.open(part, flags if last else flags | os.O_DIRECTORY, dir_fd=handle)
        finally:
            os.close(handle)
        handle = below
    return handle
