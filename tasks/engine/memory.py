"""What a stage has done, item by item, so that nothing that is done is done again.

    stages/<stage>/<lineage>/parts/<id>.parquet    rows of one table for a few items
    stages/<stage>/<lineage>/batches/<id>.json     the items of those parts, visible at once
    outputs/<stage>/<digest>.json                  the manifest of one complete output

The lineage is the digest of the stage's code and of the settings it reads; the key of an item is the
digest of its input. Items that failed are written in no batch, so the next run tries them again.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from tasks.engine.storage import Storage
from tasks.errors import ItemError, Rejected
from tasks.records import row_digest, schema_of, to_table

Status = Literal["done", "rejected", "failed"]
Place = tuple[str, int, int]  # a part, the first row in it, the number of rows


class ItemState(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item of a stage: how it ended, and where its rows lie."""

    id: str
    key: str
    status: Status
    digest: str = ""  # over its rows; "" unless done
    rule: str = ""
    detail: str = ""
    parts: dict[str, Place] = {}  # table -> where its rows lie


class StageOutput(msgspec.Struct, frozen=True):
    """A finished stage, as it is handed on: a few hundred bytes that any machine can read."""

    stage: str
    lineage: str
    digest: str
    manifest: str
    done: int
    rejected: int
    failed: int


class StageManifest(msgspec.Struct, frozen=True):
    """What an output consists of."""

    stage: str
    lineage: str
    code: str
    settings: str  # canonical JSON of the settings the stage read
    inputs: tuple[StageOutput, ...]
    schemas: dict[str, str]
    items: tuple[ItemState, ...]


@dataclass(frozen=True)
class StoredPart:
    """Rows too many to hold, which the stage has written as a part of its own (`Storage.open_part`)."""

    path: str
    rows: int
    digest: str  # over their content


@dataclass(frozen=True)
class Outcome:
    """One item as computed: its rows by table, or why there are none."""

    id: str
    key: str
    rows: Mapping[str, Sequence[Any] | StoredPart] | ItemError
    settled: bool = True  # False: some of the rows say that we failed, so the next run does the item again


class StageMemory:
    """The memory of one stage under one lineage."""

    def __init__(self, storage: Storage, stage: str, code: str, settings: str, tables: Mapping[str, type]) -> None:
        self.storage, self.stage, self.code, self.settings, self.tables = storage, stage, code, settings, tables
        self.lineage = hashlib.sha256(f"{code}\0{settings}".encode()).hexdigest()[:24]
        self._folder = f"stages/{stage}/{self.lineage}"

    def known(self) -> dict[str, ItemState]:
        """Every remembered item by its key; where two runs did the same, the first batch by name counts."""
        folder = f"{self._folder}/batches"
        found: dict[str, ItemState] = {}
        for data in self.storage.read_many([f"{folder}/{name}" for name in self.storage.names(folder)]):
            for state in msgspec.json.decode(data, type=tuple[ItemState, ...]):
                found.setdefault(state.key, state)
        return found

    def remember(self, outcomes: Sequence[Outcome]) -> list[ItemState]:
        """Store the rows of these items and make them visible at once; failed and unsettled ones are only returned."""
        done = [outcome for outcome in outcomes if not isinstance(outcome.rows, ItemError)]
        places = self._write_parts(done)
        states = [self._state(outcome, places) for outcome in outcomes]
        settled = zip(states, outcomes, strict=True)
        lasting = tuple(state for state, outcome in settled if state.status != "failed" and outcome.settled)
        if lasting:
            self.storage.write_part(f"{self._folder}/batches", ".json", msgspec.json.encode(lasting))
        return states

    def close(self, states: Iterable[ItemState], inputs: Sequence[StageOutput]) -> StageOutput:
        """Freeze one output over these items, in this order; an equal output is written once."""
        items = tuple(states)
        digest = hashlib.sha256(f"{self.stage}\0".encode())
        for item in items:
            line = (item.id, item.key, item.status, item.rule, item.digest)
            digest.update("\0".join(line).encode() + b"\n")
        name = digest.hexdigest()
        manifest = StageManifest(
            self.stage,
            self.lineage,
            self.code,
            self.settings,
            tuple(inputs),
            {table: str(schema_of(row)) for table, row in self.tables.items()},
            items,
        )
        path = f"outputs/{self.stage}/{self.lineage}-{name}.json"
        self.storage.create(path, msgspec.json.encode(manifest))
        count = {status: sum(item.status == status for item in items) for status in ("done", "rejected", "failed")}
        return StageOutput(self.stage, self.lineage, name, path, count["done"], count["rejected"], count["failed"])

    def _write_parts(self, done: Sequence[Outcome]) -> dict[str, dict[str, Place]]:
        places: dict[str, dict[str, Place]] = {outcome.id: {} for outcome in done}
        for table, row_type in self.tables.items():
            rows: list[Any] = []
            spans: dict[str, tuple[int, int]] = {}
            for outcome in done:
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
        state = ItemState(outcome.id, outcome.key, "done")
        if isinstance(outcome.rows, ItemError):
            status: Status = "rejected" if isinstance(outcome.rows, Rejected) else "failed"
            return msgspec.structs.replace(state, status=status, rule=outcome.rows.rule, detail=outcome.rows.what)
        digest = row_digest(*(_content(table, outcome.rows.get(table, ())) for table in self.tables))
        return msgspec.structs.replace(state, digest=digest, parts=places[outcome.id])


def _content(table: str, rows: Sequence[Any] | StoredPart) -> tuple[Any, ...]:
    return (table, rows.digest) if isinstance(rows, StoredPart) else (table, *rows)


def parquet_bytes(table: pa.Table) -> bytes:
    """A table as the bytes of one Parquet file."""
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def read_manifest(storage: Storage, output: StageOutput) -> StageManifest:
    """The manifest behind an output."""
    return msgspec.json.decode(storage.read(output.manifest), type=StageManifest)
