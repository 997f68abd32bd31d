"""Files of this machine, by the calls of fsspec's file systems that a storage makes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO


class LocalFiles:
    """Files by their absolute paths, without fsspec, which takes longer to load than many commands to read."""

    def open(self, path: str, mode: str = "rb") -> BinaryIO:
        """Open a file for reading. Raises as `open` does."""
        return open(path, mode)  # type: ignore[return-value]  # noqa: PTH123

    def exists(self, path: str) -> bool:
        """Return whether a file or folder exists."""
        return os.path.exists(path)  # noqa: PTH110

    def ls(self, path: str, detail: bool = False) -> list[str]:  # noqa: ARG002
        """Return the paths in a folder. Raises NotADirectoryError for a file."""
        return [f"{path}/{name}" for name in os.listdir(path)]  # noqa: PTH208

    def find(self, path: str, detail: bool = True) -> dict[str, dict[str, Any]]:  # noqa: ARG002
        """Return size and time of the last change of each file below a folder; none if there is no such folder."""
        return dict(_files(path))

    def cat_ranges(self, paths: Sequence[str], _start: None, _end: None, on_error: str) -> list[Any]:  # noqa: ARG002
        """Return the bytes of each file, or what was raised instead."""
        return [_content(path) for path in paths]

    def invalidate_cache(self, path: str | None = None) -> None:
        """Do nothing: nothing is cached."""


def _content(path: str) -> bytes | OSError:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a hot path
            return file.read()
    except OSError as error:
        return error


def _files(folder: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the files below a folder; links are files, and what vanishes or may not be read is left out."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
                continue
            with contextlib.suppress(OSError):
                own = entry.stat(follow_symlinks=False)
                size = own.st_size if not entry.is_symlink() else _size_of_target(entry)
                yield entry.path, {"size": size, "mtime": own.st_mtime}


def _size_of_target(link: os.DirEntry[str]) -> int:
    try:
        return link.stat().st_size
    except OSError:
        return 0
