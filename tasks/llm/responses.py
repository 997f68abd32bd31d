"""A door to models that search the web themselves: the Responses API, behind the same door as every other call.

Only the wire differs: a request is sent as `POST …/responses` with the web search tool, and what comes back is stored
as it came, beside the same message in the shape of a chat completion. So replies, budget, limits, retries and repairs
are the door's own.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from collections.abc import Mapping
from typing import Any

import openai

from tasks.llm import faults
from tasks.llm.answers import choice_of
from tasks.llm.budget import Budget
from tasks.llm.caller import Caller
from tasks.llm.door import Door, open_door
from tasks.llm.endpoint import Completion, Endpoint
from tasks.llm.faults import Fault
from tasks.llm.keys import ApiKey, SecretResolver
from tasks.llm.prices import Price, PriceList, Usage, read_prices
from tasks.llm.replies import ReplyStore
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings
from tasks.llm.web_search import WebSearchSettings

_API = "api"
_FINISH = {"max_output_tokens": "length", "content_filter": "content_filter"}


def open_web_door(
    settings: ModelSettings,
    web: WebSearchSettings,
    *,
    replies: ReplyStore,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
) -> Door:
    """A door to a model that searches the web; as `open_door`, which see for what it raises.

    The price of searches is part of what a call may cost and of what it did cost.
    """
    asked = settings.model_copy(update={"extra_body": {**settings.extra_body, **_tools(web), _API: "responses"}})
    budget = budget or Budget(settings.budget_usd)
    plain = open_door(asked, replies=replies, budget=budget, secrets=secrets, prices=prices)
    if settings.provider == "offline":
        return plain
    key = ApiKey(settings.api_key_env, secrets)
    price = (prices or read_prices()).find(settings.model, settings.endpoint_name, datetime.date.today())
    return Door(asked, replies, key, _SearchingCaller(asked, ResponsesEndpoint(asked, key), budget, price, web), price)


class ResponsesEndpoint(Endpoint):
    """`Endpoint` for the Responses API."""

    async def call(self, request: ChatRequest) -> Completion | Fault:
        """Send it once; see `Endpoint.call`."""
        client = await self._client()
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                raw = await client.responses.with_raw_response.create(**_body(request))
        except (TimeoutError, openai.APITimeoutError):
            return faults.of_time_out(self._settings.timeout_s)
        except openai.APIStatusError as error:
            return self._shown(faults.of_status(error.status_code, error.response.headers, error.response.text))
        except openai.APIConnectionError as error:
            return self._shown(faults.of_connection(error.__cause__))
        response = raw.http_response
        read = _read(response.status_code, response.headers.get("content-type", ""), response.text, request)
        if isinstance(read, Fault):
            return self._shown(read)
        body, usage = read
        choice = choice_of(body)
        if choice is None:
            return self._shown(faults.of_body(response.status_code, response.text))
        return Completion(body=body, choice=choice, usage=usage, seconds=round(time.monotonic() - started, 3))


class _SearchingCaller(Caller):
    """`Caller` that also counts searches."""

    def __init__(
        self, settings: ModelSettings, endpoint: Endpoint, budget: Budget, price: Price | None, web: WebSearchSettings
    ) -> None:
        super().__init__(settings, endpoint, budget, price)
        self._web, self._token_price = web, price

    def bound_usd(self, request: ChatRequest) -> float:
        """The most that one call can cost, its searches and what they bring included; 0 without a price."""
        if self._token_price is None:
            return 0.0
        prompt = request.most_prompt_tokens + self._web.max_searches * self._web.tokens_per_search
        return (
            self._token_price.bound_usd(prompt, request.most_output_tokens)
            + self._web.max_searches * self._web.usd_per_search
        )

    def _cost_usd(self, completion: Completion) -> float:
        if self._token_price is None:
            return 0.0
        return super()._cost_usd(completion) + self._web.usd_per_search * _searches(completion.body["response"])


def _tools(web: WebSearchSettings) -> dict[str, Any]:
    return {
        "tools": [{"type": "web_search", "search_context_size": web.context_size}],
        "tool_choice": "required" if web.required else "auto",
        "max_tool_calls": web.max_searches,
        "include": ["web_search_call.action.sources"],
        "store": False,
    }


def _body(request: ChatRequest) -> dict[str, Any]:
    """The fields of the request as the Responses API names them; it knows no seed."""
    parameters = request.parameters
    fields: dict[str, Any] = {
        "model": request.model,
        "input": [dict(message) for message in request.messages],
        "max_output_tokens": request.most_output_tokens,
        "temperature": parameters.temperature,
        "top_p": parameters.top_p,
        "reasoning": {"effort": parameters.reasoning_effort} if parameters.reasoning_effort else None,
    }
    if request.response_format is not None:
        form = request.response_format["json_schema"]
        fields["text"] = {"format": {"type": "json_schema", **form}}
    known = {"tools", "tool_choice", "max_tool_calls", "include", "store"}
    extras = {name: value for name, value in request.extra_body.items() if name != _API}
    fields |= {name: extras.pop(name) for name in known & extras.keys()}
    return {name: value for name, value in fields.items() if value is not None} | {"extra_body": extras or None}


def _read(status: int, content_type: str, text: str, request: ChatRequest) -> tuple[dict[str, Any], Usage] | Fault:
    page = faults.of_page(text, content_type)
    if page is not None:
        return page
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return faults.of_body(status, text)
    if not isinstance(body, dict) or not isinstance(body.get("output"), list):
        if isinstance(body, dict) and body.get("error"):
            return faults.of_status(502, {}, text)
        return faults.of_body(status, text)
    if body.get("status") in ("failed", "cancelled"):
        return faults.of_status(502, {}, text)
    message = _message(body["output"])
    finish = _FINISH.get(str((body.get("incomplete_details") or {}).get("reason")), "stop")
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"choices": [choice], "response": body}, _usage(body.get("usage"), str(message["content"]), request)


def _message(output: list[Any]) -> dict[str, str]:
    """The last message among searches, thoughts and messages."""
    said, refused = "", ""
    for item in output:
        if isinstance(item, dict) and item.get("type") == "message" and isinstance(item.get("content"), list):
            parts = [part for part in item["content"] if isinstance(part, dict)]
            said = "".join(str(part.get("text", "")) for part in parts if part.get("type") == "output_text")
            refused = "".join(str(part.get("refusal", "")) for part in parts if part.get("type") == "refusal")
    return {"role": "assistant", "content": said, "refusal": refused}


def _searches(body: Mapping[str, Any]) -> int:
    billed = ((body.get("tool_usage") or {}).get("web_search") or {}).get("num_requests")
    if isinstance(billed, int):
        return billed
    return sum(isinstance(item, dict) and item.get("type") == "web_search_call" for item in body["output"])


def _usage(stated: Any, said: str, request: ChatRequest) -> Usage:
    counts = stated if isinstance(stated, dict) else {}
    prompt, completion = counts.get("input_tokens"), counts.get("output_tokens")
    if not isinstance(prompt, int) or not isinstance(completion, int):
        return Usage(request.most_prompt_tokens, len(said.encode()), estimated=True)
    details = counts.get("input_tokens_details") or {}
    cached, written = details.get("cached_tokens"), details.get("cache_write_tokens")
    return Usage(
        prompt, completion, cached if isinstance(cached, int) else 0, written if isinstance(written, int) else 0
    )
