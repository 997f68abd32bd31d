"""What a stage is: the tables it reads and writes, and the function that turns an item into rows."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from tasks.base.crash import said, short_trace, whole
from tasks.base.errors import Failed, ItemError, LitgaugeError
from tasks.engine.items import Place
from tasks.engine.memory import Outcome, StoredPart
from tasks.engine.storage import Storage

Row = TypeVar("Row")
Rows = Mapping[str, Sequence[Any] | StoredPart]  # table -> rows


@dataclass(frozen=True)
class PlannedItem:
    """An item to do: its id, the digest of its input, and where that input lies."""

    id: str
    key: str
    parts: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ItemInput:
    """The rows that came before, for one item."""

    id: str
    key: str
    tables: Mapping[str, tuple[Any, ...]]
    types: Mapping[str, type]

    def all(self, row_type: type[Row]) -> tuple[Row, ...]:
        """The item's rows of this type, in their order."""
        return next((self.tables[name] for name, kind in self.types.items() if kind is row_type), ())

    def one(self, row_type: type[Row]) -> Row:
        """The item's only row of this type; LookupError if there is none or more than one."""
        rows = self.all(row_type)
        if len(rows) != 1:
            raise LookupError(f"{self.id}: {len(rows)} rows of {row_type.__name__}, expected one")
        return rows[0]


Asked = tuple[Any, Mapping[str, Any]]  # a question and its inputs


class Model(Protocol):
    """Whoever answers the questions of a run, as far as a stage's bookkeeping knows it (`tasks.llm.door.Door`)."""

    @property
    def usd(self) -> float:
        """Spent so far, in US dollars."""
        ...

    def forecast_asked(self, asked: Sequence[Asked]) -> str | None:
        """What these questions will call and cost, in words; None where nothing has to be paid for."""
        ...


@dataclass(frozen=True)
class Context:
    """What a stage may use while it computes."""

    storage: Storage
    settings: Any
    model: Model | None = None  # only in stages that ask questions: see `tasks.llm.door.asker`
    wait: Callable[[], None] = lambda: None  # call before each polite request
    cores: int = 1  # that a batch may use here


@dataclass(frozen=True)
class Unsettled:
    """Rows of which some say that we failed: good for this run, done again by the next one."""

    rows: Rows


Compute = Callable[[Sequence[ItemInput], Context], Iterator[Outcome]]
Asks = Callable[[ItemInput, Context], Sequence[Asked]]


AFTER_FAULTS = (2, 10, 30)
"""Seconds to wait before each retry of a batch that reaches over the network, or asks a model."""


@dataclass(frozen=True)
class Stage:
    """One step of a pipeline."""

    name: str
    reads: Mapping[str, type]
    writes: Mapping[str, type]
    compute: Compute  # with all that it reaches, it decides what the rows are: see `tasks.engine.code_digest`
    batch: int = 100  # items per task
    at_once: int = 8  # tasks under way; fewer where a task uses all cores itself
    asks: Asks | None = None  # the questions it will put about an item; a stage that asks stays in this process
    retries: tuple[int, ...] = ()  # seconds to wait before each retry of a batch


def each(function: Callable[[ItemInput, Context], Rows]) -> Compute:
    """A stage that does its items one after the other."""

    @functools.wraps(function)
    def compute(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
        for item in items:
            yield outcome(item, lambda item=item: function(item, context))  # type: ignore[misc]

    return compute


Sharing = Callable[[Context], AbstractAsyncContextManager[Context]]
"""Opens, in a batch's event loop, what its items share, and gives them the context that has it."""


def each_async(
    function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]], sharing: Sharing = nullcontext
) -> Compute:
    """A stage that does the items of a batch side by side and yields them as they finish."""

    @functools.wraps(function)
    def compute(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
        with asyncio.Runner() as runner:
            finished = _shared(function, items, context, sharing)
            while True:
                try:
                    yield runner.run(anext(finished))  # type: ignore[arg-type]
                except StopAsyncIteration:
                    return

    return compute


async def _shared(
    function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]],
    items: Sequence[ItemInput],
    context: Context,
    sharing: Sharing,
) -> AsyncIterator[Outcome]:
    async with sharing(context) as shared, aclosing(_as_finished(function, items, shared)) as finished:
        async for one in finished:
            yield one


async def _as_finished(
    function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]], items: Sequence[ItemInput], context: Context
) -> AsyncGenerator[Outcome, None]:
    everything = [asyncio.ensure_future(_outcome_async(item, function, context)) for item in items]
    waiting = set(everything)
    ended: BaseException | None = None
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for future in done:
                if (error := future.exception()) is None:
                    yield future.result()
                else:
                    ended = ended or error
        # What ends the run ends it now, not before: a reply that is under way costs money, and is kept.
        if ended is not None:
            raise ended
    finally:
        for future in waiting:
            future.cancel()
        await asyncio.gather(*everything, return_exceptions=True)


async def _outcome_async(
    item: ItemInput, function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]], context: Context
) -> Outcome:
    try:
        rows = await function(item, context)
        return (
            Outcome(item.id, item.key, rows.rows, False)
            if isinstance(rows, Unsettled)
            else Outcome(item.id, item.key, rows)
        )
    except asyncio.CancelledError as error:
        if (task := asyncio.current_task()) is None or task.cancelling():  # the run is; nobody has cancelled the item
            raise
        return quarantined(item, error)
    except Exception as error:  # noqa: BLE001 - whatever fails an item quarantines it; the others go on
        return quarantined(item, error)


def outcome(item: ItemInput, function: Callable[[], Rows]) -> Outcome:
    """The rows that `function` gives for an item, or why it gives none."""
    try:
        return Outcome(item.id, item.key, function())
    except Exception as error:  # noqa: BLE001 - whatever fails an item quarantines it; the others go on
        return quarantined(item, error)


def quarantined(item: ItemInput, error: BaseException) -> Outcome:
    """An item that has no rows, and why; an error that is not about one item (storage, budget, endpoint) is raised on.

    What nobody foresaw keeps where it broke.
    """
    if isinstance(error, ItemError):
        noted = "\n".join(getattr(error, "__notes__", ()))  # where it broke in another process
        return Outcome(item.id, item.key, error, trace=noted)
    if isinstance(error, LitgaugeError):
        raise error
    return Outcome(item.id, item.key, Failed("bug", whole(said(error))), trace=short_trace(error))
