"""Temporary files of atomic local writes, and the removal of those whose writer died.

    tmp/<kernel>.<id>     locked (flock) by its writer while it is open

The kernel releases the lock when the writer ends, however it ends. So a temporary file that can be locked has lost its
writer, whatever container or process wrote it. This holds only for writers under the same kernel (same boot), since not
every network file system carries locks between machines. Files of other kernels are removed after a day.
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

ABANDONED_AFTER_S = 24 * 3600.0
_NAME = re.compile(r"(?P<kernel>[0-9a-f]{16})\.[0-9a-f]{32}")
_LEGACY_NAME = re.compile(r".+\.[0-9]+\.[0-9a-f]{32}")  # host, process, id


class TemporaryFiles:
    """Folder of temporary files of a local storage."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextlib.contextmanager
    def open(self) -> Iterator[tuple[Path, BinaryIO]]:
        """Open a new file for writing; yields its path and file, and removes it when the block ends."""
        while True:
            path = self._folder / _new_name()
            try:
                file = path.open("xb")
            except FileNotFoundError:
                make_folder(self._folder)
                continue
            # Between open and lock a sweep may have removed it as abandoned.
            if _lock(file.fileno()) is not False and os.fstat(file.fileno()).st_nlink:
                break
            file.close()
        with _removed_after(path, file):
            yield path, file

    @contextlib.contextmanager
    def claim(self, full: str) -> Iterator[Path]:
        """Move an existing file to a temporary name while the block runs; it is removed when the block ends."""
        make_folder(self._folder)
        path = self._folder / _new_name()
        with open(full, "rb") as file:  # noqa: PTH123 - a hot path
            _lock(file.fileno())
            os.replace(full, path)  # noqa: PTH105
            with _removed_after(path, file):
                yield path

    def exist(self) -> bool:
        """Return whether there is any, also of a killed writer."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return next(self._folder.iterdir(), None) is not None
        return False

    def sweep(self) -> int:
        """Remove abandoned files and return their number. Files with other names are left alone."""
        count = 0
        for path in self._folder.glob("*") if self._folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError, PermissionError, IsADirectoryError):
                count += _remove_abandoned(path)
        return count


def is_temporary(name: str) -> bool:
    """Return whether a file name is one that `TemporaryFiles` gives."""
    return (_NAME.fullmatch(name) or _LEGACY_NAME.fullmatch(name)) is not None


def make_folder(folder: Path) -> None:
    """Create a folder if it is missing. Raises NotADirectoryError if a file has its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, "a file is in the place of a folder", str(folder)) from error


def _remove_abandoned(path: Path) -> bool:
    match = _NAME.fullmatch(path.name)
    if match is None or match["kernel"] != _kernel():
        abandoned = is_temporary(path.name) and time.time() - path.stat().st_mtime > ABANDONED_AFTER_S
        if abandoned:
            path.unlink()
        return abandoned
    with path.open("r+b") as file:
        if abandoned := bool(_lock(file.fileno())):
            path.unlink()
    return abandoned


@contextlib.contextmanager
def _removed_after(path: Path, file: BinaryIO) -> Iterator[None]:
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        file.close()


def _lock(descriptor: int) -> bool | None:
    """Return whether this process got the lock; None if the file system has no locks."""
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
    """Return an id of this boot of this machine. Containers on one machine share it, as they share locks."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        boot = f"{socket.gethostname()} {uuid.getnode()}"
    return hashlib.sha256(boot.encode()).hexdigest()[:16]
