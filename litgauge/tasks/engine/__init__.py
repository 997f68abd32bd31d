"""Storage and stages: items are planned from upstream outputs, computed in batches and remembered one by one.

Everything here except `stage.py` runs without Prefect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.engine.definition import (
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
    from litgauge.tasks.engine.plan import plan_items

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

__getattr__ = late_names(
    __name__,
    {
        "definition": "AFTER_FAULTS Asked Compute Context ItemInput PlannedItem Stage Unsettled each each_async",
        "plan": "plan_items",
    },
)
