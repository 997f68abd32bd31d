"""Reading what stages have written: rows of a table, whole or for some items."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from tasks.engine.memory import ItemState, Place, StageOutput, read_manifest
from tasks.engine.storage import Storage
from tasks.records import from_table, schema_of

Row = TypeVar("Row")


def done_items(storage: Storage, output: StageOutput) -> dict[str, ItemState]:
    """The items that the stage finished with rows, by id, in the output's order."""
    return {item.id: item for item in read_manifest(storage, output).items if item.status == "done"}


def places_of(items: Iterable[ItemState], table: str) -> list[Place]:
    """Where the rows of `table` of these items lie, item by item."""
    return [item.parts[table] for item in items if table in item.parts]


def read_table(storage: Storage, places: Sequence[Place], row_type: type) -> pa.Table:
    """The rows at these places, in the order given."""
    parts = _read_parts(storage, sorted({path for path, _, _ in places}))
    slices = [parts[path].slice(first, length) for path, first, length in places]
    return pa.concat_tables([schema_of(row_type).empty_table(), *slices])


def read_rows(storage: Storage, output: StageOutput, table: str, row_type: type[Row]) -> Iterator[Row]:
    """All rows of one table of an output."""
    places = places_of(done_items(storage, output).values(), table)
    yield from from_table(row_type, read_table(storage, places, row_type))


def read_places(storage: Storage, wanted: Sequence[Sequence[Place]], row_type: type[Row]) -> list[tuple[Row, ...]]:
    """The rows of several items, each of which may lie in several places."""
    rows = from_table(row_type, read_table(storage, [place for places in wanted for place in places], row_type))
    return [tuple(next(rows) for _ in range(sum(length for _, _, length in places))) for places in wanted]


def _read_parts(storage: Storage, paths: Sequence[str]) -> dict[str, pa.Table]:
    return {path: pq.read_table(io.BytesIO(data)) for path, data in zip(paths, storage.read_many(paths), strict=True)}


def read_items_of(storage: Storage, output: StageOutput, table: str, row_type: type[Row]) -> dict[str, tuple[Row, ...]]:
    """The rows of one table of an output, by item."""
    items = done_items(storage, output)
    wanted = [[state.parts[table]] if table in state.parts else [] for state in items.values()]
    return dict(zip(items, read_places(storage, wanted, row_type), strict=True))
