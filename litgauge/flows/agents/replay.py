"""An agent run repeated from its recorded calls: the same answers to the byte, without network or money."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from litgauge.flows.agents.config import config_of
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.agents.spending import unpriced
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.agents.task_run import TaskContext, TaskRecord, answer_task
from litgauge.tasks.agents.toolbox import Toolbox, open_toolbox
from litgauge.tasks.base.errors import ItemError, LitgaugeError, UnusableInput
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import append_agent_run, load_agent_run, load_trajectory
from litgauge.tasks.records import AgentRun
from litgauge.tasks.records.trajectories import NOT_RUN, OURS, AgentOutcome
from litgauge.tasks.releases.release import load

_STAGE = "replay"
_SHOWN = 3


def replay_run(
    storage: Storage, run_id: str, release: str, settings: AgentSettings | None, name: str
) -> dict[str, Any]:
    """Return what `run_on_release` does, with {"replayed", "identical"}; with a name of its own it is kept under that.

    Raises UnusableInput for a run that cannot be replayed on this release, LitgaugeError where a call is not recorded
    or an answer came out differently.
    """
    run, files = load_agent_run(storage, run_id)
    stored = load(storage, release)
    _check(run, stored.name)
    rows = load_trajectory(storage, run_id)
    before = {outcome.task_id: outcome for outcome in rows["outcomes"] if outcome.outcome not in (OURS, NOT_RUN)}
    tasks = [
        task for task in stored.benchmark.answers.given_tasks(stored.benchmark.load(stored)) if task.task_id in before
    ]
    toolbox = open_toolbox(settings or config_of(json.loads(run.settings)), stored, replays=run.recorded)
    _compare(before, asyncio.run(_answers(tasks, toolbox)), run_id)
    if name and name != run.agent:
        run = append_agent_run(storage, replace(run, agent=name, run_id=""), files, rows)
    return {
        "run": run.run_id,
        "agent": run.agent,
        "release": run.release,
        "tasks": len(tasks),
        "counts": dict(run.counts),
        "statistics": run_statistics(rows["outcomes"], rows["calls"], rows["withheld"]).as_json(),
        "spent": asdict(toolbox.spent),
        "unpriced": unpriced(toolbox.settings),
        "replayed": len(tasks),
        "identical": True,
    }


def _check(run: AgentRun, release: str) -> None:
    if not run.ours:
        raise UnusableInput(
            "these answers were brought, so there are no recorded calls to replay",
            where=run.run_id,
            next_step="Name a run of `litgauge run`",
        )
    if run.release != release:
        raise UnusableInput(f"this run is of {run.release}", where=run.run_id, next_step=f"Name {run.release} instead")


async def _answers(tasks: Sequence[GivenTask], toolbox: Toolbox) -> list[TaskRecord | ItemError]:
    tell(StageStarted(_STAGE, len(tasks), 0))
    async with toolbox.means() as means:
        context = TaskContext(toolbox.agent, means, asyncio.Semaphore(toolbox.tasks_at_once))
        records = await asyncio.gather(*(_answer(task, context) for task in tasks))
    failed = sum(isinstance(record, ItemError) for record in records)
    tell(StageEnded(_STAGE, len(records) - failed, 0, failed, 0))
    return records


async def _answer(task: GivenTask, context: TaskContext) -> TaskRecord | ItemError:
    try:
        answered = await answer_task(task, context)
    except ItemError as error:
        tell(ItemsDone(_STAGE, (ItemState(task.task_id, "", "failed", rule=error.rule, detail=error.what),), 0.0))
        return type(error)(error.rule, error.what, where=task.task_id)
    tell(ItemsDone(_STAGE, (ItemState(task.task_id, "", "done"),), 0.0))
    return answered


def _compare(before: dict[str, AgentOutcome], records: Sequence[TaskRecord | ItemError], run_id: str) -> None:
    """Raises LitgaugeError unless every answer is what it was."""
    wrong = [str(record) for record in records if isinstance(record, ItemError)]
    wrong += [
        f"{record.outcome.task_id}: the same calls gave a different answer"
        for record in records
        if not isinstance(record, ItemError) and _what(record.outcome) != _what(before[record.outcome.task_id])
    ]
    if wrong:
        more = f" (and {len(wrong) - _SHOWN} more)" if len(wrong) > _SHOWN else ""
        raise LitgaugeError(
            f"{len(wrong)} of {len(records)} tasks cannot be replayed: {'; '.join(wrong[:_SHOWN])}{more}",
            where=run_id,
            data="The run itself is as it was; nothing was asked of anybody",
            next_step="Where calls are not recorded, the agent's settings, its prompt, its code or the tasks are not "
            "those of the run, or its replies were pruned: run the agent again, without --replay",
        )


def _what(outcome: AgentOutcome) -> tuple[str, str, str, str]:
    return outcome.outcome, outcome.file, outcome.sha256, outcome.files_digest
