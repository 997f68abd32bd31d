"""Cache of input parts: a part is read and checked against its hash once, though every batch needs a few of its rows.

A harvest stores all its surveys in one part, and so do an agent's answers. If each batch read the whole part, a stage
would be quadratic in its items.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import pyarrow as pa

_BYTES = 128_000_000


class PartCache:
    """Parts that one stage used last, up to 128 MB; safe for threads."""

    def __init__(self) -> None:
        self._parts: OrderedDict[tuple[str, tuple[str, ...]], pa.Table] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, path: str, columns: Sequence[str]) -> pa.Table | None:
        """Return these columns of a part, or None."""
        key = (path, tuple(columns))
        with self._lock:
            if key in self._parts:
                self._parts.move_to_end(key)
            return self._parts.get(key)

    def put(self, path: str, columns: Sequence[str], part: pa.Table) -> None:
        """Cache these columns of a part; the last part stays whatever its size, since the next batch needs it."""
        with self._lock:
            self._parts[(path, tuple(columns))] = part
            while len(self._parts) > 1 and sum(table.nbytes for table in self._parts.values()) > _BYTES:
                self._parts.popitem(last=False)


@lru_cache(maxsize=1)
def cache_for(_run: str, _stage: str) -> PartCache:
    """Return the cache of a remote worker for one stage of one run."""
    return PartCache()
