"""Interfaces of products that search the web by themselves: how each is asked, how its reply is read, what it costs.

The Responses API of OpenAI, xAI and Perplexity (also in the background, with polling), chat completions with citations
beside the message (Perplexity's until 2026, and proxies), Gemini's `generateContent` with Google Search, Anthropic's
messages with its web search. A reply is stored as it came, beside its last message in the shape of a chat completion;
so cache, budget, retries and replay are those of every other model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from litgauge.tasks.llm.chat_api import NO_PICTURES, ChatApi, count, estimated_usage, is_count, mapping
from litgauge.tasks.llm.faults import Fault, of_body, of_reported
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs
from litgauge.tasks.llm.prices import Price, Usage
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.responses_api import API, ResponsesApi
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings

ProductName = Literal["responses", "chat", "gemini", "anthropic"]

_EXPECTED_SEARCHES = 20  # of a report, for forecasts alone
PRESET = "preset"  # Perplexity's name for a model with its tools and instructions
_MOST_USD = 1_000  # that a product may say a call cost
_ANTHROPIC_VERSION = "2023-06-01"
_GEMINI_FINISH = {"STOP": "stop", "MAX_TOKENS": "length"}
_ANTHROPIC_FINISH = {"end_turn": "stop", "stop_sequence": "stop", "max_tokens": "length", "pause_turn": "length",
                     "model_context_window_exceeded": "length", "refusal": "content_filter"}  # fmt: skip


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
    kinds: Mapping[str, type[_Searching]] = {"chat": SonarApi, "gemini": GeminiApi, "anthropic": AnthropicApi}
    api = kinds[product.api](price, token_limit_field, product.web)
    if product.api == "gemini":
        api.path = f"/models/{settings.model}:generateContent"
    return api


class _Searching(ChatApi):
    """Costs of tokens and searches."""

    def __init__(self, price: Price | None, token_limit_field: str, web: WebSearchSettings) -> None:
        super().__init__(price, token_limit_field)
        self._search = web

    def expected_usd(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """See `ChatApi.expected_usd`; with searches and what they bring."""
        return with_searches(
            self._search, min(_EXPECTED_SEARCHES, self._search.max_searches),
            super().expected_usd(
                prompt_tokens + min(_EXPECTED_SEARCHES, self._search.max_searches) * self._search.tokens_per_search,
                completion_tokens,
            ),
        )  # fmt: skip

    def most_usd(self, request: ChatRequest) -> float | None:
        """See `ChatApi.most_usd`; with all searches and what they bring."""
        if self.price is None:
            return None
        found = self._search.max_searches * self._search.tokens_per_search
        tokens_usd = self.price.bound_usd(request.most_prompt_tokens + found, request.most_output_tokens)
        return with_searches(self._search, self._search.max_searches, tokens_usd)

    def paid(self, body: Mapping[str, Any], usage: Usage, searches: int) -> PaidAnswer:
        """Return a reply with its cost; 0 where nobody knows the price."""
        usd = with_searches(self._search, searches, self.price.cost_usd(usage)) if self.price else 0.0
        return PaidAnswer(dict(body), usage, usd or 0.0, searches)


def with_searches(web: WebSearchSettings, searches: int, tokens_usd: float | None) -> float | None:
    """Return what tokens and searches cost together; None without a price."""
    return None if tokens_usd is None else tokens_usd + searches * web.usd_per_search


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


class SonarApi(_Searching):
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


class GeminiApi(_Searching):
    """`POST …/models/MODEL:generateContent`: text in parts, `groundingMetadata` beside them."""

    def headers(self, key: str) -> Mapping[str, str]:
        """See `ChatApi.headers`."""
        return {"x-goog-api-key": key}

    def fields(self, request: ChatRequest, _pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`."""
        parameters = request.parameters
        config = {
            "maxOutputTokens": request.most_output_tokens,
            "temperature": parameters.temperature,
            "topP": parameters.top_p,
            "seed": parameters.seed,
        }
        system, turns = _parted(request.messages)
        return {
            **({"systemInstruction": {"parts": [{"text": system}]}} if system else {}),
            "contents": [
                {"role": "model" if role == "assistant" else "user", "parts": [{"text": text}]} for role, text in turns
            ],
            "generationConfig": {name: value for name, value in config.items() if value is not None},
            **{name: value for name, value in request.extra_body.items() if name != API},
        }

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`."""
        candidates = body.get("candidates") if isinstance(body, dict) else None
        if not isinstance(candidates, list) or not candidates or not isinstance(candidates[0], dict):
            blocked = mapping(mapping(body).get("promptFeedback")).get("blockReason")
            if blocked:
                return self.paid(_completion("", "content_filter", body), _gemini_usage(body, "", request), 0)
            return _unread(body)
        first = candidates[0]
        parts = mapping(first.get("content")).get("parts")
        parts = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        text = "".join(str(part.get("text") or "") for part in parts if part.get("thought") is not True)
        finish = _GEMINI_FINISH.get(str(first.get("finishReason")), "content_filter")
        queries = mapping(first.get("groundingMetadata")).get("webSearchQueries")
        searches = len(queries) if isinstance(queries, list) else 0
        return self.paid(_completion(text, finish, body), _gemini_usage(body, text, request), searches)


class AnthropicApi(_Searching):
    """`POST …/messages`: text in blocks, each with its `citations`; searches in the usage."""

    path = "/messages"

    def headers(self, key: str) -> Mapping[str, str]:
        """See `ChatApi.headers`."""
        return {"x-api-key": key, "anthropic-version": _ANTHROPIC_VERSION}

    def fields(self, request: ChatRequest, _pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`."""
        system, turns = _parted(request.messages)
        parameters = {"temperature": request.parameters.temperature, "top_p": request.parameters.top_p}
        return {
            "model": request.model,
            "max_tokens": request.most_output_tokens,
            **({"system": system} if system else {}),
            "messages": [{"role": role, "content": text} for role, text in turns],
            **{name: value for name, value in parameters.items() if value is not None},
            **{name: value for name, value in request.extra_body.items() if name != API},
        }

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`."""
        blocks = body.get("content") if isinstance(body, dict) else None
        if not isinstance(blocks, list):
            return _unread(body)
        said = [block for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
        text = "".join(str(block.get("text") or "") for block in said)
        finish = _ANTHROPIC_FINISH.get(str(body.get("stop_reason")), "stop")
        usage = mapping(body.get("usage"))
        searches = count(mapping(usage.get("server_tool_use")).get("web_search_requests"))
        return self.paid(_completion(text, finish, body), _anthropic_usage(usage, text, request), searches)


def _stated(answer: PaidAnswer, body: Mapping[str, Any]) -> PaidAnswer:
    """Return a reply with the cost that its usage states, if it states one."""
    stated = mapping(mapping(body.get("usage")).get("cost")).get("total_cost")
    if isinstance(stated, int | float) and not isinstance(stated, bool) and 0 <= stated < _MOST_USD:
        return replace(answer, cost_usd=float(stated))
    return answer


def _unread(body: Any) -> Fault:
    return of_reported(body) if isinstance(body, dict) and body.get("error") else of_body(body)


def _completion(text: str, finish: str, body: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": ""}
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "response": body}


def _parted(messages: Sequence[Mapping[str, Any]]) -> tuple[str, list[tuple[str, str]]]:
    """Return the system's text, and roles and texts of the turns."""
    system = "\n\n".join(str(one.get("content") or "") for one in messages if one["role"] == "system")
    return system, [(str(one["role"]), str(one.get("content") or "")) for one in messages if one["role"] != "system"]


def _gemini_usage(body: Any, said: str, request: ChatRequest) -> Usage:
    counts = mapping(mapping(body).get("usageMetadata"))
    prompt = counts.get("promptTokenCount")
    if not is_count(prompt):
        return estimated_usage(request, said)
    thoughts = count(counts.get("thoughtsTokenCount"))
    written = count(counts.get("candidatesTokenCount")) + thoughts
    read = prompt + count(counts.get("toolUsePromptTokenCount"))
    return Usage(read, written, count(counts.get("cachedContentTokenCount")), reasoning_tokens=thoughts)


def _anthropic_usage(counts: Mapping[str, Any], said: str, request: ChatRequest) -> Usage:
    fresh, written = counts.get("input_tokens"), counts.get("output_tokens")
    if not (is_count(fresh) and is_count(written)):
        return estimated_usage(request, said)
    cached, kept = count(counts.get("cache_read_input_tokens")), count(counts.get("cache_creation_input_tokens"))
    return Usage(fresh + cached + kept, written, cached, kept)
