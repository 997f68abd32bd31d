"""Stamps of files: a digest that changes when one is added, removed or touched, made without reading any."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_NO_CODE = "__pycache__"


def stamp_of(places: Iterable[Path]) -> str:
    """Return a digest (sha256, hex) of this Python, and of the name, size and times of each file in these places.

    A place is a folder with all below it, or a file; one that is not there has no files. The time of the last change
    of a file's state is among its times: unlike that of its content, nobody can set it.
    """
    digest = hashlib.sha256(f"{sys.version}\n".encode())
    for place in sorted(places):
        digest.update(f"{place}\n".encode("utf-8", "surrogateescape"))
        for path, state in sorted(_files(place)):
            times = f"{state.st_size} {state.st_mtime_ns} {state.st_ctime_ns} {state.st_ino}"
            digest.update(f"{path} {times}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(place: Path) -> Iterator[tuple[str, os.stat_result]]:
    if not place.is_dir():
        with contextlib.suppress(FileNotFoundError):
            yield str(place), place.stat()
        return
    folders, visited = [str(place)], set[tuple[int, int]]()
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):  # a draft of an editor's, say
                    state = entry.stat()
                    if not entry.is_dir():
                        yield entry.path, state
                    elif entry.name != _NO_CODE and (state.st_dev, state.st_ino) not in visited:
                        visited.add((state.st_dev, state.st_ino))
                        folders.append(entry.path)
