"""A model behind its endpoint: a request in, its reply out; and what became known of the endpoint meanwhile."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from litgauge.tasks.llm.budget import Meter
from litgauge.tasks.llm.endpoint_health import EndpointHealth, Explain
from litgauge.tasks.llm.faults import Fault, of_blindness
from litgauge.tasks.llm.forecast import Forecast, expected_sizes
from litgauge.tasks.llm.paid_calls import PaidAnswer, PaidCall, PaidCalls
from litgauge.tasks.llm.picture_tokens import read_rules
from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.records import Spending

if TYPE_CHECKING:
    from litgauge.tasks.llm.endpoint import Endpoint

log = logging.getLogger(__name__)

_PATIENCE = 8  # questions given up, of recent ones, before an endpoint counts as ill
_SCHEMALESS = Fault("no-schema", "the endpoint does not take this question's schema", "without-schema")


class ChatModel:
    """Shared by all threads of a door."""

    def __init__(self, settings: ModelSettings, endpoint: Endpoint, calls: PaidCalls, meter: Meter) -> None:
        self._settings, self._endpoint, self._calls, self._meter = settings, endpoint, calls, meter
        self.schemaless: set[str] = set()  # questions whose schema the endpoint does not take

    async def reply(
        self, request: ChatRequest, question: str, known_as: tuple[str, ...] = ()
    ) -> tuple[StoredReply | Fault, bool]:
        """The reply, or the last fault once retries do not help; and whether it was paid for now.

        A stored one is looked for under the keys of `known_as`, if there are any.
        """
        call = PaidCall(
            key=request.key,
            content=request.content,
            question=question,
            provider=self._settings.provider,
            most_usd=self._endpoint.api.most_usd(request) or 0.0,
            send=lambda: self._send(request, question),
            known_as=known_as,
        )
        return await self._calls.make(call)

    async def stored(self, *keys: str) -> StoredReply | None:
        """The first reply under one of these keys that was paid for before."""
        return await self._calls.stored(*keys)

    def forecast(self, request: ChatRequest, expected_tokens: int) -> Forecast:
        """Return what the call would cost if its reply had that many tokens.

        Raises EndpointRefused for a question with pictures to a model that is known to see none.
        """
        if fault := self._blindness(request):
            self._calls.health.gave_up(fault)
        api = self._endpoint.api
        prompt, completion = expected_sizes(request, expected_tokens)
        return Forecast(
            calls=1,
            prompt_tokens=prompt,
            completion_tokens=completion,
            completion_tokens_most=request.most_output_tokens,
            usd_expected=api.expected_usd(prompt, completion),
            usd_worst=api.most_usd(request),
        )

    def goes_without_schema(self, question: str, request: ChatRequest, fault: Fault) -> bool:
        """Return whether to ask again without the schema that was refused.

        Raises EndpointRefused where the settings insist on schemas.
        """
        health = self._calls.health
        if request.response_format is None:  # no schema was sent, so it is something else about this request
            advice = "Check extra_body against the provider's documentation"
            health.gave_up(replace(fault, reason="bad-request", remedy="give-up", next_step=advice))
            return False
        if self._settings.structured != "auto":
            health.gave_up(replace(fault, remedy="stop"))
            return False
        if question not in self.schemaless:
            self.schemaless.add(question)
            log.warning(
                "%s does not enforce the schema of %s (%s): its answers are asked for, validated and repaired",
                self._settings.model,
                question,
                fault.detail,
            )
        return True

    def _blindness(self, request: ChatRequest) -> Fault | None:
        """Return the fault of a request with pictures to a model that sees none, as far as is known beforehand."""
        if not request.pictures or self._settings.vision:
            return None
        if self._settings.vision is None and read_rules().find(self._settings.model).sees:
            return None
        source = "configs/picture_tokens.yaml" if self._settings.vision is None else "its settings"
        return of_blindness(source)

    async def _send(self, request: ChatRequest, question: str) -> PaidAnswer | Fault:
        if request.response_format is not None and question in self.schemaless:
            return _SCHEMALESS  # it became known while this request waited for its slot
        if fault := self._blindness(request):
            return fault
        answer = await self._endpoint.call(request)
        if isinstance(answer, Fault):
            self._meter.add(Spending(faults=1))
        else:
            self._meter.add(
                Spending(
                    calls=1,
                    prompt_tokens=answer.usage.prompt_tokens,
                    completion_tokens=answer.usage.completion_tokens,
                    usd=answer.cost_usd,
                    searches=answer.searches,
                )
            )
        return answer


def health_of(settings: ModelSettings) -> EndpointHealth:
    """The health of a model's endpoint, in the words of its settings."""
    return EndpointHealth(f"{settings.base_url}, model {settings.model}", _explaining(settings), patience=_PATIENCE)


def _explaining(settings: ModelSettings) -> Explain:
    def explain(fault: Fault) -> tuple[str, str]:
        match fault.reason:
            case "key-refused":
                name = settings.api_key_env
                advice = (
                    f"Put a valid key for this endpoint into {name}"
                    if name
                    else "Name the variable that holds the key in api_key_env"
                )
                return f"the endpoint refuses the key ({fault.detail})", advice
            case "unreachable":
                what = f"the endpoint cannot be reached ({fault.detail})"
            case "no-credit":
                what = f"the account has no credit left ({fault.detail})"
            case "not-found":
                what = f"the endpoint does not serve the model {settings.model!r} there ({fault.detail})"
            case "no-vision":
                what = f"the model {settings.model!r}, or the server it runs on, sees no pictures ({fault.detail})"
            case "no-tools":
                what = f"the model {settings.model!r}, or the server it runs on, calls no tools ({fault.detail})"
            case _:
                what = fault.detail
        return what, fault.next_step

    return explain
