"""The one door to any model: typed questions in, typed answers out, every reply stored and paid for once."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from tasks.errors import ConfigError
from tasks.llm.answers import Choice, choice_of
from tasks.llm.budget import Budget, Meter
from tasks.llm.chat_api import ChatApi
from tasks.llm.chat_model import ChatModel, health_of
from tasks.llm.conversation import Conversation
from tasks.llm.faults import Fault
from tasks.llm.forecast import Forecast
from tasks.llm.keys import ApiKey, SecretResolver
from tasks.llm.paid_calls import PaidCalls
from tasks.llm.prices import Price, PriceList, read_prices
from tasks.llm.question import Question
from tasks.llm.replies import Replies, StoredReply
from tasks.llm.reply import Reply, Unscored
from tasks.llm.request import ChatRequest
from tasks.llm.responses_api import ResponsesApi, searching
from tasks.llm.settings import ModelSettings, WebSearchSettings
from tasks.records import Spending

if TYPE_CHECKING:  # whoever asks a question outside of a stage need not wait for the engine
    from tasks.engine.definition import Asked, Context

Answer = TypeVar("Answer", bound=BaseModel)


def open_door(
    settings: ModelSettings,
    *,
    replies: Replies,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
    web: WebSearchSettings | None = None,
) -> Door:
    """A door to the model of the settings; with `web` to one that searches the web, over the Responses API.

    `budget` is the run's, shared by its doors; without one the settings' own `budget_usd` holds. `secrets` looks a
    key up by its name before the environment is. Nothing is called yet, and the key is not needed until a reply has
    to be paid for. Raises ConfigError if there is a limit and the model has no price.
    """
    meter = Meter()
    if settings.provider == "offline":
        return Door(settings, meter, None)
    budget = budget or Budget(settings.budget_usd)
    price = _price_of(settings, budget, prices or read_prices())
    api = ChatApi(price, settings.token_limit_field)
    if web is not None:
        settings, api = searching(settings, web), ResponsesApi(price, settings.token_limit_field, web)
    # Not before it is wanted: the offline provider must not wait for the client library.
    from tasks.llm.endpoint import Endpoint

    key = ApiKey(settings.api_key_env, secrets)
    calls = PaidCalls(settings, replies=replies, budget=budget, key=key, health=health_of(settings))
    return Door(settings, meter, ChatModel(settings, Endpoint(settings, key, api), calls, meter))


def asker(context: Context) -> Door:
    """The door by which a stage asks; LookupError in a stage that was started without a model."""
    if not isinstance(context.model, Door):
        raise LookupError("this stage was started without a model")
    return context.model


class Door:
    """May be used from several threads, each with its own event loop, at the same time or one after another."""

    def __init__(self, settings: ModelSettings, meter: Meter, model: ChatModel | None) -> None:
        self.settings = settings
        self._meter, self._model = meter, model  # no model: rules answer

    def __repr__(self) -> str:
        return f"Door({self.settings.provider}, {self.model}, {self.settings.endpoint_name})"

    @property
    def model(self) -> str:
        """The model's name as it stands in records; "offline" for the rules."""
        return self.settings.model if self._model else "offline"

    @property
    def spent(self) -> Spending:
        """What has been used through this door so far."""
        return self._meter.reading

    @property
    def usd(self) -> float:
        """Spent through this door so far, in US dollars."""
        return self.spent.usd

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """The reply; its answer is Unscored where the model or the endpoint failed for this question.

        Different `sample` numbers are independent replies. Raises EndpointRefused, BudgetExhausted, ConfigError and
        StorageError, which no other question would escape either.
        """
        model = self._model
        if model is None:
            self._meter.add(Spending(offline=1))
            return self._reply(question, question.offline(inputs), "", (), paid=False)
        talk, known = await self._opening(model, question, inputs, sample)
        heard: list[StoredReply] = []
        any_paid = False
        while True:
            request = talk.request
            outcome, paid = (known, False) if known else await model.reply(request, question.label)
            known = None
            if isinstance(outcome, Fault):
                if outcome.remedy == "without-schema" and model.goes_without_schema(question.label, request, outcome):
                    talk = Conversation(question, inputs, self.settings, strict=False, sample=sample)
                    continue
                failure = Unscored(outcome.reason, outcome.detail)
                return self._reply(question, failure, request.key, heard, paid=any_paid)
            any_paid = any_paid or paid
            if not paid:
                self._meter.add(Spending(cached=1))
            heard.append(outcome)
            answer = talk.hear(_choice(outcome))
            if answer is not None:
                return self._reply(question, answer, request.key, heard, paid=any_paid)

    async def forecast(self, question: Question[Answer], many: Sequence[Mapping[str, Any]]) -> Forecast:
        """What asking the question once about each of these would call and cost; asks nothing but the store."""
        model = self._model
        if model is None:
            return Forecast()
        seen: list[tuple[ChatRequest | None, list[StoredReply]]] = []
        at_once = self.settings.max_concurrency
        for start in range(0, len(many), at_once):
            some = many[start : start + at_once]
            seen += await asyncio.gather(*(self._look_up(model, question, inputs) for inputs in some))
        known = [reply.usage.completion_tokens for _, replies in seen for reply in replies]
        expected = round(sum(known) / len(known)) if known else question.expected_tokens
        calls = [model.forecast(request, expected) for request, _ in seen if request]
        return sum(calls, Forecast(cached=len(seen) - len(calls)))

    def forecast_asked(self, asked: Sequence[Asked]) -> str | None:
        """What these questions, of whatever kinds, will call and cost, in words; None where rules answer."""
        if self._model is None:
            return None
        kinds: dict[str, list[Asked]] = {}
        for question, inputs in asked:
            kinds.setdefault(question.label, []).append((question, inputs))

        async def forecast_kinds() -> Forecast:
            total = Forecast()
            for pairs in kinds.values():
                total += await self.forecast(pairs[0][0], [inputs for _, inputs in pairs])
            return total

        return str(asyncio.run(forecast_kinds()))

    async def _opening(
        self, model: ChatModel, question: Question[Answer], inputs: Mapping[str, Any], sample: int
    ) -> tuple[Conversation[Answer], StoredReply | None]:
        """How to begin; with `auto`, a stored conversation of either kind is gone on with."""
        structured = self.settings.structured
        if structured != "auto":
            return Conversation(question, inputs, self.settings, strict=structured == "strict", sample=sample), None
        talks = []
        for strict in (True, False):
            talk = Conversation(question, inputs, self.settings, strict=strict, sample=sample)
            if stored := await model.stored(talk.request):
                return talk, stored
            talks.append(talk)
        return talks[question.label in model.schemaless], None

    async def _look_up(
        self, model: ChatModel, question: Question[Answer], inputs: Mapping[str, Any]
    ) -> tuple[ChatRequest | None, list[StoredReply]]:
        """The request that would have to be paid for next, if any, and the replies that are there."""
        talk, stored = await self._opening(model, question, inputs, 0)
        replies: list[StoredReply] = []
        while stored := stored or await model.stored(talk.request):
            replies.append(stored)
            if talk.hear(_choice(stored)) is not None:
                return None, replies
            stored = None
        return talk.request, replies

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
            provider=self.settings.provider,
            model=self.model,
            raw=(last.text or last.refusal) if last else "",
            key=key,
            cached=bool(heard) and not paid,
            prompt_tokens=sum(reply.usage.prompt_tokens for reply in heard),
            completion_tokens=sum(reply.usage.completion_tokens for reply in heard),
            cost_usd=sum(reply.cost_usd for reply in heard),
        )


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


def _choice(reply: StoredReply) -> Choice:
    return choice_of(reply.body) or Choice("", "", "")
