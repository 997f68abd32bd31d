"""One stage of a pipeline: planned from what came before, computed in batches, remembered item by item.

Everything here but `stage.py` runs without Prefect.
"""

from tasks.engine.definition import (
    AFTER_FAULTS,
    Asked,
    Compute,
    Context,
    ItemInput,
    PlannedItem,
    Stage,
    Unsettled,
    each,
    each_async,
)
from tasks.engine.plan import plan_items

__all__ = [
    "AFTER_FAULTS",
    "Asked",
    "Compute",
    "Context",
    "ItemInput",
    "PlannedItem",
    "Stage",
    "Unsettled",
    "each",
    "each_async",
    "plan_items",
]
