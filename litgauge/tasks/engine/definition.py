"""Stages: the tables that they read and write, and the function that turns an item into rows."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from litgauge.tasks.base.crash import describe_error, encodable, short_trace
from litgauge.tasks.base.errors import Failed, ItemError, LitgaugeError
from litgauge.tasks.engine.items import Place
from litgauge.tasks.engine.memory import Outcome, StoredPart
from litgauge.tasks.engine.storage import Storage

Row = TypeVar("Row")
Rows = Mapping[str, Sequence[Any] | StoredPart]  # table -> rows


@dataclass(frozen=True)
class PlannedItem:
    """An item to compute: its id, the digest of its input, and where its input rows are stored."""

    id: str
    key: str
    parts: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ItemInput:
    """Input rows of one item."""

    id: str
    key: str
    tables: Mapping[str, tuple[Any, ...]]
    types: Mapping[str, type]

    def all(self, row_type: type[Row]) -> tuple[Row, ...]:
        """Return the item's rows of this type, in order."""
        return next((self.tables[name] for name, kind in self.types.items() if kind is row_type), ())

    def only_row(self, row_type: type[Row]) -> Row:
        """Return the item's only row of this type. Raises LookupError if there is none or more than one."""
        rows = self.all(row_type)
        if len(rows) != 1:
            raise LookupError(f"{self.id}: {len(rows)} rows of {row_type.__name__}, expected one")
        return rows[0]


Asked = tuple[Any, Mapping[str, Any]]  # a question and its inputs


class Model(Protocol):
    """Model of a run, as far as the engine needs to know it."""

    @property
    def usd(self) -> float:
        """US dollars spent so far."""
        ...

    def forecast_asked(self, questions: Sequence[Asked]) -> str | None:
        """Return the forecast of calls and costs as text; None if nothing has to be paid."""
        ...


@dataclass(frozen=True)
class Context:
    """Services for a stage while it computes."""

    storage: Storage
    settings: Any
    model: Model | None = None  # only in stages that ask questions: see `litgauge.tasks.llm.door.asker`
    wait: Callable[[], None] = lambda: None  # call before each rate-limited request
    cores: int = 1  # that a batch may use


@dataclass(frozen=True)
class Unsettled:
    """Rows of an item that failed in part: used in this run, computed again by the next one."""

    rows: Rows


Compute = Callable[[Sequence[ItemInput], Context], Iterator[Outcome]]
Asks = Callable[[ItemInput, Context], Sequence[Asked]]


AFTER_FAULTS = (2, 10, 30)
"""Seconds to wait before each retry of a batch that uses the network or a model."""


@dataclass(frozen=True)
class Stage:
    """One step of a pipeline."""

    name: str
    reads: Mapping[str, type]
    writes: Mapping[str, type]
    compute: Compute  # its code decides the rows: see `litgauge.tasks.engine.code_digest`
    batch: int = 100  # items per task
    at_once: int = 8  # concurrent tasks; fewer if a task uses all cores itself
    asks: Asks | None = None  # questions that it will ask about an item; a stage that asks stays in this process
    retries: tuple[int, ...] = ()  # seconds to wait before each retry of a batch


def each(function: Callable[[ItemInput, Context], Rows]) -> Compute:
    """Return the compute function of a stage that computes its items one after the other."""

    @functools.wraps(function)
    def compute(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
        for item in items:
            yield outcome(item, lambda item=item: function(item, context))  # type: ignore[misc]

    return compute


Sharing = Callable[[Context], AbstractAsyncContextManager[Context]]
"""Opens what the items of a batch share, in the batch's event loop, and yields a context that holds it."""


def each_async(
    function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]], sharing: Sharing = nullcontext
) -> Compute:
    """Return the compute function of a stage that computes the items of a batch concurrently."""

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
        async for item_outcome in finished:
            yield item_outcome


async def _as_finished(
    function: Callable[[ItemInput, Context], Awaitable[Rows | Unsettled]], items: Sequence[ItemInput], context: Context
) -> AsyncGenerator[Outcome, None]:
    futures = [asyncio.ensure_future(_outcome_async(item, function, context)) for item in items]
    pending = set(futures)
    first_error: BaseException | None = None
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for future in done:
                if (error := future.exception()) is None:
                    yield future.result()
                else:
                    first_error = first_error or error
        # An error that ends the run is raised only now: replies in flight cost money and are kept.
        if first_error is not None:
            raise first_error
    finally:
        for future in pending:
            future.cancel()
        await asyncio.gather(*futures, return_exceptions=True)


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
        if (task := asyncio.current_task()) is None or task.cancelling():  # the run was cancelled, not the item
            raise
        return quarantined(item, error)
    except Exception as error:  # noqa: BLE001 - any error quarantines the item; the others go on
        return quarantined(item, error)


def outcome(item: ItemInput, function: Callable[[], Rows]) -> Outcome:
    """Return the rows that `function` computes for an item, or the reason why there are none."""
    try:
        return Outcome(item.id, item.key, function())
    except Exception as error:  # noqa: BLE001 - any error quarantines the item; the others go on
        return quarantined(item, error)


def quarantined(item: ItemInput, error: BaseException) -> Outcome:
    """Return the outcome of an item without rows. Raises errors that are not about one item (storage, budget).

    Unexpected errors keep a short trace.
    """
    if isinstance(error, ItemError):
        trace = "\n".join(getattr(error, "__notes__", ()))  # from another process
        return Outcome(item.id, item.key, error, trace=trace)
    if isinstance(error, LitgaugeError):
        raise error
    return Outcome(item.id, item.key, Failed("bug", encodable(describe_error(error))), trace=short_trace(error))
