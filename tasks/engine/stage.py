"""A stage as Prefect runs it: one task for the stage, one task per batch below it."""

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

from tasks.base.errors import LitgaugeError, StorageError
from tasks.engine.admission import Admission
from tasks.engine.definition import PlannedItem, Stage
from tasks.engine.held_parts import held_for
from tasks.engine.items import ItemState
from tasks.engine.memory import StageOutput
from tasks.engine.plan import Upstream, plan_items
from tasks.engine.progress import ItemsDone, Note, tell
from tasks.engine.run import Run, StageRun, Workers

Result = TypeVar("Result")
_LOOK_S = 20.0  # while workers elsewhere compute


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
    """Do what nobody has done of a stage, as one Prefect task, and return its output.

    The items are those that all upstream groups share, unless `items` names them. `deciding` are the
    settings that decide what the rows are, all of `settings` unless it is given; changing another one
    (a time-out, a URL) does no work again. With `asking` off a stage that may ask questions asks none, so its batches
    may be computed anywhere. A stage that had nothing to do ends as `Reused`.

    Raises what the stage raises: TooManyFailures, StorageError, …
    """
    planned = items if items is not None else plan_items(run.storage, upstream, stage.reads)
    inputs = tuple(output for group in upstream for output in group)
    if deciding is None:
        deciding = settings.model_dump(mode="json") if isinstance(settings, BaseModel) else {}
    call = StageRun(stage, run, settings, deciding, tuple(planned), inputs, asking)
    named = _whole_stage.with_options(name=stage.name, task_run_name=stage.name)
    return unwrapped(named(Sealed(call)))


def unwrapped(returned: Result | State[Result]) -> Result:
    """What a task returned, also where it returned a state with a name of its own (`Reused`)."""
    return cast(Result, returned.result()) if isinstance(returned, State) else returned


class Sealed:
    """A stage's call as Prefect hands it to a task: not taken apart in search of futures."""

    def __init__(self, call: StageRun, batch: tuple[PlannedItem, ...] = (), admission: Admission | None = None) -> None:
        self.call, self.batch, self.admission = call, batch, admission

    def __reduce__(self) -> tuple[type[Sealed], tuple[StageRun, tuple[PlannedItem, ...], Admission | None]]:
        # To another process goes what is plain; stages that need the door or a limit stay in this one.
        workers = self.call.run.workers
        return type(self), (self.call.elsewhere(), self.batch, workers.admission if workers else None)


@task(cache_policy=NO_CACHE, persist_result=False)
def _whole_stage(sealed: Sealed) -> State[StageOutput] | StageOutput:
    call = sealed.call
    pending = call.pending()
    reused = len(call.items) - len(pending)
    call.start(reused)
    if (forecast := call.forecast(pending)) is not None:
        tell(Note(call.stage.name, f"forecast: {forecast}"))
    # What a batch finished is kept whatever becomes of the others, so it is not called "RolledBack" when one fails.
    with transaction(commit_mode=CommitMode.EAGER):
        states = _compute_all(call, pending)
    output = call.close(states, reused)
    return output if pending else Completed(name="Reused", data=output)


def _compute_all(call: StageRun, pending: Sequence[PlannedItem]) -> list[ItemState]:
    batches = list(call.batches(pending))
    named = [
        _one_batch.with_options(
            name=f"{call.stage.name}-batch",
            task_run_name=f"{call.stage.name} {number} of {len(batches)}",
            retries=len(call.stage.retries),
            retry_delay_seconds=list(call.stage.retries) or 0,
            retry_condition_fn=_worth_a_retry,
        )
        for number in range(1, len(batches) + 1)
    ]
    sealed = [(one, Sealed(call, batch)) for one, batch in zip(named, batches, strict=True)]
    if call.run.workers is not None and not call.must_stay:
        return _computed_by(call.run.workers, call, sealed)
    if call.must_stay and not _threads():
        return [state for one, batch in sealed for state in one(batch)]
    under_way = (partial(one.submit, batch) for one, batch in sealed)
    return [state for future in _ended(lambda: call.stage.at_once, under_way) for state in future.result()]


def _computed_by(workers: Workers, call: StageRun, sealed: Sequence[tuple[Task[..., Any], Sealed]]) -> list[ItemState]:
    """How the items ended, as workers elsewhere say: what they tell nobody hears, so it is told here."""
    states: list[ItemState] = []
    under_way = (partial(workers.submit, one, {"sealed": batch}) for one, batch in sealed)
    for future in _ended(workers.at_once, under_way, workers.look):
        ended = workers.result(future)
        tell(ItemsDone(call.stage.name, tuple(ended), call.run.model.usd if call.run.model is not None else 0.0))
        states += ended
    return states


def _ended(
    at_once: Callable[[], int],
    waiting: Iterable[Callable[[], PrefectFuture[Any]]],
    look: Callable[[], None] | None = None,
) -> Iterable[PrefectFuture[Any]]:
    """The futures as they end, never more than `at_once` of them under way; `look` is called now and then meanwhile."""
    ended: SimpleQueue[PrefectFuture[Any]] = SimpleQueue()
    under_way = 0
    for submit in waiting:
        while under_way >= at_once():
            yield _next(ended, look)
            under_way -= 1
        submit().add_done_callback(ended.put)
        under_way += 1
    for _ in range(under_way):
        yield _next(ended, look)


def _next(ended: SimpleQueue[PrefectFuture[Any]], look: Callable[[], None] | None) -> PrefectFuture[Any]:
    while True:
        try:
            return ended.get(timeout=_LOOK_S if look else None)
        except Empty:
            if look:
                look()


@task(cache_policy=NO_CACHE, persist_result=False)
def _one_batch(sealed: Sealed) -> list[ItemState]:
    if (admission := sealed.admission) is None:
        return sealed.call.compute(sealed.batch)
    admission.check()
    return sealed.call.compute(sealed.batch, held_for(admission.path, sealed.call.stage.name))


def _threads() -> bool:
    context = FlowRunContext.get()
    return context is not None and type(context.task_runner).__name__ == "ThreadPoolTaskRunner"


def _worth_a_retry(_task: Task[..., Any], _run: TaskRun, state: State[Any]) -> bool:
    """Retrying helps against storage that was out of reach; other errors of ours say what a person must do."""
    try:
        state.result()
    except StorageError:
        return True
    except LitgaugeError:
        return False
    except Exception:  # noqa: BLE001 - any other error may pass
        return True
    return False
