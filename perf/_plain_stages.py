"""Stages without Prefect: for measuring what they cost by themselves."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from litgauge.tasks.engine.definition import PlannedItem, Stage
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.plan import Upstream, plan_items
from litgauge.tasks.engine.run import Run, StageRun


def run_plain(
    stage: Stage,
    run: Run,
    settings: Any,
    upstream: Upstream,
    *,
    items: Sequence[PlannedItem] | None = None,
    deciding: Mapping[str, Any] | None = None,
    asking: bool = True,
) -> StageOutput:
    """The output of a stage, its batches one after the other in this process."""
    planned = tuple(items if items is not None else plan_items(run.storage, upstream, stage.reads))
    if deciding is None:
        deciding = settings.model_dump(mode="json") if isinstance(settings, BaseModel) else {}
    inputs = tuple(output for group in upstream for output in group)
    call = StageRun(stage, run, settings, deciding, planned, inputs, asking)
    pending = call.pending()
    states = [state for batch in call.batches(pending) for state in call.compute(batch)]
    return call.close(states, len(planned) - len(pending))


def without_prefect(*rooms: str) -> None:
    """Have the stages of these rooms run by `run_plain`, in this process."""
    for room in rooms:
        importlib.import_module(f"litgauge.tasks.{room}.stage").run_stage = run_plain  # type: ignore[attr-defined]
