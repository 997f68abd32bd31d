"""Files that are being written: whose they are, and which of them nobody will finish.

    tmp/<kernel>.<id>     locked (flock) by whoever writes it, for as long as it is open

The kernel lets go of the lock when the writer ends, however it ends. So a draft that can be locked has lost its writer,
whatever container or process id that had; but this is known only of writers under the same kernel (by its boot), since
not every network file system carries locks to other machines. Drafts of others go when they are a day old.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import re
import socket
import time
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

DEAD_AFTER_S = 24 * 3600.0
_NAME = re.compile(r"(?P<kernel>[0-9a-f]{16})\.[0-9a-f]{32}")
_OLDER_NAME = re.compile(r".+\.[0-9]+\.[0-9a-f]{32}")  # host, process, id


class Drafts:
    """The drafts in one folder of a local storage."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextlib.contextmanager
    def open(self) -> Iterator[tuple[Path, BinaryIO]]:
        """A new file to write to, with its path; it is gone when the block ends."""
        while True:
            path = self._folder / _new_name()
            try:
                file = path.open("xb")
            except FileNotFoundError:
                make_folder(self._folder)
                continue
            # Between the two a sweep may have taken it for one without a writer.
            if _lock(file.fileno()) is not False and os.fstat(file.fileno()).st_nlink:
                break
            file.close()
        with _held(path, file):
            yield path, file

    @contextlib.contextmanager
    def taking(self, full: str) -> Iterator[Path]:
        """An existing file under the name of a draft, so that nobody finds it; it is gone when the block ends."""
        make_folder(self._folder)
        path = self._folder / _new_name()
        with open(full, "rb") as file:  # noqa: PTH123 - a hot path
            _lock(file.fileno())
            os.replace(full, path)  # noqa: PTH105
            with _held(path, file):
                yield path

    def under_way(self) -> bool:
        """Whether there is any, also of somebody who was killed."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return next(self._folder.iterdir(), None) is not None
        return False

    def sweep(self) -> int:
        """Remove what nobody will finish; returns how many files. What is no draft of ours is left alone."""
        gone = 0
        for path in self._folder.glob("*") if self._folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError, PermissionError, IsADirectoryError):
                gone += _removed(path)
        return gone


def is_draft(name: str) -> bool:
    """Whether a file in the folder of drafts is one of ours."""
    return (_NAME.fullmatch(name) or _OLDER_NAME.fullmatch(name)) is not None


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there; NotADirectoryError where a file has its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, "a file stands where a folder should be", str(folder)) from error


def _removed(path: Path) -> bool:
    found = _NAME.fullmatch(path.name)
    if found is None or found["kernel"] != _kernel():
        dead = is_draft(path.name) and time.time() - path.stat().st_mtime > DEAD_AFTER_S
        if dead:
            path.unlink()
        return dead
    with path.open("r+b") as file:
        if dead := bool(_lock(file.fileno())):
            path.unlink()
    return dead


@contextlib.contextmanager
def _held(path: Path, file: BinaryIO) -> Iterator[None]:
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        file.close()


def _lock(descriptor: int) -> bool | None:
    """Whether the file is ours now; None where the file system knows no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _new_name() -> str:
    return f"{_kernel()}.{uuid.uuid4().hex}"


@cache
def _kernel() -> str:
    """Tells this boot of this machine from any other; containers on one machine share it, as they share locks."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        boot = f"{socket.gethostname()} {uuid.getnode()}"
    return hashlib.sha256(boot.encode()).hexdigest()[:16]
