"""Parts that batch after batch of a stage takes a few rows from: read, and checked against their hash, once.

A harvest keeps all its surveys in one part, an agent's answers lie in one: a batch that read all of it for its own few
rows would make a stage quadratic in its items.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import pyarrow as pa

_BYTES = 128_000_000


class PartCache:
    """What one stage holds in this process while it runs: the parts used last, of any number of threads."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, tuple[str, ...]], pa.Table] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, path: str, columns: Sequence[str]) -> pa.Table | None:
        """These columns of a part, if they are held."""
        key = (path, tuple(columns))
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def keep(self, path: str, columns: Sequence[str], part: pa.Table) -> None:
        """Hold these columns of a part; the last one is held whatever its size, for it is wanted again at once."""
        with self._lock:
            self._held[(path, tuple(columns))] = part
            while len(self._held) > 1 and sum(held.nbytes for held in self._held.values()) > _BYTES:
                self._held.popitem(last=False)


@lru_cache(maxsize=1)
def cache_for(_run: str, _stage: str) -> PartCache:
    """What a process elsewhere holds while it gets batches of one stage of one run."""
    return PartCache()
