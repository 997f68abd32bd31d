"""Access to any model: typed questions and answers; every reply is stored and paid for once."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from litgauge.tasks.base.errors import BudgetExhausted, ConfigError, EndpointRefused
from litgauge.tasks.llm.answers import Choice, choice_of
from litgauge.tasks.llm.budget import Budget, Meter, total
from litgauge.tasks.llm.chat_model import ChatModel, health_of
from litgauge.tasks.llm.conversation import Conversation
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.keys import ApiKey, SecretResolver
from litgauge.tasks.llm.paid_calls import PaidCalls
from litgauge.tasks.llm.prices import Price, PriceList, read_prices
from litgauge.tasks.llm.product_apis import Product, api_of, native_api, settings_of
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.llm.reply import Reply, Unscored, unanswered
from litgauge.tasks.llm.request import ChatRequest, Encodings
from litgauge.tasks.llm.responses_api import ResponsesApi, conversing, searching
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings
from litgauge.tasks.llm.template import compose
from litgauge.tasks.records import Spending
from litgauge.tasks.records.unscored import BUDGET, ENDPOINT

if TYPE_CHECKING:  # questions outside of a stage do not need the engine
    from litgauge.tasks.engine.definition import Asked, Context

Answer = TypeVar("Answer", bound=BaseModel)


def open_door(
    settings: ModelSettings,
    *,
    replies: Replies,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
    web: WebSearchSettings | None = None,
    models: Mapping[str, ModelSettings] | None = None,
    responses: bool = False,
    product: Product | None = None,
    ask_again: bool = False,
) -> Door:
    """Return a door to the model of the settings; with `web`, the model searches the web over the Responses API.

    With `responses` everything uses that API, including conversations with tools; with `product` that product's API.

    `models` are the models for particular questions, by the question's name. `budget` is the run's,
    shared by its doors; without one, `budget_usd` of the settings applies. `secrets` looks up a key by name before
    the environment. With `ask_again`, a question whose stored replies are invalid or refused is asked again, once by
    this door. Nothing is called yet, and the key is only needed to pay for a reply. Raises
    ConfigError if there is a limit and a model has no price.
    """
    meter, budget = Meter(), budget or Budget(settings.budget_usd)
    own = {
        name: open_door(model, replies=replies, budget=budget, secrets=secrets, prices=prices, ask_again=ask_again)
        for name, model in (models or {}).items()
    }
    if settings.provider == "offline":
        return Door(settings, meter, None, budget, own)
    if (web is not None or responses or product is not None) and settings.provider != "openai":
        raise _other_protocol(settings)
    price = _price_of(settings, budget, prices or read_prices())
    batch = settings.batch
    if batch is not None:
        if responses:
            raise _no_turns_by_batch()
        price = price and price.times(batch.price_share)
        settings = settings.model_copy(update={"max_concurrency": batch.most_requests})
    settings, api = native_api(price, settings)
    if web is not None:
        settings, api = searching(settings, web), ResponsesApi(price, settings.token_limit_field, web)
    elif product is not None:
        settings, api = settings_of(settings, product), api_of(product, price, settings)
    elif responses:
        settings, api = conversing(settings), ResponsesApi(price, settings.token_limit_field)
    # Imported late: the offline provider must not wait for the client library.
    from litgauge.tasks.llm.endpoint import Endpoint

    key = ApiKey(settings.api_key_env, secrets)
    calls = PaidCalls(
        settings, replies=replies, budget=budget, key=key, health=health_of(settings), at_once=batch is not None
    )
    endpoint = Endpoint(settings, key, api, replies)
    if batch is not None:
        from litgauge.tasks.llm.batches import BatchEndpoint

        endpoint = BatchEndpoint(settings, key, api, replies, batch)
    model = ChatModel(settings, endpoint, calls, meter)
    return Door(settings, meter, model, budget, own, ask_again=ask_again)


def asker(context: Context) -> Door:
    """Return the door of a stage; raises LookupError in a stage that was started without a model."""
    if not isinstance(context.model, Door):
        raise LookupError("this stage was started without a model")
    return context.model


class Door:
    """Door to a model. May be used from several threads, each with its own event loop."""

    def __init__(
        self,
        settings: ModelSettings,
        meter: Meter,
        model: ChatModel | None,
        budget: Budget,
        own: Mapping[str, Door] | None = None,
        *,
        ask_again: bool = False,
    ) -> None:
        self.settings = settings
        self._ask_again = ask_again
        self._meter, self._model = meter, model  # no model: rules answer
        self._budget = budget
        self._own = own or {}  # by the question's name

    def __repr__(self) -> str:
        return f"Door({self.settings.provider}, {self.model}, {self.settings.endpoint_name})"

    @property
    def model(self) -> str:
        """Return the model's name in records; "offline" for the rules."""
        return self.settings.model if self._model else "offline"

    @property
    def spent(self) -> Spending:
        """Return the usage of this door so far."""
        return total([self._meter.reading, *(door.spent for door in self._own.values())])

    @property
    def usd(self) -> float:
        """Return the run's cost so far, of all doors that share its budget, in US dollars."""
        return self._budget.spent_usd

    @property
    def calls_at_once(self) -> int:
        """Return the limit of concurrent calls, to all models together."""
        return self.settings.max_concurrency + sum(door.calls_at_once for door in self._own.values())

    def of(self, question: Question[Any]) -> Door:
        """Return the door to the model that answers this question."""
        return self._own.get(question.name, self)

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """Return the reply; its answer is Unscored if the model or the endpoint failed for this question.

        Different `sample` numbers are independent replies. Raises EndpointRefused, BudgetExhausted, ConfigError and
        StorageError, which would affect every other question too.
        """
        if (own := self.of(question)) is not self:
            return await own.ask(question, inputs, sample=sample)
        model = self._model
        if model is None:
            self._meter.add(Spending(offline=1))
            return self._reply(question, question.offline(inputs), "", (), paid=False)
        talk, other = self._openings(model, question, inputs, sample)
        reply: StoredReply | None = None
        replies: list[StoredReply] = []
        any_paid = False
        while True:
            request = talk.request
            outcome, paid = (reply, False) if reply else await model.reply(request, question.label, _keys(talk, other))
            reply = None
            if other is not None and isinstance(outcome, StoredReply) and outcome.key == other.request.key:
                talk, request = other, other.request
            other = None
            if isinstance(outcome, Fault):
                if outcome.remedy == "without-schema" and model.goes_without_schema(question.label, request, outcome):
                    opening = compose(question, inputs)
                    talk = Conversation(question, opening, self.settings, strict=False, sample=sample)
                    continue
                failure = Unscored(outcome.reason, outcome.detail)
                return self._reply(question, failure, request.key, replies, paid=any_paid)
            any_paid = any_paid or paid
            if not paid:
                self._meter.add(Spending(cached=1))
            replies.append(outcome)
            answer = talk.hear(_choice(outcome))
            if isinstance(answer, Unscored):
                talk.begin_again()
                reply = await model.stored(talk.request.key)
                if reply or (self._ask_again and not any_paid):
                    continue
            if answer is not None:
                return self._reply(question, answer, request.key, replies, paid=any_paid)

    async def ask_anew(
        self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int, pay: bool
    ) -> Reply[Answer] | None:
        """Return a new reply to a question whose earlier answers were unsound; None if nothing may be asked again.

        A stored reply is used; with `pay`, a new one is paid for if this door asks again. Raises as `ask`.
        """
        if (own := self.of(question)) is not self:
            return await own.ask_anew(question, inputs, sample=sample, pay=pay)
        if self._model is None:
            return None
        if not (pay and self._ask_again) and isinstance(await self.known(question, inputs, sample=sample), Forecast):
            return None
        return await self.ask(question, inputs, sample=sample)

    async def converse(self, request: ChatRequest, label: str) -> StoredReply | Fault:
        """Return the reply to one turn of the caller's conversation, stored or paid for, or its fault.

        `label` is the purpose in the stored reply. Raises as `ask` does, and ConfigError where rules stand in for a
        model: rules cannot hold a conversation.
        """
        outcome, paid = await self._talker.reply(request, label)
        if not paid and not isinstance(outcome, Fault):
            self._meter.add(Spending(cached=1))
        return outcome

    async def stored(self, request: ChatRequest) -> StoredReply | None:
        """Return the stored reply to a turn, if there is one; nothing is called. Raises as `converse` does."""
        return await self._talker.stored(request.key)

    def forecast_turn(self, request: ChatRequest, expected_tokens: int) -> Forecast:
        """Return the cost of one turn whose reply has that many tokens. Raises as `converse` does."""
        return self._talker.forecast(request, expected_tokens)

    @property
    def _talker(self) -> ChatModel:
        if self._model is None:
            raise ConfigError(
                "the offline provider has no model that could hold a conversation",
                where="model.provider",
                data="Nothing was run",
                next_step="Name a model (configs/models), or an agent of an offline kind",
            )
        if self.settings.batch is not None:
            raise _no_turns_by_batch()
        return self._model

    async def forecast(
        self, question: Question[Answer], many: Sequence[Mapping[str, Any]], *, sample: int = 0
    ) -> Forecast:
        """Return the calls and costs of asking the question once about each of these; only looks up stored replies."""
        if (own := self.of(question)) is not self:
            return await own.forecast(question, many, sample=sample)
        model = self._model
        if model is None:
            return Forecast()
        lookups: list[tuple[ChatRequest | None, list[StoredReply], Answer | Unscored | None]] = []
        at_once = self.settings.max_concurrency
        for start in range(0, len(many), at_once):
            some = many[start : start + at_once]
            lookups += await asyncio.gather(*(self._look_up(model, question, inputs, sample) for inputs in some))
        token_counts = [reply.usage.completion_tokens for _, replies, _ in lookups for reply in replies]
        expected = round(sum(token_counts) / len(token_counts)) if token_counts else question.expected_tokens
        calls = [model.forecast(request, expected) for request, _, _ in lookups if request]
        return sum(calls, Forecast(cached=len(lookups) - len(calls)))

    def forecast_asked(self, questions: Sequence[Asked], *, sample: int = 0) -> str | None:
        """Return the calls and costs of these questions, of any kinds, in words; None if rules answer all.

        If questions have models of their own, each model is named with its share.
        """
        kinds: dict[str, list[Asked]] = {}
        for question, inputs in questions:
            if self.of(question)._model is not None:
                kinds.setdefault(question.label, []).append((question, inputs))
        if not kinds:
            return None

        async def forecast_kinds() -> dict[str, Forecast]:
            forecasts: dict[str, Forecast] = {}
            for pairs in kinds.values():
                question, model = pairs[0][0], self.of(pairs[0][0]).model
                forecast = await self.forecast(question, [inputs for _, inputs in pairs], sample=sample)
                forecasts[model] = forecasts.get(model, Forecast()) + forecast
            return forecasts

        forecasts = asyncio.run(forecast_kinds())
        return " | ".join(
            f"{model}: {forecast}" if self._own else str(forecast) for model, forecast in forecasts.items()
        )

    async def known(
        self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0
    ) -> Reply[Answer] | Forecast:
        """Return the reply by rules or from stored replies, else the forecast of the next call; nothing is paid."""
        if (own := self.of(question)) is not self:
            return await own.known(question, inputs, sample=sample)
        if self._model is None:
            return self._reply(question, question.offline(inputs), "", (), paid=False)
        request, replies, answer = await self._look_up(self._model, question, inputs, sample)
        if request is not None:
            return self._model.forecast(request, question.expected_tokens)
        return self._reply(question, answer or Unscored("not-stored"), replies[-1].key, replies, paid=False)

    def _openings(
        self, model: ChatModel, question: Question[Answer], inputs: Mapping[str, Any], sample: int
    ) -> tuple[Conversation[Answer], Conversation[Answer] | None]:
        """Return the ways to begin; with `auto` also the other way, in which an earlier run may have begun."""
        structured, opening, encodings = self.settings.structured, compose(question, inputs), Encodings()

        def conversation(*, strict: bool) -> Conversation[Answer]:
            return Conversation(question, opening, self.settings, strict=strict, sample=sample, encodings=encodings)

        if structured != "auto":
            return conversation(strict=structured == "strict"), None
        strict = question.label not in model.schemaless
        talk = conversation(strict=strict)
        other = conversation(strict=not strict)
        return talk, None if talk.request.key == other.request.key else other

    async def _look_up(
        self, model: ChatModel, question: Question[Answer], inputs: Mapping[str, Any], sample: int
    ) -> tuple[ChatRequest | None, list[StoredReply], Answer | Unscored | None]:
        """Return the request to be paid for next, if any, the stored replies, and their answer."""
        talk, other = self._openings(model, question, inputs, sample)
        stored = await model.stored(*_keys(talk, other))
        if other is not None and stored is not None and stored.key == other.request.key:
            talk = other
        replies: list[StoredReply] = []
        while stored := stored or await model.stored(talk.request.key):
            replies.append(stored)
            answer = talk.hear(_choice(stored))
            stored = None
            if isinstance(answer, Unscored):
                talk.begin_again()
                stored = await model.stored(talk.request.key)
                if stored is None and self._ask_again:
                    break
            if answer is not None and stored is None:
                return None, replies, answer
        return talk.request, replies, None

    def _reply(
        self,
        question: Question[Answer],
        answer: Answer | Unscored,
        key: str,
        replies: Sequence[StoredReply],
        *,
        paid: bool,
    ) -> Reply[Answer]:
        last = _choice(replies[-1]) if replies else None
        return Reply(
            answer=answer,
            question=question.label,
            provider=self.settings.provider,
            model=self.model,
            raw=(last.text or last.refusal) if last else "",
            key=key,
            cached=bool(replies) and not paid,
            prompt_tokens=sum(reply.usage.prompt_tokens for reply in replies),
            completion_tokens=sum(reply.usage.completion_tokens for reply in replies),
            cost_usd=sum(reply.cost_usd for reply in replies),
            earlier=tuple(reply.key for reply in replies if reply.key != key),
        )


class BudgetedDoor:
    """A door that answers Unscored, with the reason "budget", where Door raises BudgetExhausted.

    Questions under way are not cancelled, stored replies still count, and the next run asks the rest.
    """

    def __init__(self, door: Door) -> None:
        self._door = door

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """Return the reply, as `Door.ask` does."""
        try:
            return await self._door.ask(question, inputs, sample=sample)
        except BudgetExhausted as error:
            door = self._door.of(question)
            return unanswered(question, door.settings.provider, door.model, Unscored(BUDGET, error.what))

    async def ask_anew(
        self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int, pay: bool
    ) -> Reply[Answer] | None:
        """Return what `Door.ask_anew` does; None where that could not be asked."""
        with contextlib.suppress(BudgetExhausted):
            return await self._door.ask_anew(question, inputs, sample=sample, pay=pay)
        return None


class ScoringDoor(BudgetedDoor):
    """A budgeted door that answers Unscored, with the reason "endpoint", where Door raises EndpointRefused.

    A score run is written with the judgements so far, and the next run asks the rest.
    """

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """Return the reply, as `Door.ask` does."""
        try:
            return await super().ask(question, inputs, sample=sample)
        except EndpointRefused as refusal:
            door = self._door.of(question)
            return unanswered(question, door.settings.provider, door.model, unasked(refusal))

    async def ask_anew(
        self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int, pay: bool
    ) -> Reply[Answer] | None:
        """Return what `Door.ask_anew` does; None where that could not be asked."""
        with contextlib.suppress(EndpointRefused):
            return await super().ask_anew(question, inputs, sample=sample, pay=pay)
        return None


def _other_protocol(settings: ModelSettings) -> ConfigError:
    return ConfigError(
        f"the Responses API and products' searches are asked for by provider openai, not {settings.provider}",
        where="model.provider",
        data="Nothing was run",
        next_step="Set provider: openai with the base_url of that interface, or api: chat",
    )


def _no_turns_by_batch() -> ConfigError:
    return ConfigError(
        "an agent cannot wait a day for each of its turns",
        where="model.batch",
        data="No call was made",
        next_step="Take batch out of the model's file",
    )


def unasked(refusal: EndpointRefused) -> Unscored:
    """Return the value of a question that was not asked because the endpoint refused."""
    return Unscored(ENDPOINT, f"{refusal.where}: {refusal.what}. {refusal.next_step}")


def _price_of(settings: ModelSettings, budget: Budget, prices: PriceList) -> Price | None:
    price = prices.find(settings.model, settings.endpoint_name, datetime.date.today())
    if price is None and budget.limit_usd is not None:
        raise ConfigError(
            f"no valid price of {settings.model} at {settings.endpoint_name}, so the budget of ${budget.limit_usd:.2f} "
            "cannot be kept",
            where="configs/prices.yaml",
            data="No call was made",
            next_step="Add the model with its prices per million tokens and their date, or take the budget away",
        )
    return price


def _keys(talk: Conversation[Any], other: Conversation[Any] | None) -> tuple[str, ...]:
    """Return the keys of a stored reply; one that was given with a schema counts first."""
    openings = [talk] if other is None else sorted((talk, other), key=lambda opening: not opening.strict)
    return tuple(opening.request.key for opening in openings)


def _choice(reply: StoredReply) -> Choice:
    return choice_of(reply.body) or Choice("", "", "")
