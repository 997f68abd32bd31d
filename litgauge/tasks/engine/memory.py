"""Memory of a stage: the items it has finished, so that none is computed twice.

    stages/<stage>/<lineage>/parts/<id>.<sha256>.parquet    rows of one table for a few items
    stages/<stage>/<lineage>/batches/<id>.<sha256>.json     the items of those parts, visible at once
    stages/<stage>/<lineage>/used                  renewed by every run that works here (`engine.prune`)
    outputs/<stage>/<lineage>-<digest>.json        manifest of one complete output (its items: `engine.items`)

The lineage is the digest of the stage's code and of the settings that decide its rows; the key of an item is the digest
of its input. Failed items are written in no batch, so the next run tries them again.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import DamagedFile, ItemError, NotThere, Rejected, StorageError
from litgauge.tasks.engine.checksum import is_stage_file, sha256_in_name
from litgauge.tasks.engine.items import Items, ItemState, Place, Status, decode_batch, keep_items, read_items
from litgauge.tasks.engine.items import StageOutput as StageOutput
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import row_digest, schema_of, to_table
from litgauge.tasks.records.signed import is_intact, is_signed, sign

FORMAT = 3  # of manifests; format 1 held the items itself, format 2 chunks that were not packed


class StageManifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Content of one stage output."""

    stage: str
    lineage: str
    code: str
    settings: str  # canonical JSON of the settings that decide the rows
    inputs: tuple[StageOutput, ...]
    schemas: dict[str, str]
    items: Items = ()  # filled in when read; stored in the chunks
    chunks: tuple[str, ...] = ()
    format: int = 1
    digest: str = ""  # of the output; "" in old manifests


@dataclass(frozen=True)
class StoredPart:
    """Rows too many for memory, which the stage has written as a part (`Storage.open_part`)."""

    path: str
    rows: int
    digest: str  # of their content


@dataclass(frozen=True)
class Outcome:
    """One computed item: its rows by table, or the reason why there are none."""

    id: str
    key: str
    rows: Mapping[str, Sequence[Any] | StoredPart] | ItemError
    settled: bool = True  # False: it failed in part, so the next run computes it again
    trace: str = ""  # of an unexpected error

    @property
    def lasts(self) -> bool:
        """Return whether the next run may rely on it."""
        return self.settled and not isinstance(self.rows, NotThere)


class StageMemory:
    """Memory of one stage under one lineage."""

    def __init__(self, storage: Storage, stage: str, code: str, settings: str, tables: Mapping[str, type]) -> None:
        self.storage, self.stage, self.code, self.settings, self.tables = storage, stage, code, settings, tables
        self.lineage = hashlib.sha256(f"{code}\0{settings}".encode()).hexdigest()[:24]
        self._folder = f"stages/{stage}/{self.lineage}"
        self._states: dict[str, ItemState] = {}
        self._read = False

    def states(self) -> Mapping[str, ItemState]:
        """Return the remembered items by key, a live view; storage is read once.

        If two runs computed the same item, the first batch by name counts. Items whose rows are missing are left out.
        Raises DamagedFile if a batch is damaged.
        """
        if not self._read:
            files = self.storage.marked_files(self._folder, "used")
            folder = f"{self._folder}/batches/"
            paths = sorted(path for path in files if path.startswith(folder) and is_stage_file(path))
            if any(sha256_in_name(path) is None for path in paths):
                _note_unchecked_files(self.storage.url)
            contents = self.storage.read_existing(paths)  # a prune may remove one at this moment
            batches = {path: decode_batch(self.storage, path, data) for path, data in contents.items()}
            for states in self._with_parts(batches, files).values():
                self._learn(states)
            self._read = True
        return self._states

    def did(self, key: str) -> bool:
        """Return whether the item is known to be done, without reading storage."""
        return key in self._states

    def remember(self, outcomes: Sequence[Outcome]) -> list[ItemState]:
        """Store these items and make them visible at once; failed and unsettled ones are only returned."""
        outcomes_done = [outcome for outcome in outcomes if not isinstance(outcome.rows, ItemError)]
        places = self._write_parts(outcomes_done)
        states = [self._state(outcome, places) for outcome in outcomes]
        settled = zip(states, outcomes, strict=True)
        lasting = tuple(state for state, outcome in settled if state.status != "failed" and outcome.lasts)
        if lasting:
            self.storage.write_part(f"{self._folder}/batches", ".json", msgspec.json.encode(lasting))
            self._learn(lasting)
        return states

    def close(self, states: Iterable[ItemState], inputs: Sequence[StageOutput]) -> StageOutput:
        """Store the manifest of an output of these items, in this order; an equal output is written once."""
        items = tuple(states)
        digest = hashlib.sha256(f"{self.stage}\0".encode())
        for item in items:
            line = (item.id, item.key, item.status, item.rule, item.digest)
            digest.update("\0".join(line).encode() + b"\n")
        name = digest.hexdigest()
        path = f"outputs/{self.stage}/{self.lineage}-{name}.json"
        if not self.storage.renew(path):
            manifest = StageManifest(
                self.stage,
                self.lineage,
                self.code,
                self.settings,
                tuple(inputs),
                {table: str(schema_of(row)) for table, row in self.tables.items()},
                chunks=keep_items(self.storage, self.stage, items),
                format=FORMAT,
                digest=name,
            )
            self.storage.create(path, sign(msgspec.json.encode(manifest)))
        count = Counter(item.status for item in items)
        return StageOutput(self.stage, self.lineage, name, path, count["done"], count["rejected"], count["failed"])

    def _with_parts(self, batches: Mapping[str, Items], files: Collection[str]) -> Mapping[str, Items]:
        """Return the batches without the items whose parts are missing; such batches are rewritten in storage."""
        paths = {path for states in batches.values() for state in states for path, _, _ in state.parts.values()}
        elsewhere = {folder for path in paths if (folder := path.rpartition("/")[0]) != f"{self._folder}/parts"}
        missing = paths.difference(
            files, (f"{folder}/{name}" for folder in elsewhere for name in self.storage.names(folder))
        )
        if not missing:
            return batches
        complete = {path: _without(states, missing) for path, states in batches.items()}
        count = sum(len(batches[path]) - len(complete[path]) for path in batches)
        loss = f"{len(missing)} files with rows are missing, the first is {self.storage.locate(min(missing))}"
        tell(Note(self.stage, f"{loss}: {count} items are computed again"))
        for path, rest in complete.items():
            if len(rest) < len(batches[path]):
                replace_batch(self.storage, path, rest)
        return complete

    def _learn(self, states: Iterable[ItemState]) -> None:
        for state in states:
            self._states.setdefault(state.key, state)

    def _write_parts(self, outcomes: Sequence[Outcome]) -> dict[str, dict[str, Place]]:
        places: dict[str, dict[str, Place]] = {outcome.id: {} for outcome in outcomes}
        for table, row_type in self.tables.items():
            rows: list[Any] = []
            spans: dict[str, tuple[int, int]] = {}
            for outcome in outcomes:
                assert not isinstance(outcome.rows, ItemError)
                own = outcome.rows.get(table, ())
                if isinstance(own, StoredPart):
                    places[outcome.id][table] = (own.path, 0, own.rows)
                    continue
                spans[outcome.id] = (len(rows), len(own))
                rows.extend(own)
            if not rows:
                continue
            path = self.storage.write_part(f"{self._folder}/parts", ".parquet", parquet_bytes(to_table(row_type, rows)))
            for item_id, (first, length) in spans.items():
                if length:
                    places[item_id][table] = (path, first, length)
        return places

    def _state(self, outcome: Outcome, places: Mapping[str, dict[str, Place]]) -> ItemState:
        state = ItemState(outcome.id, outcome.key, "done", trace=outcome.trace)
        if isinstance(outcome.rows, ItemError):
            status: Status = "rejected" if isinstance(outcome.rows, Rejected) else "failed"
            return msgspec.structs.replace(state, status=status, rule=outcome.rows.rule, detail=outcome.rows.what)
        digest = row_digest(*(_content(table, outcome.rows.get(table, ())) for table in self.tables))
        return msgspec.structs.replace(state, digest=digest, parts=places[outcome.id])


@cache
def _note_unchecked_files(url: str) -> None:
    """Send the note once per storage and process."""
    tell(Note("storage", f"{url}: files of an older version of litgauge have no checksum and are read unchecked"))


def replace_batch(storage: Storage, path: str, items: Items) -> None:
    """Replace a batch by one of these items. A process killed in between leaves both, which is harmless."""
    if items:
        storage.write_part(path.rpartition("/")[0], ".json", msgspec.json.encode(items))
    storage.remove(path, math.inf)


def _without(states: Items, missing: Collection[str]) -> Items:
    return tuple(state for state in states if all(path not in missing for path, _, _ in state.parts.values()))


def _content(table: str, rows: Sequence[Any] | StoredPart) -> tuple[Any, ...]:
    return (table, rows.digest) if isinstance(rows, StoredPart) else (table, *rows)


def parquet_bytes(table: pa.Table) -> bytes:
    """Return a table as the bytes of one Parquet file."""
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def read_manifest(storage: Storage, output: StageOutput | str) -> StageManifest:
    """Return the manifest of an output, or at this path, with its items; chunks are decoded once per process.

    Raises DamagedFile if the manifest or a chunk of its items is missing or damaged.
    """
    path = output if isinstance(output, str) else output.manifest
    try:
        manifest = decode_manifest(storage, path, storage.read_once(path))
    except FileNotFoundError:
        raise DamagedFile(path, "this file is missing from storage", where=storage.locate(path)) from None
    if manifest.format > FORMAT:
        raise StorageError(
            f"this manifest has format {manifest.format}; this version of litgauge reads up to {FORMAT}",
            where=storage.locate(path),
            next_step="Use the version of litgauge that wrote it",
        )
    items = read_items(storage, manifest.chunks) if manifest.chunks else manifest.items
    return msgspec.structs.replace(manifest, items=items)


def decode_manifest(storage: Storage, path: str, data: bytes) -> StageManifest:
    """Return a manifest without the items of its chunks. Raises DamagedFile if it is damaged."""
    try:
        if is_signed(data) and not is_intact(data):
            raise DamagedFile(path, "this file has changed since it was written", where=storage.locate(path))
        manifest = msgspec.json.decode(data, type=StageManifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = f"this file cannot be read: {error}"
        raise DamagedFile(path, what, where=storage.locate(path)) from error
    own = f"outputs/{manifest.stage}/{manifest.lineage}-{manifest.digest}.json"
    if manifest.digest and path != own:
        raise DamagedFile(path, f"this is a copy of {own}", where=storage.locate(path))
    return manifest
