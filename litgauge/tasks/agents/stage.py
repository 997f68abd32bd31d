"""Stage in which an agent answers tasks: one item per task, memoised as in every other stage."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from litgauge.tasks.agents.task_run import TaskContext, answer_task
from litgauge.tasks.agents.toolbox import Toolbox
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.records.trajectories import AgentCall, AgentFile, AgentOutcome, AgentText, AgentWithheld


def answer_tasks(run: Run, tasks: Sequence[GivenTask], toolbox: Toolbox) -> StageOutput:
    """Return the agent's answers; the next run retries tasks that failed on our side.

    `run.model` is the toolbox. Raises TooManyFailures, EndpointRefused, BudgetExhausted, ConfigError, StorageError.
    """
    task_rows = write_rows(run.storage, "given", "given", GivenTask, {task.task_id: task for task in tasks})
    return run_stage(AGENT, run, toolbox, [[task_rows]], deciding=toolbox.deciding)


@contextlib.asynccontextmanager
async def _open_means(context: Context) -> AsyncIterator[Context]:
    toolbox: Toolbox = context.settings
    async with toolbox.means() as means:
        places = asyncio.Semaphore(toolbox.tasks_at_once)
        yield replace(context, settings=TaskContext(toolbox.agent, means, places))


async def _answer(item: ItemInput, context: Context) -> Rows:
    record = await answer_task(item.only_row(GivenTask), context.settings)
    return {
        "outcomes": [record.outcome],
        "texts": [record.text],
        "files": record.files,
        "calls": record.calls,
        "withheld": record.withheld,
    }


def _questions(item: ItemInput, _context: Context) -> list[Asked]:
    return [(item.only_row(GivenTask), {})]


AGENT = Stage(
    "agent",
    reads={"given": GivenTask},
    writes={
        "outcomes": AgentOutcome,
        "texts": AgentText,
        "files": AgentFile,
        "calls": AgentCall,
        "withheld": AgentWithheld,
    },
    compute=each_async(_answer, _open_means),
    batch=1_000,  # one event loop for all: the agent sets the number of concurrent tasks
    at_once=1,
    asks=_questions,
    retries=AFTER_FAULTS,
)
