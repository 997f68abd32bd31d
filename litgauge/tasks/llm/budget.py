"""Budget of a run, reserved before a call and settled after it, and a meter of usage."""

from __future__ import annotations

import math
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from operator import attrgetter

from litgauge.tasks.base.errors import BudgetExhausted
from litgauge.tasks.llm.limiter import ROUNDING, WaitingLine
from litgauge.tasks.records import Spending

_FIGURES = attrgetter(*(field.name for field in fields(Spending)))


@dataclass(slots=True)
class Hold:
    """Money set aside for one call."""

    usd: float
    settled_usd: float | None = None  # cost of the call; None while unknown

    def settle(self, cost_usd: float) -> None:
        """Record the cost of the call; 0 if the endpoint refused it."""
        self.settled_usd = cost_usd


class Budget(WaitingLine):
    """Shared by all doors, threads and stages of a run. None is no limit: costs are counted, nothing is reserved.

    A call with unknown outcome (time-out, broken connection) may have been billed: the money held for it stays
    counted as `unsettled_usd`.
    """

    def __init__(self, limit_usd: float | None = None) -> None:
        super().__init__()
        self.limit_usd = limit_usd
        self._spent = self._unsettled = 0.0

    def __repr__(self) -> str:
        limit = "no limit" if self.limit_usd is None else f"${self.limit_usd:.2f}"
        return f"Budget({limit}, spent ${self._spent:.4f}, unsettled ${self._unsettled:.4f})"

    @property
    def spent_usd(self) -> float:
        """Return the cost by the endpoints' token counts."""
        return self._spent

    @property
    def unsettled_usd(self) -> float:
        """Return the maximal cost of calls with unknown outcome."""
        return self._unsettled

    @asynccontextmanager
    async def reserve(self, usd: float) -> AsyncIterator[Hold]:
        """Reserve `usd`, the most that a call can cost, while it runs; waits while other calls reserve too much.

        Raises BudgetExhausted if the call could pass the limit even after all others are settled.
        """
        await self._enter(usd)
        hold = Hold(usd)
        try:
            yield hold
        finally:
            with self._lock:
                if hold.settled_usd is None:
                    self._unsettled += usd
                else:
                    self._spent += hold.settled_usd
                self._leave(usd)

    def _room(self) -> float:
        return math.inf if self.limit_usd is None else self.limit_usd - self._spent - self._unsettled

    def _refusal(self, size: float) -> Exception | None:
        # Calls under way may turn out cheaper than their reservation: wait, do not refuse.
        if self._admitted > ROUNDING or self._fits(size) or self.limit_usd is None:
            return None
        unsettled = f" and ${self._unsettled:.4f} of calls with unknown outcome" if self._unsettled else ""
        return BudgetExhausted(
            f"the next call could cost ${size:.4f}, and of the budget of ${self.limit_usd:.2f} "
            f"${self._spent:.4f}{unsettled} are gone",
            where="budget_usd",
            data="Replies so far are stored and will not be paid for again",
            next_step="Raise it and run again (a build's --set model.budget_usd=…, a score run's --set "
            "judge.budget_usd=…, an agent's --budget), or choose a cheaper model or a lower max_output_tokens",
        )


class Meter:
    """Usage of a door since it was opened, over all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.reading = Spending()

    def add(self, more: Spending) -> None:
        """Add to the reading."""
        with self._lock:
            self.reading = total((self.reading, more))


def total(parts: Iterable[Spending]) -> Spending:
    """Return the sum, field by field.

    >>> total([Spending(calls=2, usd=0.5), Spending(calls=1, cached=4)])
    Spending(calls=3, cached=4, offline=0, faults=0, prompt_tokens=0, completion_tokens=0, usd=0.5, searches=0)
    """
    return Spending(*map(sum, zip(*map(_FIGURES, parts), strict=True)))
