"""How every item of an output ended, kept in chunks that outputs share.

    items/<stage>/<sha256>.json     some hundred items; where nothing changed, next week's output names the same chunk

A chunk ends after an item whose id says so, so an item that comes or goes changes one chunk and not those behind it.
"""

from __future__ import annotations

import hashlib
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from tasks.base.errors import DamagedFile
from tasks.engine.storage import Storage

Status = Literal["done", "rejected", "failed"]
Place = tuple[str, int, int]  # a part, the first row in it, the number of rows

_MEAN_ITEMS = 512  # of a chunk
_MOST_ITEMS = 2048
_CHUNKS_HELD = 256  # decoded in this process: about 130,000 items


class StageOutput(msgspec.Struct, frozen=True):
    """A finished stage, as it is handed on: a few hundred bytes that any machine can read."""

    stage: str
    lineage: str
    digest: str
    manifest: str
    done: int
    rejected: int
    failed: int


class ItemState(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item of a stage: how it ended, and where its rows lie."""

    id: str
    key: str
    status: Status
    digest: str = ""  # over its rows; "" unless done
    rule: str = ""
    detail: str = ""
    parts: dict[str, Place] = {}  # table -> where its rows lie
    trace: str = ""  # where it broke, if nobody foresaw that


Items = tuple[ItemState, ...]

_held: OrderedDict[str, Items] = OrderedDict()  # by path, whose name is the content's; the last used at the end
_holding = threading.Lock()


def keep_items(storage: Storage, stage: str, items: Sequence[ItemState]) -> tuple[str, ...]:
    """Store these items and return the paths of their chunks, in order; a chunk that is there is not written again."""
    return tuple(_keep_chunk(storage, stage, chunk) for chunk in _chunks(items))


def read_items(storage: Storage, chunks: Sequence[str]) -> Items:
    """The items of these chunks, in order; DamagedFile if one is gone or not what was written."""
    with _holding:
        found = {path: _held[path] for path in chunks if path in _held}
    missing = [path for path in chunks if path not in found]
    for path, data in storage.read_all_checked(missing).items():
        found[path] = decode_batch(storage, path, data)
    for path, items in found.items():
        _hold(path, items)
    return tuple(state for path in chunks for state in found[path])


def decode_batch(storage: Storage, path: str, data: bytes) -> Items:
    """The items in a chunk or a batch; DamagedFile if the bytes are not what was written."""
    storage.check_sha256(path, data)
    try:
        return msgspec.json.decode(data, type=Items)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = f"this file cannot be read: {error}"
        raise DamagedFile(path, what, where=storage.locate(path)) from error


def _keep_chunk(storage: Storage, stage: str, chunk: Items) -> str:
    data = msgspec.json.encode(chunk)
    path = f"items/{stage}/{hashlib.sha256(data).hexdigest()}.json"
    storage.keep(path, data)
    _hold(path, chunk)
    return path


def _chunks(items: Sequence[ItemState]) -> Iterator[Items]:
    first = 0
    for last, item in enumerate(items, 1):
        if zlib.crc32(item.id.encode()) % _MEAN_ITEMS == 0 or last - first == _MOST_ITEMS:
            yield tuple(items[first:last])
            first = last
    if first < len(items):
        yield tuple(items[first:])


def _hold(path: str, items: Items) -> None:
    with _holding:
        _held[path] = items
        _held.move_to_end(path)
        if len(_held) > _CHUNKS_HELD:
            _held.popitem(last=False)
