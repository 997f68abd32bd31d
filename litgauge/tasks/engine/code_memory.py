"""Syntax of modules, remembered between runs by the hash of their text: parsing all of them takes a second."""

from __future__ import annotations

import hashlib
import sys
import threading
from functools import cache
from pathlib import Path

import msgspec

from litgauge.tasks.base.user_cache import cached_bytes, keep_cached
from litgauge.tasks.engine import code_syntax
from litgauge.tasks.engine.code_syntax import ModuleSyntax, Unit, read_statements, read_whole

_MOST = 3_000  # modules; a code base has some hundred


class _CodeRecord(msgspec.Struct):
    reader: str  # digest of the code that read them
    wholes: dict[str, Unit] = {}
    modules: dict[str, ModuleSyntax] = {}


class CodeMemory:
    """What `read_whole` and `read_statements` return, read from the user's cache where it is there."""

    def __init__(self) -> None:
        self._file = f"code-{sys.version_info.major}.{sys.version_info.minor}.msgpack"
        self._saving = threading.Lock()
        self._record = self._read()
        self._used_keys: set[str] = set()
        self._new = 0

    def whole(self, text: str) -> Unit:
        """Return a whole module as one unit."""
        key = _hash(text)
        self._used_keys.add(key)
        if key not in self._record.wholes:
            self._record.wholes[key] = read_whole(text)
            self._new += 1
        return self._record.wholes[key]

    def statements(self, text: str, packages: frozenset[str]) -> ModuleSyntax:
        """Return the statements of a module, as `read_statements` does."""
        key = _hash("\0".join((*sorted(packages), text)))
        self._used_keys.add(key)
        if key not in self._record.modules:
            self._record.modules[key] = read_statements(text, packages)
            self._new += 1
        return self._record.modules[key]

    def save(self) -> None:
        """Keep what was read anew."""
        with self._saving:
            if not self._new:
                return
            self._new = 0
            wholes, modules = dict(self._record.wholes), dict(self._record.modules)
            if len(wholes) + len(modules) > _MOST:
                wholes = {key: of for key, of in wholes.items() if key in self._used_keys}
                modules = {key: of for key, of in modules.items() if key in self._used_keys}
            keep_cached(self._file, msgspec.msgpack.encode(_CodeRecord(_reader(), wholes, modules)))

    def _read(self) -> _CodeRecord:
        content = cached_bytes(self._file)
        try:
            record = msgspec.msgpack.decode(content or b"", type=_CodeRecord)
        except msgspec.DecodeError:
            return _CodeRecord(_reader())
        return record if record.reader == _reader() else _CodeRecord(_reader())


@cache
def code_memory() -> CodeMemory:
    """Return the memory of this process."""
    return CodeMemory()


def _reader() -> str:
    return hashlib.sha256(Path(code_syntax.__file__).read_bytes()).hexdigest()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
