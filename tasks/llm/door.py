"""The one door to any model: typed questions in, typed answers out, every reply stored and paid for once."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from tasks.engine.definition import Asked, Context
from tasks.errors import ConfigError, LitgaugeError
from tasks.llm.answers import Choice, choice_of
from tasks.llm.budget import Budget
from tasks.llm.conversation import Conversation
from tasks.llm.faults import Fault
from tasks.llm.flights import Flights
from tasks.llm.forecast import Forecast, forecast_call
from tasks.llm.keys import ApiKey, SecretResolver
from tasks.llm.prices import Price, PriceList, read_prices
from tasks.llm.question import Question
from tasks.llm.replies import ReplyStore, StoredReply, decoded
from tasks.llm.reply import Reply, Unscored
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings
from tasks.llm.spent import Meter, Spent

if TYPE_CHECKING:
    from tasks.llm.caller import Caller

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")

log = logging.getLogger(__name__)


def open_door(
    settings: ModelSettings,
    *,
    replies: ReplyStore,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
) -> Door:
    """A door to the model of the settings.

    `budget` is the run's, shared by its doors; without one the settings' own `budget_usd` holds. `secrets` looks a
    key up by its name before the environment is. Nothing is called yet, and the key is not needed until a reply has
    to be paid for. Raises ConfigError if there is a limit and the model has no price.
    """
    budget = budget or Budget(settings.budget_usd)
    key = ApiKey(settings.api_key_env, secrets)
    if settings.provider == "offline":
        return Door(settings, replies, key, None, None)
    price = (prices or read_prices()).find(settings.model, settings.endpoint_name, datetime.date.today())
    if price is None and budget.limit_usd is not None:
        raise ConfigError(
            f"no valid price of {settings.model} at {settings.endpoint_name}, so the budget of ${budget.limit_usd:.2f} "
            "cannot be kept",
            where="configs/prices.yaml",
            data="No call was made",
            next_step="Add the model with its prices per million tokens and their date, or take the budget away",
        )
    # Not before it is wanted: the offline provider must not wait for the client library.
    from tasks.llm.caller import Caller
    from tasks.llm.endpoint import Endpoint

    return Door(settings, replies, key, Caller(settings, Endpoint(settings, key), budget, price), price)


def asker(context: Context) -> Door:
    """The door by which a stage asks; LookupError in a stage that was started without a model."""
    if not isinstance(context.model, Door):
        raise LookupError("this stage was started without a model")
    return context.model


@dataclass(frozen=True, slots=True)
class _Turn:
    outcome: StoredReply | Fault
    paid: bool = False


class Door:
    """May be used from several threads, each with its own event loop, at the same time or one after another."""

    def __init__(
        self, settings: ModelSettings, replies: ReplyStore, key: ApiKey, caller: Caller | None, price: Price | None
    ) -> None:
        self.settings = settings
        self._replies, self._key, self._caller, self._price = replies, key, caller, price
        self._flights: Flights[_Turn] = Flights()
        self._meter = Meter()

    def __repr__(self) -> str:
        return f"Door({self.settings.provider}, {self.model}, {self.settings.endpoint_name})"

    @property
    def model(self) -> str:
        """The model's name as it stands in records; "offline" for the rules."""
        return self.settings.model if self._caller else "offline"

    @property
    def spent(self) -> Spent:
        """What has been used through this door so far."""
        return self._meter.reading

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """The reply; its answer is Unscored where the model or the endpoint failed for this question.

        Different `sample` numbers are independent replies. Raises EndpointRefused, BudgetExhausted, ConfigError and
        StorageError, which no other question would escape either.
        """
        if self._caller is None:
            self._meter.ruled()
            return Reply(
                answer=question.offline(inputs),
                question=question.label,
                provider="offline",
                model="offline",
                raw="",
                key="",
                cached=False,
                prompt_tokens=0,
                completion_tokens=0,
                cost_usd=0.0,
            )
        talk, first = await self._opening(question, inputs, sample)
        heard: list[StoredReply] = []
        paid = False
        while True:
            turn, own = (
                (_Turn(first), False)
                if first
                else await self._flights.join(
                    talk.request.key, partial(self._turn, self._caller, talk.request, question.label)
                )
            )
            first = None
            if isinstance(turn.outcome, Fault):
                if turn.outcome.remedy == "without-schema" and self._falls_back(question, talk, turn.outcome):
                    talk = Conversation(question, inputs, self.settings, strict=False, sample=sample)
                    continue
                failure = Unscored(turn.outcome.reason, turn.outcome.detail)
                return self._reply(question, failure, talk.request.key, heard, paid=paid)
            paid = paid or (own and turn.paid)
            if not (own and turn.paid):
                self._meter.found()
            heard.append(turn.outcome)
            key = talk.request.key
            answer = talk.hear(_choice(turn.outcome))
            if answer is not None:
                return self._reply(question, answer, key, heard, paid=paid)

    async def ask_all(
        self, question: Question[Answer], many: Iterable[Mapping[str, Any]], *, sample: int = 0
    ) -> list[Reply[Answer]]:
        """The replies, in the order of the inputs.

        When one question fails for a reason that concerns all (see `ask`), no further one is begun; those under way
        are finished and stored, for they cost money, and then the error is raised.
        """
        return await self._each(many, lambda inputs: self.ask(question, inputs, sample=sample))

    async def forecast(
        self, question: Question[Answer], many: Iterable[Mapping[str, Any]], *, sample: int = 0
    ) -> Forecast:
        """What `ask_all` with the same arguments would call and cost; asks nothing but the store."""
        if self._caller is None:
            return Forecast()
        seen = await self._each(many, lambda inputs: self._look_up(question, inputs, sample))
        known = [reply.usage.completion_tokens for _, replies in seen for reply in replies]
        expected = round(sum(known) / len(known)) if known else question.expected_tokens
        calls = [forecast_call(request, self._price, expected) for request, _ in seen if request]
        return sum(calls, Forecast(cached=len(seen) - len(calls)))

    @property
    def usd(self) -> float:
        """Spent through this door so far, in US dollars."""
        return self.spent.usd

    def forecast_asked(self, asked: Sequence[Asked]) -> str | None:
        """What these questions, of whatever kinds, will call and cost, in words; None where rules answer."""
        if self._caller is None:
            return None
        return str(asyncio.run(self._forecast_kinds(asked)))

    async def _forecast_kinds(self, asked: Sequence[Asked]) -> Forecast:
        kinds: dict[str, list[Asked]] = {}
        for question, inputs in asked:
            kinds.setdefault(question.label, []).append((question, inputs))
        total = Forecast()
        for pairs in kinds.values():
            total += await self.forecast(pairs[0][0], [inputs for _, inputs in pairs])
        return total

    async def _each(
        self, many: Iterable[Mapping[str, Any]], work: Callable[[Mapping[str, Any]], Awaitable[Result]]
    ) -> list[Result]:
        results: dict[int, Result] = {}
        failures: list[LitgaugeError] = []
        waiting = enumerate(many)

        async def worker() -> None:
            for index, inputs in waiting:
                try:
                    results[index] = await work(inputs)
                except LitgaugeError as error:
                    failures.append(error)
                if failures:
                    return

        await asyncio.gather(*(worker() for _ in range(self.settings.max_concurrency)))
        if failures:
            raise failures[0]
        return [results[index] for index in sorted(results)]

    async def _opening(
        self, question: Question[Answer], inputs: Mapping[str, Any], sample: int
    ) -> tuple[Conversation[Answer], StoredReply | None]:
        """How to begin; with `auto`, a stored conversation of either kind is gone on with."""
        structured = self.settings.structured
        if structured != "auto":
            return Conversation(question, inputs, self.settings, strict=structured == "strict", sample=sample), None
        talks = []
        for strict in (True, False):
            talk = Conversation(question, inputs, self.settings, strict=strict, sample=sample)
            if stored := await self._stored(talk.request.key):
                return talk, stored
            talks.append(talk)
        schemaless = self._caller.health.schemaless if self._caller else set()
        return talks[question.label in schemaless], None

    async def _look_up(
        self, question: Question[Answer], inputs: Mapping[str, Any], sample: int
    ) -> tuple[ChatRequest | None, list[StoredReply]]:
        """The request that would have to be paid for next, if any, and the replies that are there."""
        talk, stored = await self._opening(question, inputs, sample)
        replies: list[StoredReply] = []
        while stored := stored or await self._stored(talk.request.key):
            replies.append(stored)
            if talk.hear(_choice(stored)) is not None:
                return None, replies
            stored = None
        return talk.request, replies

    async def _turn(self, caller: Caller, request: ChatRequest, label: str) -> _Turn:
        """The stored reply, or one that is called for and stored."""
        stored = await self._stored(request.key)
        if stored is not None:
            return _Turn(stored)
        await asyncio.to_thread(self._key.reveal)  # a missing key is found before money is held
        outcome = await caller.call(request, label, lambda _: self._meter.failed())
        if isinstance(outcome, Fault):
            return _Turn(outcome)
        self._meter.paid(outcome)
        content = self._key.redact(outcome.encoded().decode()).encode()
        first = await asyncio.to_thread(self._replies.create, request.key, content)
        # Another process may have been faster: its reply is the one that everybody sees.
        kept = None if first else await self._stored(request.key)
        return _Turn(kept or decoded(request.key, content), paid=True)

    async def _stored(self, key: str) -> StoredReply | None:
        content = await asyncio.to_thread(self._replies.read, key)
        return None if content is None else decoded(key, content)

    def _falls_back(self, question: Question[Any], talk: Conversation[Any], fault: Fault) -> bool:
        """Whether to go on without a schema; Raises EndpointRefused where the settings insist on one."""
        health = self._caller.health if self._caller else None
        if health is None:
            return False
        if not talk.strict:  # no schema was sent, so it is something else about this request
            health.gave_up(
                replace(
                    fault,
                    reason="bad-request",
                    remedy="give-up",
                    next_step="Check extra_body against the provider's documentation",
                )
            )
            return False
        if self.settings.structured != "auto":
            health.gave_up(replace(fault, remedy="stop"))
            return False
        if question.label not in health.schemaless:
            health.schemaless.add(question.label)
            log.warning(
                "%s does not enforce the schema of %s (%s): its answers are asked for, validated and repaired",
                self.settings.model,
                question.label,
                fault.detail,
            )
        return True

    def _reply(
        self,
        question: Question[Answer],
        answer: Answer | Unscored,
        key: str,
        heard: Sequence[StoredReply],
        *,
        paid: bool,
    ) -> Reply[Answer]:
        last = _choice(heard[-1]) if heard else None
        return Reply(
            answer=answer,
            question=question.label,
            provider="openai",
            model=self.model,
            raw=(last.text or last.refusal) if last else "",
            key=key,
            cached=bool(heard) and not paid,
            prompt_tokens=sum(reply.usage.prompt_tokens for reply in heard),
            completion_tokens=sum(reply.usage.completion_tokens for reply in heard),
            cost_usd=sum(reply.cost_usd for reply in heard),
        )


def _choice(reply: StoredReply) -> Choice:
    return choice_of(reply.body) or Choice("", "", "")
