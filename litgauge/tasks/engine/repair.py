"""Repair of storage: work goes on when stored files are damaged or missing, and their content is computed again.

Nothing is overwritten. A damaged file moves to `damaged/` under its path. Outputs that name it move too, since the same
output, made again, names other parts. For a blob, the items whose rows name it are forgotten, so that they are computed
again and store it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.checksum import is_stage_file, matches_name, sha256_in_name
from litgauge.tasks.engine.items import Items, decode_batch
from litgauge.tasks.engine.memory import read_manifest, replace_batch
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.reachable import is_batch, lineage_of, naming_columns
from litgauge.tasks.engine.storage import Storage

Result = TypeVar("Result")


def with_repair(storage: Storage, work: Callable[[], Result]) -> Result:
    """Return what `work` returns; after each damaged file that can be repaired, `work` is started again.

    Finished items are reused. Raises DamagedFile for a file that stays damaged or that cannot be computed again.
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
    """Move a damaged file and what depends on it aside; False if it is of a kind that cannot be computed again.

    Files beside it are checked too. Logs one line with what was lost and what is computed again.
    """
    folder, _, rest = damage.path.partition("/")
    stage = rest.partition("/")[0]
    if folder == "blobs":
        lost_paths = _set_aside(storage, [damage.path])
        remedy = _forget(storage, {digest for path in lost_paths if (digest := sha256_in_name(path))})
    elif folder in ("stages", "items", "outputs"):
        lost_paths = _set_aside(storage, [damage.path, *_damaged_beside(storage, damage.path)])
        stale = _set_aside(storage, list(_stale_outputs(storage, stage)))
        remedy = f"what stage {stage} stored in it is computed again"
        lost_paths = [*lost_paths, *stale] if folder == "outputs" else lost_paths
    else:
        return False
    more = f" (and {len(lost_paths) - 1} more beside it)" if len(lost_paths) > 1 else ""
    tell(Note("storage", f"{damage.where}: {damage.what}{more}; {remedy}"))
    return True


def _set_aside(storage: Storage, paths: Collection[str]) -> list[str]:
    for path in paths:
        named_by_hash = sha256_in_name(path) is not None
        storage.set_aside(path, partial(matches_name, path) if named_by_hash else None)
    return list(paths)


def _damaged_beside(storage: Storage, path: str) -> Iterator[str]:
    """Yield the other files in the folder whose bytes do not match their names."""
    folder = path.rpartition("/")[0]
    for other in (f"{folder}/{name}" for name in storage.names(folder)):
        if other != path and sha256_in_name(other) is not None:
            try:
                storage.read_checked(other)
            except DamagedFile:
                yield other


def _stale_outputs(storage: Storage, stage: str) -> Iterator[str]:
    """Yield the outputs of a stage that cannot be read or that name a missing part."""
    existing = {file.path for file in storage.files(f"stages/{stage}")}
    for name in storage.names(f"outputs/{stage}"):
        path = f"outputs/{stage}/{name}"
        if not name.endswith(".json") or name.startswith("."):
            continue
        try:
            items = read_manifest(storage, path).items
        except DamagedFile:
            yield path
            continue
        if any(part not in existing for item in items for part, _, _ in item.parts.values()):
            yield path


@dataclass
class _BlobRows:
    """Rows of parts that name one of these blobs; every part is read once."""

    storage: Storage
    digests: set[str]

    def __post_init__(self) -> None:
        self._rows: dict[str, list[int]] = {}

    def names(self, part: str, first: int, length: int) -> bool:
        """Return whether one of these rows names one."""
        if part not in self._rows:
            self._rows[part] = sorted(self._read(part))
        return any(first <= row < first + length for row in self._rows[part])

    def _read(self, part: str) -> Iterator[int]:
        digests = pa.array(sorted(self.digests))
        try:
            columns = naming_columns(self.storage, part)
        except DamagedFile:  # reported by the stage that reads it
            return
        for column in columns:
            if pa.types.is_string(column.type):
                yield from pc.indices_nonzero(pc.is_in(pc.utf8_slice_codeunits(column, -64), digests)).to_pylist()


def _forget(storage: Storage, digests: set[str]) -> str:
    """Forget every item whose rows name one of these blobs: its batch is rewritten without it."""
    blob_rows = _BlobRows(storage, digests)
    forgotten = []
    for file in list(storage.files("stages")):
        if lineage_of(file.path) is None or not is_batch(file.path) or not is_stage_file(file.path):
            continue
        try:
            states = decode_batch(storage, file.path, storage.read(file.path))
        except (DamagedFile, FileNotFoundError):
            continue
        rest: Items = tuple(s for s in states if not any(blob_rows.names(*place) for place in s.parts.values()))
        if len(rest) < len(states):
            replace_batch(storage, file.path, rest)
            forgotten += [state.id for state in states if state not in rest]
    if not forgotten:
        return "no stage can compute it again"
    return f"its sources are fetched again for {len(forgotten)} items, the first is {forgotten[0]}"
