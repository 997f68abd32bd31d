"""Check that a remote worker runs the same code as the run and sees the same storage.

admissions/<id>     exists while the run lasts: a worker that can read it sees the same storage
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

from litgauge.tasks.base.errors import WorkersError
from litgauge.tasks.engine.storage import Storage

_FOLDER = "admissions"
_ABANDONED_S = 7 * 24 * 3600.0
_PACKAGES = ("prefect", "prefect-dask", "dask", "distributed")
_CODE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class WorkerCheck:
    """Environment that a worker must match before it computes."""

    storage: str  # URL or absolute path
    path: str  # of the file in `admissions/`
    versions: Mapping[str, str]  # of the process that runs the flow

    def verify(self) -> None:
        """Raise WorkersError if this process cannot compute for the run."""
        if problem := _problem(self.storage, self.path, tuple(self.versions.items())):
            raise worker_error(platform.node(), problem)


@contextlib.contextmanager
def worker_check(storage: Storage) -> Iterator[WorkerCheck]:
    """Open a check that holds while the block runs; also removes files of runs that were killed over a week ago."""
    for file in list(storage.files(_FOLDER)):
        storage.remove(file.path, time.time() - _ABANDONED_S)
    path = f"{_FOLDER}/{uuid.uuid4().hex}"
    storage.create(path, b"")
    try:
        yield WorkerCheck(storage.address, path, versions())
    finally:
        storage.remove(path, math.inf)


def worker_error(where: str, problem: str) -> WorkersError:
    """Return the error for a worker that cannot compute for the run."""
    return WorkersError(
        problem,
        where=f"worker {where}",
        data="It computed nothing; what others finished is kept",
        next_step="Start the workers from the same installation as this command, with a storage that all of them see "
        "and the keys to it in their environment (docs/team.md), and run again",
    )


@cache
def versions() -> Mapping[str, str]:
    """Return what must be equal on both sides, by name: Python, Prefect and Dask, and a digest of our code."""
    digest = hashlib.sha256()
    for path in sorted(_CODE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(_CODE)}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    packages = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for package in _PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            packages[package] = version(package)
    return packages | {"litgauge's code": digest.hexdigest()[:12]}


@cache
def _problem(storage: str, path: str, expected: tuple[tuple[str, str], ...]) -> str | None:
    own = versions()
    for name, expected_version in expected:
        if own.get(name) != expected_version:
            return f"it has {name} {own.get(name, 'none')}, and this run {expected_version}"
    try:
        Storage(storage).read(path)
    except FileNotFoundError:
        return f"it does not see the storage of this run: at {storage} it finds another one, or nothing"
    except Exception as error:  # noqa: BLE001 - any obstacle (no key, no package) is reported
        return f"it cannot read the storage {storage}: {type(error).__name__}: {error}"
    return None
