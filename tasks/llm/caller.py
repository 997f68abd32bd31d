"""A request, called until it is answered or given up: slots, money and pauses around the bare call."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, stop_after_attempt

from tasks.llm.budget import Budget
from tasks.llm.endpoint import Completion, Endpoint
from tasks.llm.faults import Fault
from tasks.llm.health import Health
from tasks.llm.limiter import Limiter
from tasks.llm.prices import Price
from tasks.llm.replies import StoredReply
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings
from tasks.manners import spread_s

log = logging.getLogger(__name__)

_SCHEMALESS = Fault("no-schema", "the endpoint does not take this question's schema", "without-schema")


class Caller:
    """Shared by all threads of a door."""

    def __init__(self, settings: ModelSettings, endpoint: Endpoint, budget: Budget, price: Price | None) -> None:
        self._settings, self._endpoint, self._budget, self._price = settings, endpoint, budget, price
        self._limiter = Limiter(settings.max_concurrency)
        self.health = Health(settings)

    async def call(self, request: ChatRequest, question: str, failed: Callable[[Fault], None]) -> StoredReply | Fault:
        """The reply, or the last fault once retries do not help; `failed` hears of every fault.

        Raises EndpointRefused, BudgetExhausted and ConfigError.
        """

        async def attempt() -> Completion | Fault:
            outcome = await self._attempt(request, question)
            if isinstance(outcome, Fault) and outcome is not _SCHEMALESS:
                failed(outcome)
            return outcome

        patient = AsyncRetrying(
            stop=stop_after_attempt(1 + self._settings.retries),
            retry=retry_if_result(_passing),
            wait=self._pause_of(request.key),
            retry_error_callback=_last,
        )
        outcome: Completion | Fault = await patient(attempt)
        if isinstance(outcome, Fault):
            self.health.gave_up(outcome)
            return outcome
        return StoredReply(
            key=request.key,
            question=question,
            provider=self._settings.provider,
            request=request.content,
            body=outcome.body,
            usage=outcome.usage,
            cost_usd=self._cost_usd(outcome),
            seconds=outcome.seconds,
            asked_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        )

    def bound_usd(self, request: ChatRequest) -> float:
        """The most that one call with this request can cost; 0 without a price."""
        if self._price is None:
            return 0.0
        return self._price.bound_usd(request.most_prompt_tokens, request.most_output_tokens)

    async def _attempt(self, request: ChatRequest, question: str) -> Completion | Fault:
        async with self._limiter.slot() as slot:
            self.health.check()
            if request.response_format is not None and question in self.health.schemaless:
                return _SCHEMALESS  # it became known while this request waited for its slot
            async with self._budget.held(self.bound_usd(request)) as hold:
                outcome = await self._endpoint.call(request)
                if isinstance(outcome, Completion):
                    hold.settle(self._cost_usd(outcome))
                elif not outcome.billed:
                    hold.settle(0.0)
            if isinstance(outcome, Completion):
                self._limiter.succeeded()
                self.health.answered()
                return outcome
            if outcome.throttled:
                self._limiter.throttled(slot, min(outcome.retry_after_s or 0.0, self._settings.backoff_max_s))
        if self.health.is_hiccup(outcome):
            return Fault(outcome.reason, outcome.detail, "retry")
        return outcome

    def _pause_of(self, key: str) -> Callable[[RetryCallState], float]:
        def wait(state: RetryCallState) -> float:
            fault = _last(state)
            asked_s = fault.retry_after_s if isinstance(fault, Fault) else None
            pause = spread_s(
                state.attempt_number,
                asked_s,
                first_s=self._settings.backoff_s,
                most_s=self._settings.backoff_max_s,
                token=key,
            )
            log.info(
                "%s: %s; attempt %d of %d in %.1f s",
                self._settings.model,
                fault,
                state.attempt_number + 1,
                1 + self._settings.retries,
                pause,
            )
            return pause

        return wait

    def _cost_usd(self, completion: Completion) -> float:
        return self._price.cost_usd(completion.usage) if self._price else 0.0


def _last(state: RetryCallState) -> Any:
    return state.outcome.result() if state.outcome else None


def _passing(outcome: Completion | Fault) -> bool:
    return isinstance(outcome, Fault) and outcome.remedy == "retry"
