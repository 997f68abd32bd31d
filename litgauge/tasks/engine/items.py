"""States of the items of an output, stored in chunks that outputs share.

    items/<stage>/<sha256>.gz     some hundred items; where nothing changed, next week's output names the same chunk

Chunk boundaries follow from the ids of items, so adding or removing an item changes one chunk and not those after it.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.storage import Storage

Status = Literal["done", "rejected", "failed"]
Place = tuple[str, int, int]  # a part, the first row in it, the number of rows

_MEAN_ITEMS = 512  # of a chunk
_MOST_ITEMS = 2048
_PACKED = ".gz"
_LEVEL = 1
_UNREADABLE = (EOFError, zlib.error, gzip.BadGzipFile)
_CACHED_CHUNKS = 256  # decoded in this process: about 130,000 items


class StageOutput(msgspec.Struct, frozen=True):
    """Output of a finished stage, passed to other stages: a few hundred bytes that any machine can read."""

    stage: str
    lineage: str
    digest: str
    manifest: str
    done: int
    rejected: int
    failed: int


class ItemState(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of one item: how it ended, and where its rows are stored."""

    id: str
    key: str
    status: Status
    digest: str = ""  # over its rows; "" unless done
    rule: str = ""
    detail: str = ""
    parts: dict[str, Place] = {}  # by table
    trace: str = ""  # of an unexpected error


Items = tuple[ItemState, ...]

_cache: OrderedDict[str, Items] = OrderedDict()  # by path, the last used at the end
_cache_lock = threading.Lock()


def keep_items(storage: Storage, stage: str, items: Sequence[ItemState]) -> tuple[str, ...]:
    """Store these items and return the paths of their chunks, in order; existing chunks are not written again."""
    return tuple(_keep_chunk(storage, stage, chunk) for chunk in _chunks(items))


def read_items(storage: Storage, chunks: Sequence[str]) -> Items:
    """Return the items of these chunks, in order. Raises DamagedFile if one is missing or damaged."""
    with _cache_lock:
        decoded = {path: _cache[path] for path in chunks if path in _cache}
    missing = [path for path in chunks if path not in decoded]
    for path, data in storage.read_all_checked(missing).items():
        decoded[path] = decode_batch(storage, path, data)
    for path, items in decoded.items():
        _put_in_cache(path, items)
    return tuple(state for path in chunks for state in decoded[path])


def decode_batch(storage: Storage, path: str, data: bytes) -> Items:
    """Return the items in a chunk or a batch. Raises DamagedFile if the bytes are damaged."""
    storage.check_sha256(path, data)
    try:
        plain = gzip.decompress(data) if path.endswith(_PACKED) else data  # older versions packed none
        return msgspec.json.decode(plain, type=Items)
    except (msgspec.DecodeError, UnicodeDecodeError, *_UNREADABLE) as error:
        what = f"this file cannot be read: {error}"
        raise DamagedFile(path, what, where=storage.locate(path)) from error


def _keep_chunk(storage: Storage, stage: str, chunk: Items) -> str:
    data = gzip.compress(msgspec.json.encode(chunk), _LEVEL, mtime=0)  # names of parts repeat: a twentieth is left
    path = f"items/{stage}/{hashlib.sha256(data).hexdigest()}{_PACKED}"
    storage.keep(path, data)
    _put_in_cache(path, chunk)
    return path


def _chunks(items: Sequence[ItemState]) -> Iterator[Items]:
    for run in runs_of([item.id for item in items], _MEAN_ITEMS, _MOST_ITEMS):
        yield tuple(items[run])


def runs_of(ids: Sequence[str], mean: int, most: int) -> Iterator[slice]:
    """Yield the places of ids in runs of `mean` in the mean and `most` at most, which end at ids that tell so."""
    first = 0
    for last, name in enumerate(ids, 1):
        if zlib.crc32(name.encode()) % mean == 0 or last - first == most:
            yield slice(first, last)
            first = last
    if first < len(ids):
        yield slice(first, len(ids))


def _put_in_cache(path: str, items: Items) -> None:
    with _cache_lock:
        _cache[path] = items
        _cache.move_to_end(path)
        if len(_cache) > _CACHED_CHUNKS:
            _cache.popitem(last=False)
