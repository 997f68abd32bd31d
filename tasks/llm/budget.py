"""The money of a run: reserved before a call, settled after it, never passed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tasks.errors import BudgetExhausted
from tasks.llm.turnstile import Turnstile

_ROUNDING_USD = 1e-9  # sums of floats


class Hold:
    """Money set aside for one call."""

    __slots__ = ("_cost_usd", "usd")

    def __init__(self, usd: float) -> None:
        self.usd = usd
        self._cost_usd: float | None = None

    def settle(self, cost_usd: float) -> None:
        """The call cost this much; 0 for one that the endpoint turned away."""
        self._cost_usd = cost_usd

    @property
    def settled_usd(self) -> float | None:
        """What the call cost; None while nobody knows."""
        return self._cost_usd


class Budget(Turnstile):
    """Shared by all doors, threads and stages of a run. None is no limit: money is counted, not held.

    A call whose outcome nobody knows (a time-out, a broken connection) may have been billed: what was held for
    it stays counted as `unsettled_usd`.
    """

    def __init__(self, limit_usd: float | None = None) -> None:
        super().__init__()
        self.limit_usd = limit_usd
        self._spent = self._unsettled = self._held = 0.0

    def __repr__(self) -> str:
        limit = "no limit" if self.limit_usd is None else f"${self.limit_usd:.2f}"
        return f"Budget({limit}, spent ${self._spent:.4f}, unsettled ${self._unsettled:.4f})"

    @property
    def spent_usd(self) -> float:
        """What the endpoints' own token counts amount to."""
        return self._spent

    @property
    def unsettled_usd(self) -> float:
        """The most that calls without a known outcome can have cost."""
        return self._unsettled

    @asynccontextmanager
    async def held(self, usd: float) -> AsyncIterator[Hold]:
        """Hold `usd`, the most that a call can cost, while it runs; waits while other calls hold too much.

        Raises BudgetExhausted if the call could pass the limit even after all others are settled.
        """
        await self._enter(usd)
        hold = Hold(usd)
        try:
            yield hold
        finally:
            with self._lock:
                self._held -= usd
                if hold.settled_usd is None:
                    self._unsettled += usd
                else:
                    self._spent += hold.settled_usd
                self._advance()

    def _fits(self, size: float) -> bool:
        return self.limit_usd is None or self._gone + self._held + size <= self.limit_usd + _ROUNDING_USD

    def _take(self, size: float) -> None:
        self._held += size

    def _give_back(self, size: float) -> None:
        self._held -= size

    def _refusal(self, size: float) -> Exception | None:
        # While other calls are under way they may turn out cheaper than what is held for them: wait, do not refuse.
        if self._held > _ROUNDING_USD or self._fits(size) or self.limit_usd is None:
            return None
        unsettled = f" and ${self._unsettled:.4f} of calls with unknown outcome" if self._unsettled else ""
        return BudgetExhausted(
            f"the next call could cost ${size:.4f}, and of the budget of ${self.limit_usd:.2f} "
            f"${self._spent:.4f}{unsettled} are gone",
            where="budget_usd",
            data="Replies so far are stored and will not be paid for again",
            next_step="Raise budget_usd and run again, or choose a cheaper model or a lower max_output_tokens",
        )

    @property
    def _gone(self) -> float:
        return self._spent + self._unsettled
