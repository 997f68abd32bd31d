"""One run of a pipeline: its storage, its model, its limits, and how a batch is computed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

import msgspec

from tasks.base import interruption
from tasks.base.errors import ItemError, LitgaugeError, TooManyFailures
from tasks.engine.cache import PartCache
from tasks.engine.code_digest import code_digest
from tasks.engine.definition import Asked, Asks, Context, ItemInput, Model, PlannedItem, Stage
from tasks.engine.isolation import compute_apart, load_apart, remember_apart
from tasks.engine.items import ItemState
from tasks.engine.memory import Outcome, StageMemory, StageOutput
from tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from tasks.engine.storage import Storage
from tasks.engine.worker_check import WorkerCheck

FLUSH_S = 5.0  # what is finished becomes visible at least this often


class Fingerprinted(Protocol):
    """A question, by its name and the digest of all that decides what is asked."""

    @property
    def name(self) -> str:
        """By which it may have a model of its own."""
        ...

    @property
    def fingerprint(self) -> str:
        """sha256 (hex)."""
        ...


class Workers(Protocol):
    """Processes, maybe on other machines, that compute the batches of stages that need nothing of this one."""

    @property
    def check(self) -> WorkerCheck:
        """What a process has to show before it computes."""
        ...

    def at_once(self) -> int:
        """How many batches should be under way now."""
        ...

    def submit(self, task: Any, parameters: dict[str, Any]) -> Any:
        """Prefect's future of a task that is computed there."""
        ...

    def result(self, future: Any) -> Any:
        """What such a task returned. Raises what it raised, WorkersError where it was lost."""
        ...

    def poll(self) -> None:
        """Called while results are awaited. Raises WorkersError if none can come any more."""
        ...


@dataclass(frozen=True)
class Run:
    """What all stages of one run share."""

    storage: Storage
    model: Model | None = None
    max_failed_share: float = 0.1  # a stage with a larger share of failed items fails
    waits: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # stage -> polite waiting
    answering: Mapping[str, Any] = field(default_factory=dict)  # what decides the model's answers
    answering_each: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of questions with their own model
    workers: Workers | None = None  # who computes what need not stay in this process; None: this process
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)  # that a batch may use

    def elsewhere(self) -> Run:
        """What goes along to another process: no key, no polite limit, and one core for each batch."""
        return replace(self, model=None, waits={}, workers=None, cores=1)

    def lineage_of(self, questions: Iterable[Fingerprinted]) -> dict[str, Any]:
        """What decides the rows of a stage that asks these questions: who answers and how they are worded."""
        asked = list(questions)
        own = {one.name: dict(self.answering_each[one.name]) for one in asked if one.name in self.answering_each}
        lineage: dict[str, Any] = {"questions": sorted(question.fingerprint for question in asked)}
        if len(own) < len(asked):
            lineage["model"] = dict(self.answering)
        return lineage | ({"models": own} if own else {})


@dataclass(frozen=True)
class StageRun:
    """One stage in one run, with its items planned and those that are done already set apart."""

    stage: Stage
    run: Run
    settings: Any
    deciding: Mapping[str, Any]  # the settings that decide what the rows are: part of the lineage
    items: tuple[PlannedItem, ...]
    inputs: tuple[StageOutput, ...]
    asking: bool = True  # False: a stage that may ask asks nobody this time
    code: str = ""  # digest of the stage's code, where it is known already

    @cached_property
    def memory(self) -> StageMemory:
        """Where the stage remembers: read once, for all batches that are computed in this process."""
        settings = json.dumps(self.deciding, sort_keys=True)
        code = self.code or code_digest(self.stage)
        return StageMemory(self.run.storage, self.stage.name, code, settings, self.stage.writes)

    @cached_property
    def held(self) -> PartCache:
        """Parts of its input that its batches share."""
        return PartCache()

    @property
    def must_stay(self) -> bool:
        """Whether its batches need this process: the door's budget, or a polite limit."""
        return (self.stage.asks is not None and self.asking) or self.stage.name in self.run.waits

    def elsewhere(self) -> StageRun:
        """What another process needs to compute batches of it: small, however many items there are."""
        return replace(self, run=self.run.elsewhere(), items=(), inputs=(), code=self.memory.code)

    def pending(self) -> list[PlannedItem]:
        """The items that nobody has done."""
        known = self.memory.known()
        return [item for item in self.items if item.key not in known]

    def batches(self, pending: Sequence[PlannedItem]) -> Iterator[tuple[PlannedItem, ...]]:
        """The pending items in batches, each the work of one task."""
        for start in range(0, len(pending), self.stage.batch):
            yield tuple(pending[start : start + self.stage.batch])

    def forecast(self, pending: Sequence[PlannedItem]) -> str | None:
        """What the questions of these items will cost, in words; None where nothing has to be paid for."""
        model, asks = self.run.model, self.stage.asks
        if model is None or asks is None or not pending:
            return None
        context = self._context()
        items, _ = load_apart(self.run.storage, pending, self.stage.reads)
        asked = [pair for item in items for pair in _asked(asks, item, context)]
        # A stage whose questions depend on replies cannot say them beforehand: no forecast beats a false one.
        return model.forecast_asked(asked) if asked else None

    def compute(self, batch: Sequence[PlannedItem], held: PartCache | None = None) -> list[ItemState]:
        """Do these items, remembering them as they finish; returns how they ended, but those done here before.

        `held` are the parts that the batches share, those of this object if not given.
        What another process has done meanwhile is done twice, which changes nothing: the first of equals counts.
        """
        memory, stop = self.memory, interruption.current()
        stop.check()
        left = [item for item in batch if not memory.did(item.key)]  # the first try of this batch may have done some
        items, waiting = load_apart(self.run.storage, left, self.stage.reads, held or self.held)
        states: list[ItemState] = []
        flushed = time.monotonic()
        try:
            for outcome in compute_apart(self.stage.compute, items, self._context()) if items else ():
                waiting.append(outcome)
                if self.stage.asks is None:  # else the calls end by themselves: one that is under way may still come
                    stop.check()
                if time.monotonic() - flushed >= FLUSH_S:
                    states += self._flush(memory, waiting)
                    flushed = time.monotonic()
        finally:
            states += self._flush(memory, waiting)
        return states

    def close(self, computed: Iterable[ItemState], reused: int) -> StageOutput:
        """The stage's output over all its items, out of those that were known and those that batches have computed.

        Raises TooManyFailures if too many failed.
        """
        memory = self.memory
        new = {state.key: state for state in computed}
        # What is remembered goes first: a retry may have done what the first try failed to do.
        known = new | {item.key: memory.known()[item.key] for item in self.items if memory.did(item.key)}
        # Two ids may share a key (the same file twice); each keeps its own name.
        states = [_named(known.get(item.key) or _forgotten(item), item.id) for item in self.items]
        output = memory.close(states, self.inputs)
        tell(StageEnded(self.stage.name, output.done, output.rejected, output.failed, reused, output))
        self._check_failures(output, states)
        return output

    def start(self, reused: int) -> None:
        """Say what there is to do."""
        tell(StageStarted(self.stage.name, len(self.items), reused))

    def _context(self) -> Context:
        model = self.run.model if self.stage.asks else None
        wait = self.run.waits.get(self.stage.name, _no_wait)
        return Context(self.run.storage, self.settings, model, wait, self.run.cores)

    def _flush(self, memory: StageMemory, waiting: list[Outcome]) -> list[ItemState]:
        if not waiting:
            return []
        states = remember_apart(memory, waiting)
        waiting.clear()
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
            data="What was finished is kept",
            next_step="Mend the cause and run the same command again: only the failed items are tried again",
        )


def _asked(asks: Asks, item: ItemInput, context: Context) -> Sequence[Asked]:
    """What the item will ask; nothing where that cannot be told, as computing it will."""
    try:
        return asks(item, context)
    except Exception as error:  # a forecast stops no item, and no run
        if isinstance(error, LitgaugeError) and not isinstance(error, ItemError):
            raise
        return ()


def _forgotten(item: PlannedItem) -> ItemState:
    """An item of which the stage's compute has said nothing at all."""
    return ItemState(item.id, item.key, "failed", rule="bug", detail="the stage ended without a word about it")


def _named(state: ItemState, item_id: str) -> ItemState:
    return state if state.id == item_id else msgspec.structs.replace(state, id=item_id)


def _no_wait() -> None:
    return None
