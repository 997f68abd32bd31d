"""Rows of stage outputs: read by table and item, and written for stages to plan from."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.cache import PartCache
from litgauge.tasks.engine.items import ItemState, Place
from litgauge.tasks.engine.memory import Outcome, StageMemory, StageOutput, read_manifest
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import from_table, row_digest, schema_of
from litgauge.tasks.records.arrow_values import empty_table, integer_array
from litgauge.tasks.records.parquet import read_parquet

Row = TypeVar("Row")

_PARTS_AT_ONCE = 8  # fetched together
_ROWS_AT_ONCE = 20_000  # made into objects together, about


def done_items(storage: Storage, output: StageOutput) -> dict[str, ItemState]:
    """Return the items that have rows, by id, in the output's order."""
    return {item.id: item for item in read_manifest(storage, output).items if item.status == "done"}


def places_of(items: Iterable[ItemState], table: str) -> list[Place]:
    """Return where the rows of `table` are stored, item by item."""
    return [item.parts[table] for item in items if table in item.parts]


def count_rows(storage: Storage, output: StageOutput, table: str) -> int:
    """Return the number of rows of one table of an output, without reading them."""
    return sum(length for _, _, length in _places(storage, output, table, None))


def read_table(
    storage: Storage, output: StageOutput, table: str, row_type: type, items: Collection[str] | None = None
) -> pa.Table:
    """Return the rows of one table of an output as Arrow, in the order of its items; only those of `items`, if given.

    Uses about as much memory as it returns: parts are read one after the other, and only the selected rows of each are
    kept. The columns are those of `row_type`.
    """
    return table_at(storage, _places(storage, output, table, items), row_type)


def read_rows(
    storage: Storage, output: StageOutput, table: str, row_type: type[Row], items: Collection[str] | None = None
) -> Iterator[Row]:
    """Yield the rows of one table of an output, or those of some items, with a few parts in memory at a time."""
    for places in _stretches(_places(storage, output, table, items)):
        yield from from_table(row_type, table_at(storage, places, row_type))


def read_items_of(storage: Storage, output: StageOutput, table: str, row_type: type[Row]) -> dict[str, tuple[Row, ...]]:
    """Return the rows of one table of an output, by item."""
    items = done_items(storage, output)
    places = [[state.parts[table]] if table in state.parts else [] for state in items.values()]
    return dict(zip(items, rows_at(storage, places, row_type), strict=True))


def rows_at(
    storage: Storage, places_by_item: Sequence[Sequence[Place]], row_type: type[Row], cache: PartCache | None = None
) -> list[tuple[Row, ...]]:
    """Return the rows of several items, each of which may be stored in several places."""
    rows = from_table(row_type, table_at(storage, list(chain.from_iterable(places_by_item)), row_type, cache))
    return [tuple(next(rows) for _ in range(sum(length for _, _, length in places))) for places in places_by_item]


def table_at(storage: Storage, places: Sequence[Place], row_type: type, cache: PartCache | None = None) -> pa.Table:
    """Return the rows at these places, in the order given; every part is read once.

    Parts in `cache` are not read; parts with rows beyond these places are added to it.
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    rows: dict[str, int] = {}
    runs: list[Place] = []  # a part, and which of its selected rows come next
    for path, first, length in places:
        before = rows.get(path, 0)
        rows[path] = before + length
        spans.setdefault(path, []).append((first, length))
        if runs and runs[-1][0] == path:
            runs[-1] = (path, runs[-1][1], runs[-1][2] + length)
        else:
            runs.append((path, before, length))
    schema = schema_of(row_type)
    selected = {}
    for path, part in _parts(storage, list(spans), schema.names, cache):
        selected[path] = _select(part, spans[path])
        if cache is not None and rows[path] < part.num_rows:
            cache.put(path, schema.names, part)
    return pa.concat_tables(
        [empty_table(schema), *(selected[path].slice(first, length) for path, first, length in runs)]
    )


def write_rows(storage: Storage, stage: str, table: str, row_type: type, rows: Mapping[str, Any]) -> StageOutput:
    """Store rows that a flow holds in memory as the output of `stage`, one item per row, in the order given.

    A row that this table of the stage has already is not written again.
    """
    memory = StageMemory(storage, stage, "rows", json.dumps({"table": table}), {table: row_type})
    keys = {name: row_digest(name, row) for name, row in rows.items()}
    states = memory.states()
    memory.remember(
        [Outcome(name, keys[name], {table: [row]}) for name, row in rows.items() if keys[name] not in states]
    )
    return memory.close([states[key] for key in keys.values()], [])


def _places(storage: Storage, output: StageOutput, table: str, items: Collection[str] | None) -> list[Place]:
    states = done_items(storage, output)
    names = states if items is None else frozenset(items)
    return places_of((state for name, state in states.items() if name in names), table)


def _stretches(places: Sequence[Place]) -> Iterator[list[Place]]:
    stretch: list[Place] = []
    rows = 0
    for place in places:
        if rows >= _ROWS_AT_ONCE and place[0] != stretch[-1][0]:
            yield stretch
            stretch, rows = [], 0
        stretch.append(place)
        rows += place[2]
    yield stretch


def _parts(
    storage: Storage, paths: Sequence[str], columns: Sequence[str], cache: PartCache | None
) -> Iterator[tuple[str, pa.Table]]:
    cached = {path: cache.get(path, columns) for path in paths} if cache is not None else {}
    yield from ((path, part) for path, part in cached.items() if part is not None)
    paths = [path for path in paths if cached.get(path) is None]
    for start in range(0, len(paths), _PARTS_AT_ONCE):
        group = paths[start : start + _PARTS_AT_ONCE]
        for path, data in storage.read_all_checked(group).items():
            try:
                yield path, read_parquet(data, columns)
            except (pa.ArrowException, OSError, ValueError) as error:  # of an old version, without checksum
                what = f"this file cannot be read: {str(error).splitlines()[0]}"
                raise DamagedFile(path, what, where=storage.locate(path)) from error


def _select(part: pa.Table, spans: Sequence[tuple[int, int]]) -> pa.Table:
    """Return the rows of a part at these spans; a copy, unless they are most of the part."""
    rows = sum(length for _, length in spans)
    adjacent = all(first + length == following for (first, length), (following, _) in pairwise(spans))
    if adjacent and 2 * rows >= part.num_rows:
        return part.slice(spans[0][0], rows)
    places = np.concatenate([np.arange(first, first + length, dtype=np.int64) for first, length in spans])
    return part.take(integer_array(places))
