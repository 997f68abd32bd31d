"""How Prefect shows a stage: one task, a task per batch below it, and `Reused` where nothing was to do."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from prefect import flow
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId
from prefect.context import FlowRunContext
from prefect.task_runners import ThreadPoolTaskRunner

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.engine.storage import Storage
from tests.engine.counting import COUNT, Counting, words

pytestmark = pytest.mark.prefect


@flow(task_runner=ThreadPoolTaskRunner(max_workers=2))
def count_words(folder: str, faults: int = 0) -> str:
    storage = Storage(folder)
    source = words(storage, ["pear", "fig", "plum", "kiwi"])
    stage = replace(COUNT, retries=(0, 0), at_once=1)
    run_stage(stage, Run(storage), Counting(journal=f"{folder}/journal", faults=faults), [[source]], deciding={})
    context = FlowRunContext.get()
    assert context is not None
    assert context.flow_run is not None
    return str(context.flow_run.id)


def states_of(flow_run_id: str, tasks: int) -> dict[str, str]:
    """Names and states of the flow run's tasks; the server records them a moment after they happened."""
    deadline = time.monotonic() + 30
    with get_client(sync_client=True) as client:
        while True:
            runs = client.read_task_runs(flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[UUID(flow_run_id)])))
            found = {run.name: run.state.name for run in runs if run.state is not None and run.state.is_final()}
            if len(found) >= tasks or time.monotonic() > deadline:
                return found
            time.sleep(0.1)


def test_a_stage_shows_its_batches_and_then_that_it_was_reused(temporary_prefect: None, tmp_path: Path) -> None:
    first = states_of(count_words(str(tmp_path)), 3)
    assert first == {"count": "Completed", "count 1 of 2": "Completed", "count 2 of 2": "Completed"}
    assert states_of(count_words(str(tmp_path)), 1) == {"count": "Reused"}


def test_a_batch_that_met_a_fault_is_tried_again_and_does_the_rest(temporary_prefect: None, tmp_path: Path) -> None:
    states = states_of(count_words(str(tmp_path), faults=2), 3)
    assert set(states.values()) == {"Completed"}
    journal = [line.split()[0] for line in (tmp_path / "journal").read_text(encoding="utf-8").splitlines()]
    assert journal == ["pear", "pear", "pear", "fig", "plum", "kiwi"]


def test_what_a_person_must_mend_is_not_tried_again(temporary_prefect: None, tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        count_words(str(tmp_path), faults=-2)
    assert len((tmp_path / "journal").read_text(encoding="utf-8").splitlines()) == 1
