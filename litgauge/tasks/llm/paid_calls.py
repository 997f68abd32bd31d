"""Calls that cost money: each is tried until answered or given up, and its answer is stored and paid for once."""

from __future__ import annotations

import asyncio
import datetime
import itertools
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from litgauge.tasks.base import interruption
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.http.retrying import spread_s
from litgauge.tasks.llm.budget import Budget
from litgauge.tasks.llm.claims import Claim
from litgauge.tasks.llm.endpoint_health import EndpointHealth
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.keys import ApiKey
from litgauge.tasks.llm.limiter import Limiter
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.llm.steps import Steps

log = logging.getLogger(__name__)

T = TypeVar("T")

_FIRST_LOOK_S, _LAST_LOOK_S = 0.05, 1.0  # for the reply to a question that another run is asking; doubles


class CallLimits(Protocol):
    """Concurrency and retries of calls; see `ModelSettings`."""

    @property
    def max_concurrency(self) -> int: ...
    @property
    def retries(self) -> int: ...
    @property
    def backoff_s(self) -> float: ...
    @property
    def backoff_max_s(self) -> float: ...


@dataclass(frozen=True, slots=True)
class PaidAnswer:
    """An endpoint's answer and its cost."""

    body: dict[str, Any]  # as it is stored
    usage: Usage
    cost_usd: float
    searches: int = 0  # of the web, among what it cost


@dataclass(frozen=True, slots=True)
class PaidCall:
    """A request and the function that sends it."""

    key: str  # content address of its answer
    content: dict[str, Any]  # all that decides the answer, stored beside it
    question: str
    provider: str
    most_usd: float
    send: Callable[[], Awaitable[PaidAnswer | Fault]]  # once
    known_as: tuple[str, ...] = ()  # where a stored answer is looked for, if not under the key alone


class SharedWork(Generic[T]):
    """Work under way by key: equal work asked for at once is done once, across threads and event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[T | None]] = {}

    async def join(self, key: str, work: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """Return the result, and whether this caller did the work. A LitgaugeError reaches every caller that waits."""
        while True:
            with self._lock:
                other = self._under_way.get(key)
                if other is None:
                    own: Future[T | None] = Future()
                    self._under_way[key] = own
            if other is None:
                return await self._do(key, own, work), True
            # Shielded: a caller that is cancelled must not cancel the work of the others.
            result = await asyncio.shield(asyncio.wrap_future(other))
            if result is not None:
                return result, False

    async def _do(self, key: str, own: Future[T | None], work: Callable[[], Awaitable[T]]) -> T:
        try:
            result = await work()
            own.set_result(result)
            return result
        except LitgaugeError as error:
            own.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._under_way[key]
            if not own.done():  # cancelled: another caller takes over
                own.set_result(None)


class PaidCalls:
    """The calls to one endpoint, from any thread: slots, money, pauses and stored replies around the bare call.

    With `at_once` as many calls as may be under way begin at once, where an endpoint cannot be overrun by them.
    """

    def __init__(
        self,
        limits: CallLimits,
        *,
        replies: Replies,
        budget: Budget,
        key: ApiKey,
        health: EndpointHealth,
        at_once: bool = False,
    ) -> None:
        self._limits, self._replies, self._budget, self._key = limits, replies, budget, key
        self.health = health
        self._limiter = Limiter(limits.max_concurrency, at_once=at_once)
        self._stop = interruption.current()
        self._under_way: SharedWork[tuple[StoredReply | Fault, bool]] = SharedWork()
        self._steps = Steps(slow=not replies.storage.is_local)

    async def make(self, call: PaidCall) -> tuple[StoredReply | Fault, bool]:
        """Return the reply, stored or paid for, or the last fault; and whether this call paid.

        Equal calls at the same time are one. Raises EndpointRefused, BudgetExhausted, ConfigError, StorageError and
        Interrupted.
        """
        (outcome, paid), own = await self._under_way.join(call.key, lambda: self._find_or_pay(call))
        return outcome, paid and own

    async def stored(self, *keys: str) -> StoredReply | None:
        """Return the first stored reply under one of these keys."""
        return await self._steps.do(lambda: self._first_stored(keys))

    def _first_stored(self, keys: Sequence[str]) -> StoredReply | None:
        return next(filter(None, map(self._replies.read, keys)), None)

    async def _find_or_pay(self, call: PaidCall) -> tuple[StoredReply | Fault, bool]:
        async with self._stop.endable():
            turn = await self._reply_or_turn(call)
        return (turn, False) if isinstance(turn, StoredReply) else await self._pay(call, turn)

    async def _reply_or_turn(self, call: PaidCall) -> Claim | StoredReply:
        """Return the stored reply, waiting for the one that another run is asking for, or a claim to ask."""
        look_s = _FIRST_LOOK_S
        while True:
            turn = await self._steps.do(lambda: self._read_or_claim(call), lost=self._give_back)
            if turn is not None:
                return turn
            await asyncio.sleep(look_s)
            look_s = min(2 * look_s, _LAST_LOOK_S)

    def _read_or_claim(self, call: PaidCall) -> Claim | StoredReply | None:
        keys = call.known_as or (call.key,)
        if stored := self._first_stored(keys):
            return stored
        self._key.reveal()  # a missing key is found before money is held
        claim = self._replies.claims.take(call.key)
        # The last holder may have stored the reply since we looked.
        try:
            stored = self._first_stored(keys)
        except BaseException:
            self._give_back(claim)
            raise
        if stored is not None:
            self._give_back(claim)
        return stored or claim

    def _give_back(self, turn: Claim | StoredReply | None) -> None:
        if isinstance(turn, Claim):
            self._replies.claims.release(turn)

    async def _pay(self, call: PaidCall, turn: Claim) -> tuple[StoredReply | Fault, bool]:
        try:
            async with self._stop.endable():
                outcome = await self._last_attempt(call)
            if isinstance(outcome, Fault):
                self.health.gave_up(outcome)
        except BaseException:
            await asyncio.to_thread(self._give_back, turn)
            raise
        return await self._steps.do(lambda: self._settle(outcome, turn))

    def _settle(self, outcome: StoredReply | Fault, turn: Claim) -> tuple[StoredReply | Fault, bool]:
        """Store the reply, then release the claim."""
        try:
            if isinstance(outcome, Fault):
                return outcome, False
            # Another process may have been faster: its reply is the one that everybody sees.
            return self._replies.keep(outcome), True
        finally:
            self._give_back(turn)

    async def _last_attempt(self, call: PaidCall) -> StoredReply | Fault:
        for attempt in itertools.count(1):
            outcome = await self._attempt(call)
            if not (isinstance(outcome, Fault) and outcome.remedy == "retry") or attempt > self._limits.retries:
                break
            await asyncio.sleep(self._pause_s(outcome, attempt, call.key))
        return outcome

    async def _attempt(self, call: PaidCall) -> StoredReply | Fault:
        async with self._limiter.slot() as era:
            self.health.check()
            async with self._budget.reserve(call.most_usd) as hold:
                self._stop.check()  # after the last wait
                began = time.monotonic()
                answer = await call.send()
                if isinstance(answer, PaidAnswer):
                    hold.settle(answer.cost_usd)
                elif not answer.billed:
                    hold.settle(0.0)
            if isinstance(answer, PaidAnswer):
                self._limiter.succeeded()
                self.health.answered()
                return _reply_of(call, answer, round(time.monotonic() - began, 3))
            if answer.throttled:
                self._limiter.throttled(era, min(answer.retry_after_s or 0.0, self._limits.backoff_max_s))
        return replace(answer, remedy="retry") if self.health.is_hiccup(answer) else answer

    def _pause_s(self, fault: Fault, attempt: int, key: str) -> float:
        pause_s = spread_s(
            attempt,
            fault.retry_after_s,
            first_s=self._limits.backoff_s,
            most_s=self._limits.backoff_max_s,
            token=key,
        )
        attempts = 1 + self._limits.retries
        log.info("%s: %s; attempt %d of %d in %.1f s", self.health.where, fault, attempt + 1, attempts, pause_s)
        return pause_s


def _reply_of(call: PaidCall, answer: PaidAnswer, seconds: float) -> StoredReply:
    return StoredReply(
        key=call.key,
        question=call.question,
        provider=call.provider,
        request=call.content,
        body=answer.body,
        usage=answer.usage,
        cost_usd=answer.cost_usd,
        seconds=seconds,
        asked_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )
