"""Storage and stages: items are planned from upstream outputs, computed in batches and remembered one by one.

Everything here except `stage.py` runs without Prefect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.engine.definition import AFTER_FAULTS as AFTER_FAULTS
    from litgauge.tasks.engine.definition import Asked as Asked
    from litgauge.tasks.engine.definition import Compute as Compute
    from litgauge.tasks.engine.definition import Context as Context
    from litgauge.tasks.engine.definition import ItemInput as ItemInput
    from litgauge.tasks.engine.definition import PlannedItem as PlannedItem
    from litgauge.tasks.engine.definition import Stage as Stage
    from litgauge.tasks.engine.definition import Unsettled as Unsettled
    from litgauge.tasks.engine.definition import each as each
    from litgauge.tasks.engine.definition import each_async as each_async
    from litgauge.tasks.engine.plan import plan_items as plan_items

__getattr__ = late_names(__name__, __file__)
