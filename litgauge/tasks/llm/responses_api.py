"""The Responses API, for models with web search and for conversations with tools.

Replies are stored as received, with the message also in the shape of a chat completion, so everything except the
protocol is the same as for other models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litgauge.tasks.llm.chat_api import NO_PICTURES, ChatApi, count, estimated_usage, is_count, mapping
from litgauge.tasks.llm.faults import Fault, of_body, of_reported
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs, response_content
from litgauge.tasks.llm.prices import Price, Usage
from litgauge.tasks.llm.request import OUTPUT, ChatRequest
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings

API = "api"  # part of a reply's key: the interface
_EXPECTED_SEARCHES = 2  # of a typical vote, for forecasts alone
_FINISH = {"max_output_tokens": "length", "content_filter": "content_filter"}


def searching(settings: ModelSettings, web: WebSearchSettings) -> ModelSettings:
    """Return the settings of a model with web search: the tool is part of every request and of its key."""
    tool = {
        "tools": [{"type": "web_search", "search_context_size": web.context_size}],
        "tool_choice": "required" if web.required else "auto",
        "max_tool_calls": web.max_searches,
        "include": ["web_search_call.action.sources"],
        "store": False,
        API: "responses",
    }
    return settings.model_copy(update={"extra_body": {**settings.extra_body, **tool}})


def conversing(settings: ModelSettings) -> ModelSettings:
    """Return the settings of a model for conversations with tools: the endpoint stores nothing.

    Thoughts of a reasoning model come back encrypted, and are sent with the next turn.
    """
    effort = settings.parameters.reasoning_effort
    sealed = {"include": ["reasoning.encrypted_content"]} if effort and effort != "none" else {}
    return settings.model_copy(
        update={"extra_body": {"store": False, **sealed, **settings.extra_body, API: "responses"}}
    )


class ResponsesApi(ChatApi):
    """`POST …/responses`; with the web search tool, searches are billed beside the tokens."""

    path = "/responses"

    def __init__(self, price: Price | None, token_limit_field: str, web: WebSearchSettings | None = None) -> None:
        super().__init__(price, token_limit_field)
        self._web = web

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`."""
        extra = {name: value for name, value in request.extra_body.items() if name != API}
        return {**_body(request, pictures), **extra}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """Return the last message as a completion, with the response as received; or its fault."""
        output = body.get("output") if isinstance(body, dict) else None
        if not isinstance(output, list):
            reported = isinstance(body, dict) and body.get("error")
            return of_reported(body, pictures=bool(request.pictures)) if reported else of_body(body)
        if body.get("status") in ("failed", "cancelled"):
            return of_reported(body, pictures=bool(request.pictures))
        if body.get("status") in ("queued", "in_progress"):  # nobody asked it to work on in the background
            return of_body(body)
        message = _message(output)
        finish = _FINISH.get(str(mapping(body.get("incomplete_details")).get("reason")), "stop")
        completion = {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "response": body}
        usage = _usage(body.get("usage"), message["content"], request)
        tokens_usd = self.price.cost_usd(usage) if self.price else 0.0
        searches = _searches(body) if self._web else 0
        searches_usd = self._web.usd_per_search * searches if self._web and self.price else 0.0
        return PaidAnswer(completion, usage, tokens_usd + searches_usd, searches)

    def expected_usd(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return the cost of a typical call with its searches and their results; None without a price."""
        if self._web is None:
            return super().expected_usd(prompt_tokens, completion_tokens)
        searches = min(_EXPECTED_SEARCHES, self._web.max_searches)
        tokens_usd = super().expected_usd(prompt_tokens + searches * self._web.tokens_per_search, completion_tokens)
        return None if tokens_usd is None else tokens_usd + searches * self._web.usd_per_search

    def most_usd(self, request: ChatRequest) -> float | None:
        """Return the maximal cost of a call with its searches and their results; None without a price."""
        if self.price is None or self._web is None:
            return super().most_usd(request)
        search_tokens = self._web.max_searches * self._web.tokens_per_search
        tokens_usd = self.price.bound_usd(request.most_prompt_tokens + search_tokens, request.most_output_tokens)
        return tokens_usd + self._web.max_searches * self._web.usd_per_search


def _body(request: ChatRequest, pictures: DataURLs) -> dict[str, Any]:
    """Return the fields of the request as the Responses API names them; it has no seed."""
    parameters = request.parameters
    fields: dict[str, Any] = {
        "model": request.model,
        "input": [item for message in request.messages for item in _items(_shown(message, request, pictures))],
        "max_output_tokens": request.most_output_tokens,
        "temperature": parameters.temperature,
        "top_p": parameters.top_p,
        "reasoning": {"effort": parameters.reasoning_effort} if parameters.reasoning_effort else None,
    }
    if request.response_format is not None:
        form = request.response_format["json_schema"]
        fields["text"] = {"format": {"type": "json_schema", **form}}
    if request.tools:
        fields["tools"] = [{"type": "function", "strict": False, **tool["function"]} for tool in request.tools]
        fields["tool_choice"] = request.tool_choice
    return {name: value for name, value in fields.items() if value is not None}


def _shown(message: Mapping[str, Any], request: ChatRequest, pictures: DataURLs) -> Mapping[str, Any]:
    """Return a message with its pictures in the API's form."""
    content = message.get("content")
    if isinstance(content, str) or content is None:
        return message
    return {**message, "content": response_content(content, pictures, request.detail)}


def _items(message: Mapping[str, Any]) -> list[Any]:
    """Return the items of a message; thoughts that are not encrypted cannot be sent back."""
    if message.get("role") == "tool":
        return [{"type": "function_call_output", "call_id": message["tool_call_id"], "output": message["content"]}]
    if OUTPUT in message:
        calls = iter(message["tool_calls"])
        output = message[OUTPUT]
        sent = [item for item in output if item.get("type") != "reasoning" or item.get("encrypted_content")]
        sent = sent if len(sent) == len(output) else [_by_itself(item) for item in sent]
        return [_mended(item, next(calls, {})) if item.get("type") == "function_call" else item for item in sent]
    if message.get("tool_calls"):  # written as text, as the endpoint does not know them
        text_items = [{"role": "assistant", "content": message["content"]}] if message["content"] else []
        return [
            *text_items,
            *(_mended({"type": "function_call"}, call) for call in message["tool_calls"]),
        ]
    return [message]


def _by_itself(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an item without its id, so that it can be sent back without the thoughts that led to it."""
    if item.get("type") == "message":
        return {"role": "assistant", "content": _message([item])["content"]}
    return {name: value for name, value in item.items() if name != "id"}


def _mended(item: Mapping[str, Any], call: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a function call to send back, with id, name and arguments of the turn's call."""
    return {**item, "call_id": call["id"], **call["function"]} if call else item


def _message(output: list[Any]) -> dict[str, Any]:
    """Return the last message among searches, thoughts and messages, with the function calls."""
    text, refused = "", ""
    for item in output:
        if isinstance(item, dict) and item.get("type") == "message":
            content = item.get("content")
            content = [{"type": "output_text", "text": content}] if isinstance(content, str) else content
            parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
            text = "".join(str(part.get("text", "")) for part in parts if part.get("type") == "output_text")
            refused = "".join(str(part.get("refusal", "")) for part in parts if part.get("type") == "refusal")
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": refused}
    if calls := [item for item in output if isinstance(item, dict) and item.get("type") == "function_call"]:
        message["tool_calls"] = [
            {
                "id": str(call.get("call_id") or ""),
                "type": "function",
                "function": {"name": call.get("name"), "arguments": call.get("arguments")},
            }
            for call in calls
        ]
        message[OUTPUT] = [item for item in output if isinstance(item, dict)]
    return message


def _searches(body: Mapping[str, Any]) -> int:
    billed = mapping(mapping(body.get("tool_usage")).get("web_search")).get("num_requests")
    if isinstance(billed, int):
        return billed
    return sum(isinstance(item, dict) and item.get("type") == "web_search_call" for item in body["output"])


def _usage(stated: Any, output: str, request: ChatRequest) -> Usage:
    counts = mapping(stated)
    prompt, completion = counts.get("input_tokens"), counts.get("output_tokens")
    if not (is_count(prompt) and is_count(completion)):
        return estimated_usage(request, output)
    details = mapping(counts.get("input_tokens_details"))
    thoughts = count(mapping(counts.get("output_tokens_details")).get("reasoning_tokens"))
    cached, written = count(details.get("cached_tokens")), count(details.get("cache_write_tokens"))
    return Usage(prompt, completion, cached, written, reasoning_tokens=min(thoughts, completion))
