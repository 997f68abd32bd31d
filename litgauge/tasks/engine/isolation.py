"""One item never stops the others: an error in loading, computing or storing it becomes its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from litgauge.tasks.base.crash import encodable
from litgauge.tasks.base.errors import Failed, ItemError, LitgaugeError, NotThere, Rejected
from litgauge.tasks.engine.cache import PartCache
from litgauge.tasks.engine.definition import Compute, Context, ItemInput, PlannedItem, quarantined
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import Outcome, StageMemory
from litgauge.tasks.engine.plan import load_inputs
from litgauge.tasks.engine.storage import Storage


def compute_apart(compute: Compute, items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
    """Yield the outcomes of these items as they finish.

    If the stage raises over a batch, the items without an outcome are computed one by one, and one that raises again
    has failed. Errors that are not about one item (storage, budget, endpoint) are raised.
    """
    pending = {item.id: item for item in items}
    try:
        for outcome in compute(items, context):
            pending.pop(outcome.id, None)
            yield _storable(outcome)
    except Exception as error:
        if isinstance(error, LitgaugeError) and not isinstance(error, ItemError):
            raise
        if len(items) == 1:
            yield _storable(quarantined(items[0], error))
            return
        for item in pending.values():
            yield from compute_apart(compute, [item], context)


def load_apart(
    storage: Storage, items: Sequence[PlannedItem], tables: Mapping[str, type], cache: PartCache | None = None
) -> tuple[list[ItemInput], list[Outcome]]:
    """Return the inputs of planned items, and failed outcomes for items whose rows cannot be read."""
    try:
        return load_inputs(storage, items, tables, cache), []
    except Exception as error:
        if isinstance(error, LitgaugeError):
            raise
        if len(items) == 1:
            return [], [quarantined(ItemInput(items[0].id, items[0].key, {}, {}), error)]
    apart = [load_apart(storage, [item], tables, cache) for item in items]
    return [item for loaded, _ in apart for item in loaded], [outcome for _, failed in apart for outcome in failed]


def remember_apart(memory: StageMemory, outcomes: Sequence[Outcome]) -> list[ItemState]:
    """Return what `memory.remember` returns; an item whose rows cannot be stored has failed."""
    try:
        return memory.remember(outcomes)
    except Exception as error:
        if isinstance(error, LitgaugeError):
            raise
        if len(outcomes) > 1:
            return [state for outcome in outcomes for state in remember_apart(memory, [outcome])]
        item = outcomes[0]
        return memory.remember([quarantined(ItemInput(item.id, item.key, {}, {}), error)])


def _storable(outcome: Outcome) -> Outcome:
    """Return the outcome with a reason that can be encoded: it may quote text that is not valid Unicode."""
    reason = outcome.rows
    if not isinstance(reason, ItemError):
        return outcome
    kind = next(kind for kind in (NotThere, Rejected, Failed, ItemError) if isinstance(reason, kind))
    return replace(outcome, rows=kind(encodable(reason.rule), encodable(reason.what)))
