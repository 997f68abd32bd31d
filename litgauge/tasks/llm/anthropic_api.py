"""Anthropic's messages API (`POST …/messages`), for models with our functions or with web search."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from litgauge.tasks.llm.chat_api import NO_PICTURES, count, estimated_usage, is_count, mapping
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs
from litgauge.tasks.llm.pictures import text_of
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.request import OUTPUT, ChatRequest
from litgauge.tasks.llm.searching_api import (
    NOT_SENT,
    SearchingApi,
    arguments_of,
    completion,
    pictures_of,
    stops_of,
    system_of,
    turns_of,
    unread,
    wanted_function,
)

_VERSION = "2023-06-01"
_FINISH = {"end_turn": "stop", "stop_sequence": "stop", "tool_use": "stop", "max_tokens": "length",
           "pause_turn": "length", "model_context_window_exceeded": "length", "refusal": "content_filter"}  # fmt: skip
_EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})


class AnthropicApi(SearchingApi):
    """Text in blocks, each with its `citations`; function calls are blocks too; searches are in the usage."""

    path = "/messages"

    def headers(self, key: str) -> Mapping[str, str]:
        """See `ChatApi.headers`."""
        return {"x-api-key": key, "anthropic-version": _VERSION}

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`; the protocol knows no seed."""
        parameters, extra = request.parameters, request.extra_body
        output: dict[str, Any] = {}
        if request.response_format is not None:
            output["format"] = {"type": "json_schema", "schema": request.response_format["json_schema"]["schema"]}
        if parameters.reasoning_effort in _EFFORTS:
            output["effort"] = parameters.reasoning_effort
        fields = {
            "model": request.model,
            "max_tokens": request.most_output_tokens,
            "system": system_of(request.messages),
            "messages": _messages(request, pictures),
            "temperature": parameters.temperature,
            "top_p": parameters.top_p,
            "stop_sequences": stops_of(extra),
            "output_config": output,
            "tools": [_declared(tool["function"]) for tool in request.tools],
            "tool_choice": _choice(request) if request.tools else None,
        }
        sent = {name: value for name, value in fields.items() if value not in (None, "", [], {})}
        return {**sent, **{name: value for name, value in extra.items() if name not in NOT_SENT}}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`."""
        blocks = body.get("content") if isinstance(body, dict) else None
        if not isinstance(blocks, list):
            return unread(body)
        blocks = [block for block in blocks if isinstance(block, dict)]
        text = "".join(str(block.get("text") or "") for block in blocks if block.get("type") == "text")
        message: dict[str, Any] = {"content": text}
        if calls := [_call(block) for block in blocks if block.get("type") == "tool_use"]:
            message |= {"tool_calls": calls, OUTPUT: blocks}
        usage = mapping(body.get("usage"))
        searches = count(mapping(usage.get("server_tool_use")).get("web_search_requests"))
        finish = _FINISH.get(str(body.get("stop_reason")), "stop")
        output = text + json.dumps(calls, ensure_ascii=False) if calls else text
        return self.paid(completion(message, finish, body), _usage(usage, output, request), searches)


def _declared(function: Mapping[str, Any]) -> dict[str, Any]:
    schema = function.get("parameters") or {"type": "object", "properties": {}}
    return {"name": function["name"], "description": function.get("description") or "", "input_schema": schema}


def _choice(request: ChatRequest) -> dict[str, Any]:
    tool_choice = request.extra_body.get("tool_choice", request.tool_choice)
    if name := wanted_function(tool_choice):
        choice: dict[str, Any] = {"type": "tool", "name": name}
    else:
        choice = {"type": {"required": "any", "none": "none"}.get(str(tool_choice), "auto")}
    one_by_one = request.extra_body.get("parallel_tool_calls") is False and choice["type"] != "none"
    return choice | ({"disable_parallel_tool_use": True} if one_by_one else {})


def _messages(request: ChatRequest, pictures: DataURLs) -> list[dict[str, Any]]:
    """Return messages as blocks, with consecutive ones of one role joined, as results of a turn's calls must be."""
    messages: list[dict[str, Any]] = []
    for message in turns_of(request.messages):
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = _model_blocks(message) if role == "assistant" else _user_blocks(message, pictures)
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
        elif blocks:
            messages.append({"role": role, "content": blocks})
    return messages


def _user_blocks(message: Mapping[str, Any], pictures: DataURLs) -> list[dict[str, Any]]:
    blocks = [*_texts(message), *(
        {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}
        for kind, data in pictures_of(message.get("content"), pictures)
    )]  # fmt: skip
    if message["role"] == "tool":
        return [{"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": blocks}]
    return blocks


def _model_blocks(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the blocks of a model's turn; an unchanged turn is sent back with its thoughts, which its calls need."""
    calls = [
        {"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": arguments_of(call)}
        for call in message.get("tool_calls") or ()
    ]
    if OUTPUT not in message:
        return [*_texts(message), *calls]
    own = iter(calls)
    return [next(own, block) if block.get("type") == "tool_use" else dict(block) for block in message[OUTPUT]]


def _texts(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    text = text_of(message.get("content"))
    return [{"type": "text", "text": text}] if text.strip() else []


def _call(block: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": block.get("name"), "arguments": json.dumps(block.get("input") or {}, ensure_ascii=False)}
    return {"id": str(block.get("id") or ""), "type": "function", "function": function}


def _usage(counts: Mapping[str, Any], output: str, request: ChatRequest) -> Usage:
    fresh, written = counts.get("input_tokens"), counts.get("output_tokens")
    if not (is_count(fresh) and is_count(written)):
        return estimated_usage(request, output)
    cached, cache_writes = (
        count(counts.get("cache_read_input_tokens")),
        count(counts.get("cache_creation_input_tokens")),
    )
    return Usage(fresh + cached + cache_writes, written, cached, cache_writes)
