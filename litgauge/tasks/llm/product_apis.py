"""Interfaces of products that search the web by themselves: how each is asked, how its reply is read, what it costs.

The Responses API of OpenAI, xAI and Perplexity (also in the background, with polling), chat completions with citations
beside the message (Perplexity's until 2026, and proxies), Gemini's `generateContent` with Google Search, Anthropic's
messages with its web search. A reply is stored as it came, beside its last message in the shape of a chat completion;
so cache, budget, retries and replay are those of every other model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from litgauge.tasks.llm.anthropic_api import AnthropicApi
from litgauge.tasks.llm.chat_api import NO_PICTURES, ChatApi, count, mapping
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.gemini_api import GeminiApi
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs
from litgauge.tasks.llm.prices import Price
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.responses_api import API, ResponsesApi
from litgauge.tasks.llm.searching_api import SearchingApi
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings

ProductName = Literal["responses", "chat", "gemini", "anthropic"]

PRESET = "preset"  # Perplexity's name for a model with its tools and instructions
_MOST_USD = 1_000  # that a product may say a call cost


@dataclass(frozen=True, slots=True)
class Product:
    """A product's interface and what its searches cost."""

    api: ProductName
    web: WebSearchSettings
    background: bool = False  # of the Responses API: the reply is worked on while we ask whether it is there


def settings_of(settings: ModelSettings, product: Product) -> ModelSettings:
    """Return settings under whose address the product's replies are stored: interface and searches are part of it.

    Where `extra_body` declares tools of its own, or names a preset, these stand alone.
    """
    own: dict[str, Any] = {API: product.api}
    if product.api == "responses":
        own |= {"background": True, "store": True} if product.background else {}
        if not settings.extra_body.keys() & {"tools", PRESET}:
            tool = {"type": "web_search", "search_context_size": product.web.context_size}
            own |= {"tools": [tool], "max_tool_calls": product.web.max_searches}
            own |= {} if product.background else {"store": False}
    elif product.api == "anthropic":
        own["tools"] = [{"type": "web_search_20250305", "name": "web_search", "max_uses": product.web.max_searches}]
    elif product.api == "gemini":
        own["tools"] = [{"google_search": {}}]
    return settings.model_copy(update={"extra_body": {**own, **settings.extra_body}})


def api_of(product: Product, price: Price | None, settings: ModelSettings) -> ChatApi:
    """Return the interface of a product."""
    token_limit_field = settings.token_limit_field
    if product.api == "responses":
        return DeepResearchApi(price, token_limit_field, product.web)
    if product.api == "gemini":
        return GeminiApi(price, token_limit_field, settings.model, product.web)
    return (AnthropicApi if product.api == "anthropic" else SonarApi)(price, token_limit_field, product.web)


class DeepResearchApi(ResponsesApi):
    """`POST …/responses`, and `GET …/responses/ID` until it is there; what a reply says it cost is what it cost."""

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`."""
        sent = super().fields(request, pictures)
        return {name: value for name, value in sent.items() if name != "model" or PRESET not in sent}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`."""
        answer = super().read(body, request)
        return answer if isinstance(answer, Fault) else _stated(answer, body)

    def pending(self, body: Any) -> str:
        """See `ChatApi.pending`."""
        waits = isinstance(body, dict) and body.get("status") in ("queued", "in_progress")
        return f"/responses/{body['id']}" if waits and isinstance(body.get("id"), str) else ""


class SonarApi(SearchingApi):
    """Perplexity's chat completions: `citations` and `search_results` beside the message, searches in the usage."""

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`."""
        sent = super().fields(request, pictures)
        return {name: value for name, value in sent.items() if name != API}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`; what the product says a call cost is what it cost."""
        answer = super().read(body, request)
        if isinstance(answer, Fault):
            return answer
        usage = mapping(body.get("usage"))
        searches = count(usage.get("num_search_queries"))
        thoughts, cited = count(usage.get("reasoning_tokens")), count(usage.get("citation_tokens"))
        written = answer.usage.completion_tokens + thoughts + cited
        counted = replace(answer.usage, completion_tokens=written, reasoning_tokens=thoughts)
        return _stated(self.paid(answer.body, counted, searches), body)


def _stated(answer: PaidAnswer, body: Mapping[str, Any]) -> PaidAnswer:
    """Return a reply with the cost that its usage states, if it states one."""
    stated = mapping(mapping(body.get("usage")).get("cost")).get("total_cost")
    if isinstance(stated, int | float) and not isinstance(stated, bool) and 0 <= stated < _MOST_USD:
        return replace(answer, cost_usd=float(stated))
    return answer


def native_api(price: Price | None, settings: ModelSettings) -> tuple[ModelSettings, ChatApi]:
    """Return the interface of a model by its provider, and settings whose replies' address it is part of."""
    if settings.provider not in ("anthropic", "gemini"):
        return settings, ChatApi(price, settings.token_limit_field)
    settings = settings.model_copy(update={"extra_body": {**settings.extra_body, API: settings.provider}})
    if settings.provider == "anthropic":
        return settings, AnthropicApi(price, settings.token_limit_field)
    return settings, GeminiApi(price, settings.token_limit_field, settings.model)
