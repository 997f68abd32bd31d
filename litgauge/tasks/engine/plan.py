"""Planning: from upstream outputs to the items of a stage."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from litgauge.tasks.engine.cache import PartCache
from litgauge.tasks.engine.definition import ItemInput, PlannedItem
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, rows_at
from litgauge.tasks.engine.storage import Storage

Upstream = Sequence[Sequence[StageOutput]]


def plan_items(storage: Storage, upstream: Upstream, tables: Mapping[str, type]) -> list[PlannedItem]:
    """Return the items that every group of outputs has, in the order of the first group.

    A group has an item if any of its outputs finished it. The key of an item is the digest of its rows in `tables`,
    whatever computed them.
    """
    groups = [_merged([done_items(storage, output) for output in group]) for group in upstream]
    if not groups:
        return []
    shared = [item_id for item_id in groups[0] if all(item_id in group for group in groups[1:])]
    return [_planned(item_id, [group[item_id] for group in groups], tables) for item_id in shared]


def plan_whole(storage: Storage, outputs: Sequence[StageOutput], tables: Mapping[str, type], name: str) -> PlannedItem:
    """Return one item that holds all rows of these outputs, for stages that need everything at once."""
    states = [state for output in outputs for state in done_items(storage, output).values()]
    return _planned(name, [states], tables)


def with_items(
    items: Sequence[PlannedItem], states: Mapping[str, ItemState], table: str, named: Mapping[str, Iterable[str | None]]
) -> list[PlannedItem]:
    """Return the items, each with the rows of the finished items of another output that it names: they decide, too.

    `named` has the names by item; those without a state in `states` are left out.
    """
    joined = []
    for item in items:
        item_states = [
            states[name] for name in dict.fromkeys(named.get(item.id, ())) if name is not None and name in states
        ]
        places = tuple(state.parts[table] for state in item_states)
        key = "\0".join([item.key, *(state.digest for state in item_states)])
        digest = hashlib.sha256(key.encode()).hexdigest()
        joined.append(PlannedItem(item.id, digest, {**item.parts, table: places}))
    return joined


def load_inputs(
    storage: Storage, items: Sequence[PlannedItem], tables: Mapping[str, type], cache: PartCache | None = None
) -> list[ItemInput]:
    """Read the rows of planned items; parts that other batches need are cached."""
    rows: dict[str, list[tuple[Any, ...]]] = {
        table: rows_at(storage, [item.parts.get(table, ()) for item in items], row_type, cache)
        for table, row_type in tables.items()
    }
    return [
        ItemInput(item.id, item.key, {table: rows[table][number] for table in tables}, tables)
        for number, item in enumerate(items)
    ]


def _merged(outputs: Sequence[Mapping[str, ItemState]]) -> dict[str, list[ItemState]]:
    merged: dict[str, list[ItemState]] = {}
    for output in outputs:
        for item_id, state in output.items():
            merged.setdefault(item_id, []).append(state)
    return merged


def _planned(item_id: str, groups: Sequence[Sequence[ItemState]], tables: Mapping[str, type]) -> PlannedItem:
    states = [state for group in groups for state in group]
    digest = hashlib.sha256("\0".join([item_id, *(state.digest for state in states)]).encode())
    parts = {table: tuple(state.parts[table] for state in states if table in state.parts) for table in tables}
    return PlannedItem(item_id, digest.hexdigest(), parts)
