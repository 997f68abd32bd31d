"""One run of a pipeline: storage, model and limits, and one stage in it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

import msgspec

from litgauge.tasks.base import interruption
from litgauge.tasks.base.errors import ItemError, LitgaugeError, TooManyFailures
from litgauge.tasks.engine.cache import PartCache
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.engine.definition import Asked, Asks, Context, ItemInput, Model, PlannedItem, Stage
from litgauge.tasks.engine.isolation import compute_apart, load_apart, remember_apart
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import Outcome, StageMemory, StageOutput
from litgauge.tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.engine.worker_check import WorkerCheck

FLUSH_S = 5.0  # finished items become visible at least this often


class Fingerprinted(Protocol):
    """A question, as far as the engine needs to know it."""

    @property
    def name(self) -> str:
        """Name, for which settings may choose another model."""
        ...

    @property
    def fingerprint(self) -> str:
        """sha256 (hex) over everything that decides what is asked."""
        ...


class Workers(Protocol):
    """Processes, maybe on other machines, that compute batches of stages that need nothing of this process."""

    @property
    def check(self) -> WorkerCheck:
        """Return what a worker must match before it computes."""
        ...

    def at_once(self) -> int:
        """Return how many batches should run now."""
        ...

    def submit(self, task: Any, parameters: dict[str, Any]) -> Any:
        """Submit a task and return Prefect's future of it."""
        ...

    def result(self, future: Any) -> Any:
        """Return the result of a task. Raises what the task raised, or WorkersError if it was lost."""
        ...

    def poll(self) -> None:
        """Called while results are awaited. Raises WorkersError if none can come any more."""
        ...


@dataclass(frozen=True)
class Run:
    """State shared by the stages of one run."""

    storage: Storage
    model: Model | None = None
    max_failed_share: float = 0.1  # a stage with a larger share of failed items fails
    waits: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # stage -> rate limit
    answering: Mapping[str, Any] = field(default_factory=dict)  # model settings that decide its answers
    answering_each: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # for questions with their own model
    workers: Workers | None = None  # compute stages that need not stay in this process; None: this process does
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)  # that a batch may use

    def elsewhere(self) -> Run:
        """Return the run for another process: no key, no rate limit, and one core for each batch."""
        return replace(self, model=None, waits={}, workers=None, cores=1)

    def lineage_of(self, questions: Iterable[Fingerprinted]) -> dict[str, Any]:
        """Return what decides the rows of a stage that asks these questions: their wording and the models."""
        questions = list(questions)
        own = {q.name: dict(self.answering_each[q.name]) for q in questions if q.name in self.answering_each}
        lineage: dict[str, Any] = {"questions": sorted(question.fingerprint for question in questions)}
        if len(own) < len(questions):
            lineage["model"] = dict(self.answering)
        return lineage | ({"models": own} if own else {})


@dataclass(frozen=True)
class StageRun:
    """One stage in one run, with its planned items."""

    stage: Stage
    run: Run
    settings: Any
    deciding: Mapping[str, Any]  # the settings that decide the rows: part of the lineage
    items: tuple[PlannedItem, ...]
    inputs: tuple[StageOutput, ...]
    asking: bool = True  # False: a stage that may ask a model asks nothing this time
    code: str = ""  # digest of the stage's code, if it is known already

    @cached_property
    def memory(self) -> StageMemory:
        """Return the stage's memory, shared by all batches in this process."""
        settings = json.dumps(self.deciding, sort_keys=True)
        code = self.code or code_digest(self.stage)
        return StageMemory(self.run.storage, self.stage.name, code, settings, self.stage.writes)

    @cached_property
    def cache(self) -> PartCache:
        """Parts of the input that batches share."""
        return PartCache()

    @property
    def must_stay(self) -> bool:
        """Return whether its batches need this process, for the model's budget or a rate limit."""
        return (self.stage.asks is not None and self.asking) or self.stage.name in self.run.waits

    def elsewhere(self) -> StageRun:
        """Return what another process needs to compute batches: small, however many items there are."""
        return replace(self, run=self.run.elsewhere(), items=(), inputs=(), code=self.memory.code)

    def pending(self) -> list[PlannedItem]:
        """Return the items that are not done yet."""
        states = self.memory.states()
        return [item for item in self.items if item.key not in states]

    def batches(self, pending: Sequence[PlannedItem]) -> Iterator[tuple[PlannedItem, ...]]:
        """Yield the pending items in batches, one per task."""
        for start in range(0, len(pending), self.stage.batch):
            yield tuple(pending[start : start + self.stage.batch])

    def forecast(self, pending: Sequence[PlannedItem]) -> str | None:
        """Return the forecast of calls and costs for these items as text; None if nothing has to be paid."""
        model, asks = self.run.model, self.stage.asks
        if model is None or asks is None or not pending:
            return None
        context = self._context()
        items, _ = load_apart(self.run.storage, pending, self.stage.reads)
        questions = [question for item in items for question in _forecast_questions(asks, item, context)]
        # A stage whose questions depend on replies cannot list them in advance: no forecast is better than a wrong one.
        return model.forecast_asked(questions) if questions else None

    def compute(self, batch: Sequence[PlannedItem], cache: PartCache | None = None) -> list[ItemState]:
        """Compute these items, storing them as they finish; returns their states, except of items done here before.

        Items that another process finished meanwhile are computed twice, which is harmless: the first result counts.
        """
        memory, stop = self.memory, interruption.current()
        stop.check()
        pending = [item for item in batch if not memory.did(item.key)]  # an earlier attempt may have finished some
        items, unsaved = load_apart(self.run.storage, pending, self.stage.reads, cache or self.cache)
        states: list[ItemState] = []
        flushed = time.monotonic()
        try:
            for outcome in compute_apart(self.stage.compute, items, self._context()) if items else ():
                unsaved.append(outcome)
                if self.stage.asks is None:  # calls in flight end by themselves, and their replies are kept
                    stop.check()
                if time.monotonic() - flushed >= FLUSH_S:
                    states += self._flush(memory, unsaved)
                    flushed = time.monotonic()
        finally:
            states += self._flush(memory, unsaved)
        return states

    def close(self, computed: Iterable[ItemState], reused: int) -> StageOutput:
        """Store and return the stage's output over all its items. Raises TooManyFailures if too many failed."""
        memory = self.memory
        new = {state.key: state for state in computed}
        # Remembered items come first: a retry may have finished what the first attempt failed to do.
        states_by_key = new | {item.key: memory.states()[item.key] for item in self.items if memory.did(item.key)}
        # Two ids may share a key (the same file twice); each keeps its own id.
        states = [_with_id(states_by_key.get(item.key) or _without_outcome(item), item.id) for item in self.items]
        output = memory.close(states, self.inputs)
        tell(StageEnded(self.stage.name, output.done, output.rejected, output.failed, reused, output))
        self._check_failures(output, states)
        return output

    def start(self, reused: int) -> None:
        """Send the event that the stage starts."""
        tell(StageStarted(self.stage.name, len(self.items), reused))

    def _context(self) -> Context:
        model = self.run.model if self.stage.asks else None
        wait = self.run.waits.get(self.stage.name, _no_wait)
        return Context(self.run.storage, self.settings, model, wait, self.run.cores)

    def _flush(self, memory: StageMemory, unsaved: list[Outcome]) -> list[ItemState]:
        if not unsaved:
            return []
        states = remember_apart(memory, unsaved)
        unsaved.clear()
        usd = self.run.model.usd if self.run.model is not None else 0.0
        tell(ItemsDone(self.stage.name, tuple(states), usd))
        return states

    def _check_failures(self, output: StageOutput, states: Sequence[ItemState]) -> None:
        if not self.items or output.failed / len(self.items) <= self.run.max_failed_share:
            return
        first = next(state for state in states if state.status == "failed")
        raise TooManyFailures(
            f"{output.failed} of {len(self.items)} items failed, more than the allowed share of "
            f"{self.run.max_failed_share:.0%}; the first is {first.id} ({first.rule}: {first.detail})",
            where=f"stage {self.stage.name}",
            data="Finished items are kept",
            next_step="Fix the cause and run the same command again: only the failed items are tried again",
        )


def _forecast_questions(asks: Asks, item: ItemInput, context: Context) -> Sequence[Asked]:
    """Return the questions of an item; none if that fails, since computing the item will report the error."""
    try:
        return asks(item, context)
    except Exception as error:  # a forecast must stop no item and no run
        if isinstance(error, LitgaugeError) and not isinstance(error, ItemError):
            raise
        return ()


def _without_outcome(item: PlannedItem) -> ItemState:
    return ItemState(item.id, item.key, "failed", rule="bug", detail="the stage yielded no outcome for it")


def _with_id(state: ItemState, item_id: str) -> ItemState:
    return state if state.id == item_id else msgspec.structs.replace(state, id=item_id)


def _no_wait() -> None:
    return None
