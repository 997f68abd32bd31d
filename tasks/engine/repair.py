"""Work that goes on although stored files are damaged or gone: what was in them is done again.

Nothing is overwritten. A damaged file moves to `damaged/`, with its path kept; outputs that name it go with it, since
the same output, made again, names other parts. For a blob the items whose rows name it are forgotten, so that they are
done again, and keep it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from tasks.base.errors import DamagedFile
from tasks.engine.checksum import is_stage_file, matches_name, sha256_in_name
from tasks.engine.items import Items, decode_batch
from tasks.engine.memory import read_manifest, replace_batch
from tasks.engine.progress import Note, tell
from tasks.engine.reachable import is_batch, lineage_of, naming_columns
from tasks.engine.storage import Storage

Result = TypeVar("Result")


def with_repair(storage: Storage, work: Callable[[], Result]) -> Result:
    """What `work` returns, which is started again for every stored file that it finds damaged and that can be mended.

    What was finished before is reused. Raises DamagedFile for a file that stays damaged, or that nobody can make again.
    """
    repaired: set[str] = set()
    while True:
        try:
            return work()
        except DamagedFile as damage:
            if damage.path in repaired or not repair(storage, damage):
                raise
            repaired.add(damage.path)


def repair(storage: Storage, damage: DamagedFile) -> bool:
    """Put a damaged file out of the way, with all that rests on it; False if it is of a kind that cannot be made again.

    Files beside it are looked through as well. Tells in a line what was lost, and what is done again.
    """
    folder, _, rest = damage.path.partition("/")
    stage = rest.partition("/")[0]
    if folder == "blobs":
        lost = _put_aside(storage, [damage.path])
        told = _forget(storage, {digest for path in lost if (digest := sha256_in_name(path))})
    elif folder in ("stages", "items", "outputs"):
        lost = _put_aside(storage, [damage.path, *_damaged_beside(storage, damage.path)])
        stale = _put_aside(storage, list(_stale_outputs(storage, stage)))
        told = f"what stage {stage} kept in it is done again"
        lost = [*lost, *stale] if folder == "outputs" else lost
    else:
        return False
    more = f" (and {len(lost) - 1} more beside it)" if len(lost) > 1 else ""
    tell(Note("storage", f"{damage.where}: {damage.what}{more}; {told}"))
    return True


def _put_aside(storage: Storage, paths: Collection[str]) -> list[str]:
    for path in paths:
        sealed = sha256_in_name(path) is not None
        storage.set_aside(path, _fitting(path) if sealed else None)
    return list(paths)


def _fitting(path: str) -> Callable[[bytes], bool]:
    return lambda data: matches_name(path, data)


def _damaged_beside(storage: Storage, path: str) -> Iterator[str]:
    """The other files in the folder that are not what their names say."""
    folder = path.rpartition("/")[0]
    for other in (f"{folder}/{name}" for name in storage.names(folder)):
        if other != path and sha256_in_name(other) is not None:
            try:
                storage.read_checked(other)
            except DamagedFile:
                yield other


def _stale_outputs(storage: Storage, stage: str) -> Iterator[str]:
    """The outputs of a stage that cannot be read, or name a part that is gone."""
    there = {file.path for file in storage.files(f"stages/{stage}")}
    for name in storage.names(f"outputs/{stage}"):
        path = f"outputs/{stage}/{name}"
        if not name.endswith(".json") or name.startswith("."):
            continue
        try:
            items = read_manifest(storage, path).items
        except DamagedFile:
            yield path
            continue
        if any(part not in there for item in items for part, _, _ in item.parts.values()):
            yield path


@dataclass
class _Naming:
    """Which rows of parts name one of these blobs; every part is read once."""

    storage: Storage
    digests: set[str]

    def __post_init__(self) -> None:
        self._rows: dict[str, list[int]] = {}

    def names(self, part: str, first: int, length: int) -> bool:
        """Whether one of these rows does."""
        if part not in self._rows:
            self._rows[part] = sorted(self._found(part))
        return any(first <= row < first + length for row in self._rows[part])

    def _found(self, part: str) -> Iterator[int]:
        wanted = pa.array(sorted(self.digests))
        try:
            columns = naming_columns(self.storage, part)
        except DamagedFile:  # whoever reads it says so
            return
        for column in columns:
            if pa.types.is_string(column.type):
                yield from pc.indices_nonzero(pc.is_in(pc.utf8_slice_codeunits(column, -64), wanted)).to_pylist()


def _forget(storage: Storage, digests: set[str]) -> str:
    """Make every item undone whose rows name one of these blobs: its batch is written anew without it."""
    naming = _Naming(storage, digests)
    forgotten = []
    for file in list(storage.files("stages")):
        if lineage_of(file.path) is None or not is_batch(file.path) or not is_stage_file(file.path):
            continue
        try:
            states = decode_batch(storage, file.path, storage.read(file.path))
        except (DamagedFile, FileNotFoundError):
            continue
        left: Items = tuple(one for one in states if not any(naming.names(*place) for place in one.parts.values()))
        if len(left) < len(states):
            replace_batch(storage, file.path, left)
            forgotten += [one.id for one in states if one not in left]
    if not forgotten:
        return "no stage can make it again"
    return f"what it was made from is fetched again, for {len(forgotten)} items, the first is {forgotten[0]}"
