"""One item never stops the others: whatever computing or storing it raises stays with it, and is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tasks.base.crash import whole
from tasks.base.errors import Failed, ItemError, LitgaugeError, Rejected
from tasks.engine.cache import PartCache
from tasks.engine.definition import Compute, Context, ItemInput, PlannedItem, quarantined
from tasks.engine.items import ItemState
from tasks.engine.memory import Outcome, StageMemory
from tasks.engine.plan import load_inputs
from tasks.engine.storage import Storage


def compute_apart(compute: Compute, items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
    """What the stage gives for these items, as it comes.

    Where the stage raises over a batch, the items that have no outcome yet are computed one by one, and the one that it
    raises over again has failed. What is not about one item (storage, budget, endpoint) is raised.
    """
    waiting = {item.id: item for item in items}
    try:
        for one in compute(items, context):
            waiting.pop(one.id, None)
            yield _storable(one)
    except Exception as error:
        if isinstance(error, LitgaugeError) and not isinstance(error, ItemError):
            raise
        if len(items) == 1:
            yield _storable(quarantined(items[0], error))
            return
        for item in waiting.values():
            yield from compute_apart(compute, [item], context)


def load_apart(
    storage: Storage, items: Sequence[PlannedItem], tables: Mapping[str, type], held: PartCache | None = None
) -> tuple[list[ItemInput], list[Outcome]]:
    """The rows behind planned items, and the items whose rows cannot be made out, as failed."""
    try:
        return load_inputs(storage, items, tables, held), []
    except Exception as error:
        if isinstance(error, LitgaugeError):
            raise
        if len(items) == 1:
            return [], [quarantined(ItemInput(items[0].id, items[0].key, {}, {}), error)]
    apart = [load_apart(storage, [item], tables, held) for item in items]
    return [item for loaded, _ in apart for item in loaded], [one for _, failed in apart for one in failed]


def remember_apart(memory: StageMemory, outcomes: Sequence[Outcome]) -> list[ItemState]:
    """What `memory.remember` gives; an item whose rows cannot be stored has failed."""
    try:
        return memory.remember(outcomes)
    except Exception as error:
        if isinstance(error, LitgaugeError):
            raise
        if len(outcomes) > 1:
            return [state for one in outcomes for state in remember_apart(memory, [one])]
        one = outcomes[0]
        return memory.remember([quarantined(ItemInput(one.id, one.key, {}, {}), error)])


def _storable(one: Outcome) -> Outcome:
    """The outcome with a reason that can be written: it may quote what no UTF-8 holds."""
    reason = one.rows
    if not isinstance(reason, ItemError):
        return one
    kind = Rejected if isinstance(reason, Rejected) else Failed
    return replace(one, rows=kind(whole(reason.rule), whole(reason.what)))
