"""Folder of foreign code: its inputs, and its outputs once all processes have ended."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from litgauge.tasks.base.errors import UnusableInput

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """Files that the code wrote or changed, and entries that were ignored."""

    files: tuple[tuple[str, bytes], ...]  # relative POSIX name and bytes, by name
    left: tuple[tuple[str, str], ...]  # name and why: "link", "no file", "too large", "too many"


def write_inputs(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the code's input files. Raises UnusableInput for a name outside of the folder."""
    for name, data in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name or "\\" in name:
            raise UnusableInput(f"{name!r} is no name of a file in the folder of the code", data="Nothing was run")
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def read_written(folder: Path, inputs: Mapping[str, bytes], most: int, file_mb: int, folder_mb: int) -> Written:
    """Return new and changed files: regular files, no links, no names that begin with a dot."""
    room = folder_mb * _MB
    files: list[tuple[str, bytes]] = []
    ignored: list[tuple[str, str]] = []
    for name, entry in _entries(folder):
        if len(files) + len(ignored) >= most:
            ignored.append(("…", "too many"))
            break
        reason = _refused(entry, min(file_mb * _MB, room))
        if reason:
            ignored.append((name, reason))
        elif (data := _read(entry.path)) != inputs.get(name):
            files.append((name, data))
            room -= len(data)
    return Written(tuple(sorted(files)), tuple(sorted(ignored)))


def _entries(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield everything below a folder except folders; links are not followed."""
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                else:
                    yield Path(entry.path).relative_to(folder).as_posix(), entry


def _refused(entry: os.DirEntry[str], most_bytes: int) -> str:
    facts = entry.stat(follow_symlinks=False)
    if stat.S_ISLNK(facts.st_mode) or facts.st_nlink > 1:
        return "link"
    if not stat.S_ISREG(facts.st_mode):
        return "no file"
    return "too large" if facts.st_size > most_bytes else ""


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as stream:  # noqa: PTH123 - by its descriptor, so that it is the file looked at
        return stream.read()
