"""Digests of code, remembered between runs for as long as no file of the code was touched."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from litgauge.tasks.base.file_stamps import stamp_of
from litgauge.tasks.base.user_cache import cached_bytes, keep_cached


class KnownDigests:
    """Digests by what they were asked for, of some top-level packages as they are now."""

    def __init__(self, packages: Mapping[str, Path]) -> None:
        """`packages` maps top-level packages or modules to the folders that hold them."""
        self._file = f"digests-{stamp_of(_place(*package) for package in packages.items())}.msgpack"
        self._saving = threading.Lock()
        self._digests = self._read()

    def get(self, targets: Iterable[tuple[str, str]]) -> str | None:
        """Return the digest that was kept; None if there is none."""
        return self._digests.get(_key(targets))

    def add(self, targets: Iterable[tuple[str, str]], digest: str) -> None:
        """Add a digest, which `save` keeps."""
        self._digests[_key(targets)] = digest

    def save(self) -> None:
        """Keep the digests."""
        with self._saving:
            self._digests = {**self._read(), **self._digests}
            keep_cached(self._file, msgspec.msgpack.encode(self._digests))

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.msgpack.decode(cached_bytes(self._file) or b"", type=dict[str, str])
        except msgspec.DecodeError:
            return {}


def _key(targets: Iterable[tuple[str, str]]) -> str:
    return "\n".join(sorted(f"{module}:{name}" for module, name in targets))


def _place(name: str, folder: Path) -> Path:
    package = folder / name
    return package if package.is_dir() else package.with_suffix(".py")
