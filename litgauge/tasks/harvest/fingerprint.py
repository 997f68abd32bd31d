"""Digest of an input: the same bytes are never harvested or read twice."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
from collections.abc import Iterable, Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import cast
from weakref import WeakKeyDictionary

import fsspec
from fsspec.implementations.local import LocalFileSystem

from litgauge.tasks.base.errors import DamagedFile, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.corpus import check_papers
from litgauge.tasks.harvest.local import packed_files
from litgauge.tasks.harvest.papers import is_latex, with_named_files

_SETTLED_S = 2.0  # longer than the tick of any file system's clock
_of_this_run: WeakKeyDictionary[Storage, dict[str, str]] = WeakKeyDictionary()


def known_digest(path: str, storage: Storage) -> str:
    """`file_digest`, read from storage where the same file was hashed before; UnusableInput if it cannot be opened.

    Trusted is that a local file still holds the same bytes while its path, device, inode, size, and the times of its
    last write and last change (mtime and ctime, in ns) are the same. The system sets ctime at every change, also where
    a tool sets mtime back; a file that was changed less than two seconds before it was hashed, or while it was, is not
    remembered. A file elsewhere is hashed once for each opened storage, that is once a run.
    """
    if (local := _local_path(path)) is None:
        digests = _of_this_run.setdefault(storage, {})
        if path not in digests:
            digests[path] = file_digest(path)
        return digests[path]
    state = _state(local)
    name = f"digests/{hashlib.sha256(state.encode()).hexdigest()}"
    if (digest := _remembered(storage, name)) is not None:
        return digest
    digest = file_digest(path)
    if state and state == _state(local) and _is_settled(local):
        storage.create(name, _seal(name, digest))
    return digest


def _remembered(storage: Storage, name: str) -> str | None:
    """Return what was hashed before; a file that is damaged is put aside, and the input is hashed again."""
    try:
        content = storage.read(name)
    except FileNotFoundError:
        return None
    except DamagedFile:
        content = b""
    digest = content[:64].decode("ascii", "replace")
    if re.fullmatch("[0-9a-f]{64}", digest) and content in (_seal(name, digest), digest.encode()):
        return digest
    storage.set_aside(name)
    return None


def _seal(name: str, digest: str) -> bytes:
    """Return the digest, and one over it and the name: without the second one an older litgauge wrote it."""
    return f"{digest} {hashlib.sha256(f'{name} {digest}'.encode()).hexdigest()}".encode()


def file_digest(path: str) -> str:
    """sha256 (hex) of a file's bytes, a local path or any fsspec URL; UnusableInput if it cannot be opened."""
    with _input(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_input(path: str) -> None:
    """Raise UnusableInput for a folder without a paper, or a file (a local path or any fsspec URL) that does not open.

    For a command, before it starts anything; a harvest raises the same.
    """
    if Path(path).is_dir():
        check_papers(path)
    else:
        with _input(path):
            pass


@contextlib.contextmanager
def _input(path: str) -> Iterator[BufferedIOBase]:
    try:
        with fsspec.open(path, "rb") as file:
            yield cast(BufferedIOBase, file)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the input cannot be opened ({getattr(error, 'strerror', None) or error})",
            where=path,
            data="Nothing was harvested",
            next_step="Name papers of your own (--papers), arXiv's metadata snapshot (--snapshot; it comes from "
            "https://www.kaggle.com/datasets/Cornell-University/arxiv), or either with --set harvest.path=…",
        ) from error


def source_digest(path: Path) -> str:
    """sha256 (hex) over a local source: a file, a .tex file with those it names, a folder; "" if it is not there."""
    if path.is_file():
        files = with_named_files(path) if is_latex(path) else [path]
        return _digest(path) if len(files) == 1 else _digest_of(files, path.parent.resolve())
    if not path.is_dir():
        return ""
    return _digest_of(sorted(packed_files(path)), path)


def _digest_of(files: Iterable[Path], folder: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        name = os.fsencode(file.relative_to(folder))
        digest.update(name + b"\0" + _digest(file).encode() + b"\0")
    return digest.hexdigest()


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:  # whoever reads it says so, of this source alone
        return "unreadable"


def _local_path(path: str) -> str | None:
    try:
        system, place = fsspec.core.url_to_fs(path)
    except (OSError, ValueError, ImportError):
        return None  # `file_digest` says what is wrong with it
    return os.path.realpath(place) if isinstance(system, LocalFileSystem) else None


def _state(path: str) -> str:
    """Return what changes whenever the file does; "" if there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a path of fsspec
    except OSError:
        return ""
    return f"{path}\0{status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def _is_settled(path: str) -> bool:
    status = os.stat(path)  # noqa: PTH116
    return time.time() - max(status.st_mtime, status.st_ctime) > _SETTLED_S
