"""The agent's stage: one item a task, remembered like every other stage's, so that nothing is asked twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from tasks.agents.answering import Answering, answer_task
from tasks.agents.toolbox import Toolbox
from tasks.benchmark import GivenTask
from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each_async
from tasks.engine.definition import Rows
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import write_rows
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.records.trajectories import AgentCall, AgentOutcome, AgentText, AgentWithheld


def answer_tasks(run: Run, tasks: Sequence[GivenTask], toolbox: Toolbox) -> StageOutput:
    """What the agent gives to every task; those that we fail on are tried again by the next run.

    `run.model` is the toolbox. Raises TooManyFailures, EndpointRefused, BudgetExhausted, ConfigError, StorageError.
    """
    given = write_rows(run.storage, "given", "given", GivenTask, {task.task_id: task for task in tasks})
    return run_stage(AGENT, run, toolbox, [[given]], deciding=toolbox.deciding)


@contextlib.asynccontextmanager
async def _sharing(context: Context) -> AsyncIterator[Context]:
    toolbox: Toolbox = context.settings
    async with toolbox.means() as means:
        places = asyncio.Semaphore(toolbox.tasks_at_once)
        yield replace(context, settings=Answering(toolbox.agent, means, places))


async def _answer(item: ItemInput, context: Context) -> Rows:
    answered = await answer_task(item.one(GivenTask), context.settings)
    return {
        "outcomes": [answered.outcome],
        "texts": [answered.text],
        "calls": answered.calls,
        "withheld": answered.withheld,
    }


def _asked(item: ItemInput, _context: Context) -> list[Asked]:
    return [(item.one(GivenTask), {})]


AGENT = Stage(
    "agent",
    reads={"given": GivenTask},
    writes={"outcomes": AgentOutcome, "texts": AgentText, "calls": AgentCall, "withheld": AgentWithheld},
    compute=each_async(_answer, _sharing),
    batch=1_000,  # one event loop for all of them: the agent says how many tasks are under way
    at_once=1,
    asks=_asked,
    retries=AFTER_FAULTS,
)
