"""Run a stage in Prefect: one task for the stage, and below it one task per batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State, TaskRun
from prefect.context import FlowRunContext
from prefect.futures import PrefectFuture
from prefect.states import Completed
from prefect.tasks import Task
from prefect.transactions import CommitMode, transaction
from pydantic import BaseModel

from litgauge.tasks.base.errors import LitgaugeError, StorageError
from litgauge.tasks.engine.cache import cache_for
from litgauge.tasks.engine.definition import PlannedItem, Stage
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.plan import Upstream, plan_items
from litgauge.tasks.engine.progress import ItemsDone, Note, tell
from litgauge.tasks.engine.reusing import check_may_work, is_only_reusing
from litgauge.tasks.engine.run import Run, StageRun, Workers
from litgauge.tasks.engine.worker_check import WorkerCheck

Result = TypeVar("Result")
_POLL_S = 20.0  # between checks of remote workers


def run_stage(
    stage: Stage,
    run: Run,
    settings: Any,
    upstream: Upstream,
    *,
    items: Sequence[PlannedItem] | None = None,
    deciding: Mapping[str, Any] | None = None,
    asking: bool = True,
) -> StageOutput:
    """Compute the items of a stage that are not done yet, as one Prefect task, and return the stage's output.

    The items are those that all upstream groups share, unless `items` names them. `deciding` are the settings that
    decide the rows, by default all of `settings`; changing another one (a timeout, a URL) recomputes nothing. With
    `asking=False` a stage that may ask a model asks nothing, so its batches can be computed anywhere. A stage with
    nothing to do ends as `Reused`.

    Raises what the stage raises, such as TooManyFailures or StorageError.
    """
    planned = items if items is not None else plan_items(run.storage, upstream, stage.reads)
    inputs = tuple(output for group in upstream for output in group)
    if deciding is None:
        deciding = settings.model_dump(mode="json") if isinstance(settings, BaseModel) else {}
    call = StageRun(stage, run, settings, deciding, tuple(planned), inputs, asking)
    if is_only_reusing():
        return _reused(call)
    stage_task = _whole_stage.with_options(name=stage.name, task_run_name=stage.name)
    return unwrapped(stage_task(TaskInput(call)))


def _reused(call: StageRun) -> StageOutput:
    if call.pending():
        check_may_work()
    call.start(len(call.items))
    return call.close((), len(call.items))


def unwrapped(returned: Result | State[Result]) -> Result:
    """Return the result of a task, also if the task returned a state with a custom name (`Reused`)."""
    return cast(Result, returned.result()) if isinstance(returned, State) else returned


class TaskInput:
    """Input of a task, opaque to Prefect, which searches plain arguments for futures."""

    def __init__(self, call: StageRun, batch: tuple[PlannedItem, ...] = (), check: WorkerCheck | None = None) -> None:
        self.call, self.batch, self.check = call, batch, check

    def __reduce__(self) -> tuple[type[TaskInput], tuple[StageRun, tuple[PlannedItem, ...], WorkerCheck | None]]:
        # Only plain data goes to another process. Stages that need the model or a rate limit stay in this one.
        workers = self.call.run.workers
        return type(self), (self.call.elsewhere(), self.batch, workers.check if workers else None)


@task(cache_policy=NO_CACHE, persist_result=False)
def _whole_stage(task_input: TaskInput) -> State[StageOutput] | StageOutput:
    call = task_input.call
    pending = call.pending()
    reused = len(call.items) - len(pending)
    call.start(reused)
    if (forecast := call.forecast(pending)) is not None:
        tell(Note(call.stage.name, f"forecast: {forecast}"))
    # Finished batches are kept when another batch fails, so Prefect must not mark them as "RolledBack".
    with transaction(commit_mode=CommitMode.EAGER):
        states = _compute_all(call, pending)
    output = call.close(states, reused)
    return output if pending else Completed(name="Reused", data=output)


def _compute_all(call: StageRun, pending: Sequence[PlannedItem]) -> list[ItemState]:
    batches = list(call.batches(pending))
    tasks = [
        _one_batch.with_options(
            name=f"{call.stage.name}-batch",
            task_run_name=f"{call.stage.name} {number} of {len(batches)}",
            retries=len(call.stage.retries),
            retry_delay_seconds=list(call.stage.retries) or 0,
            retry_condition_fn=_worth_a_retry,
        )
        for number in range(1, len(batches) + 1)
    ]
    calls = [(batch_task, TaskInput(call, batch)) for batch_task, batch in zip(tasks, batches, strict=True)]
    if call.run.workers is not None and not call.must_stay:
        return _compute_remotely(call.run.workers, call, calls)
    if call.must_stay and not _runs_in_threads():
        return [state for batch_task, task_input in calls for state in batch_task(task_input)]
    submits = (partial(batch_task.submit, task_input) for batch_task, task_input in calls)
    return [state for future in _as_completed(lambda: call.stage.at_once, submits) for state in future.result()]


def _compute_remotely(
    workers: Workers, call: StageRun, calls: Sequence[tuple[Task[..., Any], TaskInput]]
) -> list[ItemState]:
    """Compute batches on remote workers. Their events reach no listener here, so ItemsDone is sent from here."""
    states: list[ItemState] = []
    submits = (partial(workers.submit, batch_task, {"task_input": task_input}) for batch_task, task_input in calls)
    for future in _as_completed(workers.at_once, submits, workers.poll):
        batch_states = workers.result(future)
        usd = call.run.model.usd if call.run.model is not None else 0.0
        tell(ItemsDone(call.stage.name, tuple(batch_states), usd))
        states += batch_states
    return states


def _as_completed(
    at_once: Callable[[], int],
    submits: Iterable[Callable[[], PrefectFuture[Any]]],
    poll: Callable[[], None] | None = None,
) -> Iterable[PrefectFuture[Any]]:
    """Yield futures as they complete, with at most `at_once()` running; calls `poll` every 20 seconds meanwhile."""
    completed: SimpleQueue[PrefectFuture[Any]] = SimpleQueue()
    running = 0
    for submit in submits:
        while running >= at_once():
            yield _next(completed, poll)
            running -= 1
        submit().add_done_callback(completed.put)
        running += 1
    for _ in range(running):
        yield _next(completed, poll)


def _next(completed: SimpleQueue[PrefectFuture[Any]], poll: Callable[[], None] | None) -> PrefectFuture[Any]:
    while True:
        try:
            return completed.get(timeout=_POLL_S if poll else None)
        except Empty:
            if poll:
                poll()


@task(cache_policy=NO_CACHE, persist_result=False)
def _one_batch(task_input: TaskInput) -> list[ItemState]:
    call, check = task_input.call, task_input.check
    if check is None:
        return call.compute(task_input.batch)
    check.verify()
    return call.compute(task_input.batch, cache_for(check.path, call.stage.name))


def _runs_in_threads() -> bool:
    context = FlowRunContext.get()
    return context is not None and type(context.task_runner).__name__ == "ThreadPoolTaskRunner"


def _worth_a_retry(_task: Task[..., Any], _run: TaskRun, state: State[Any]) -> bool:
    """Retry when storage was out of reach. Other errors of ours need a person; unknown errors may pass."""
    try:
        state.result()
    except StorageError:
        return True
    except LitgaugeError:
        return False
    except Exception:  # noqa: BLE001 - unknown errors may pass
        return True
    return False
