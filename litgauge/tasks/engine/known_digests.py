"""Digests of code, remembered between runs for as long as no file of the code was touched."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from litgauge.tasks.base.user_cache import cached_bytes, keep_cached

_NO_CODE = "__pycache__"


class KnownDigests:
    """Digests by what they were asked for, of some top-level packages as they are now."""

    def __init__(self, packages: Mapping[str, Path]) -> None:
        """`packages` maps top-level packages or modules to the folders that hold them."""
        self._file = f"digests-{_stamp(folder / name for name, folder in packages.items())}.msgpack"
        self._saving = threading.Lock()
        self._digests = self._read()

    def get(self, targets: Iterable[tuple[str, str]]) -> str | None:
        """Return the digest that was kept; None if there is none."""
        return self._digests.get(_key(targets))

    def keep(self, targets: Iterable[tuple[str, str]], digest: str) -> None:
        """Keep a digest."""
        with self._saving:
            self._digests = {**self._read(), **self._digests, _key(targets): digest}
            keep_cached(self._file, msgspec.msgpack.encode(self._digests))

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.msgpack.decode(cached_bytes(self._file) or b"", type=dict[str, str])
        except msgspec.DecodeError:
            return {}


def _key(targets: Iterable[tuple[str, str]]) -> str:
    return "\n".join(sorted(f"{module}:{name}" for module, name in targets))


def _stamp(roots: Iterable[Path]) -> str:
    """Return a digest of the Python that reads the code, and of the name, size and times of each file of it.

    The time of the last change of its state is among them: unlike that of its content, nobody can set it.
    """
    digest = hashlib.sha256(f"{sys.version}\n".encode())
    for root in sorted(roots):
        digest.update(f"{root}\n".encode("utf-8", "surrogateescape"))
        for path, state in sorted(_files(root)):
            times = f"{state.st_size} {state.st_mtime_ns} {state.st_ctime_ns} {state.st_ino}"
            digest.update(f"{path} {times}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    if not root.is_dir():
        module = root.with_suffix(".py")
        yield str(module), module.stat()
        return
    folders, seen = [str(root)], set[tuple[int, int]]()
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):  # a draft of an editor's, say
                    state = entry.stat()
                    if not entry.is_dir():
                        yield entry.path, state
                    elif entry.name != _NO_CODE and (state.st_dev, state.st_ino) not in seen:
                        seen.add((state.st_dev, state.st_ino))
                        folders.append(entry.path)
