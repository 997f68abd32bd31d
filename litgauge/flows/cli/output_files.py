"""Files that a command writes where its user says: looked at before the work, and there as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from litgauge.tasks.base.errors import UnusableInput

_NOTHING = "Nothing was done"


def check_file(path: Path, option: str = "--out") -> Path:
    """Return the path, if a file can be written there, in a folder that is made if it is missing.

    Raises UnusableInput if none can.
    """
    _check_name(path, option)
    if path.is_dir():
        raise _unusable(path, option, "this is a folder", "Name a file, in it or elsewhere")
    if path.exists() and not path.is_file():
        raise _unusable(path, option, "this is no regular file", "Name another file")
    _check_writable(path.parent, path, option)
    return path


def check_new_file(path: Path, option: str = "--out") -> Path:
    """Return the same for a file that people fill in: one that is there already is never replaced."""
    if path.is_file():
        raise _unusable(path, option, "there is a file of this name, which may hold people's work", "Name another file")
    return check_file(path, option)


def check_folder(path: Path, option: str = "--out") -> Path:
    """Return the path, if files can be written into a folder of this name, which need not be there.

    Raises UnusableInput if none can.
    """
    _check_name(path, option)
    if path.exists() and not path.is_dir():
        raise _unusable(path, option, "this is a file", "Name a folder")
    _check_writable(path, path, option)
    return path


@contextlib.contextmanager
def opened(output: Path | None) -> Iterator[TextIO]:
    """Standard output, or the file, written beside its name and renamed at the end."""
    if output is None:
        yield sys.stdout
        return
    with whole_file(output) as stream:
        yield stream


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that a killed command leaves as it was, and a failed one too."""
    with draft_of(path) as draft, draft.open("w", encoding="utf-8") as stream:
        yield stream


@contextlib.contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Yield a path to write to; it becomes the file when all of it is written."""
    draft = path.with_name(f".{path.name[:200]}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _check_name(path: Path, option: str) -> None:
    if not path.name:
        raise _unusable(path, option, "this names no file", "Name one")
    try:
        path.exists()
        path.resolve()
    except (OSError, RuntimeError) as error:  # a name that is too long, a loop of links
        what = getattr(error, "strerror", None) or "the path cannot be followed"
        raise _unusable(path, option, what, "Name another place") from None


def _check_writable(folder: Path, path: Path, option: str) -> None:
    """Raise UnusableInput if the nearest existing folder is not writable."""
    nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not nearest.is_dir():
        raise _unusable(path, option, f"{nearest} is a file and no folder", "Name another place")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise _unusable(path, option, f"nothing can be written in {nearest}", "Name another place")


def _unusable(path: Path, option: str, what: str, next_step: str) -> UnusableInput:
    return UnusableInput(what, where=f"{option} {path}", data=_NOTHING, next_step=next_step)
