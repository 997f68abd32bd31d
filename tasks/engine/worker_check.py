"""What must hold in a process elsewhere before it computes for a run: that it sees its storage, and is the same code.

admissions/<id>     a file that the run keeps while it lasts: who reads it there sees the same storage
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import platform
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tasks.base.errors import WorkersError
from tasks.engine.storage import Storage

_FOLDER = "admissions"
_LEFT_BEHIND_S = 7 * 24 * 3600.0
_PACKAGES = ("prefect", "prefect-dask", "dask", "distributed")
_CODE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class WorkerCheck:
    """What a process elsewhere has to show."""

    storage: str  # its URL, or the folder from the root on
    path: str  # of the file there
    versions: Mapping[str, str]  # of whoever runs

    def verify(self) -> None:
        """Raises WorkersError if this process cannot compute for the run."""
        if problem := _problem(self.storage, self.path, tuple(self.versions.items())):
            raise worker_error(platform.node(), problem)


@contextlib.contextmanager
def worker_check(storage: Storage) -> Iterator[WorkerCheck]:
    """What is asked of processes elsewhere while the block runs."""
    for left in list(storage.files(_FOLDER)):
        storage.remove(left.path, time.time() - _LEFT_BEHIND_S)
    path = f"{_FOLDER}/{uuid.uuid4().hex}"
    storage.create(path, b"")
    try:
        yield WorkerCheck(storage.address, path, versions())
    finally:
        storage.remove(path, math.inf)


def worker_error(where: str, problem: str) -> WorkersError:
    """The error of a process that is not the one that the run needs."""
    return WorkersError(
        problem,
        where=f"worker {where}",
        data="It computed nothing; what others finished is kept",
        next_step="Start the workers from the same installation as this command, with a storage that all of them see "
        "and the keys to it in their environment (docs/team.md), and run again",
    )


@cache
def versions() -> Mapping[str, str]:
    """What must be the same on both sides, by name: Python, what carries the work, and our own code."""
    digest = hashlib.sha256()
    for path in sorted(_CODE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(_CODE)}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for package in _PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    return found | {"litgauge's code": digest.hexdigest()[:12]}


@cache
def _problem(storage: str, path: str, theirs: tuple[tuple[str, str], ...]) -> str | None:
    own = versions()
    for name, their in theirs:
        if own.get(name) != their:
            return f"it has {name} {own.get(name, 'none')}, and this run {their}"
    try:
        Storage(storage).read(path)
    except FileNotFoundError:
        return f"it does not see the storage of this run: at {storage} it finds another one, or nothing"
    except Exception as error:  # noqa: BLE001 - whatever keeps it from the storage (no key, no package) is told
        return f"it cannot read the storage {storage}: {type(error).__name__}: {error}"
    return None
