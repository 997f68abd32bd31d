"""Gemini's `generateContent`, for models with our functions or with Google search."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from litgauge.tasks.llm.chat_api import NO_PICTURES, count, estimated_usage, is_count, mapping
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs
from litgauge.tasks.llm.pictures import text_of
from litgauge.tasks.llm.prices import Price, Usage
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
from litgauge.tasks.llm.settings import WebSearchSettings

_FINISH = {"STOP": "stop", "MAX_TOKENS": "length", "MALFORMED_FUNCTION_CALL": "stop"}
_CONFIG = "generationConfig"


class GeminiApi(SearchingApi):
    """`POST …/models/MODEL:generateContent`: text and calls in parts, `groundingMetadata` beside them."""

    def __init__(
        self, price: Price | None, token_limit_field: str, model: str, web: WebSearchSettings | None = None
    ) -> None:
        super().__init__(price, token_limit_field, web)
        self.path = f"/models/{model}:generateContent"

    def headers(self, key: str) -> Mapping[str, str]:
        """See `ChatApi.headers`."""
        return {"x-goog-api-key": key}

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """See `ChatApi.fields`; `generationConfig` of `extra_body` is merged."""
        system, extra = system_of(request.messages), request.extra_body
        fields = {
            "systemInstruction": {"parts": [{"text": system}]} if system else None,
            "contents": _contents(request, pictures),
            _CONFIG: {**_config(request), **mapping(extra.get(_CONFIG))},
        }
        if request.tools:
            fields["tools"] = [{"functionDeclarations": [_declared(tool["function"]) for tool in request.tools]}]
            fields["toolConfig"] = {"functionCallingConfig": _choice(request)}
        sent = {name: value for name, value in fields.items() if value is not None}
        return {**sent, **{name: value for name, value in extra.items() if name not in NOT_SENT | {_CONFIG}}}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """See `ChatApi.read`."""
        candidates = body.get("candidates") if isinstance(body, dict) else None
        if not isinstance(candidates, list) or not candidates or not isinstance(candidates[0], dict):
            if mapping(mapping(body).get("promptFeedback")).get("blockReason"):
                return self.paid(completion({"content": ""}, "content_filter", body), _usage(body, "", request), 0)
            return unread(body)
        first = candidates[0]
        parts = mapping(first.get("content")).get("parts")
        parts = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        text = "".join(str(part.get("text") or "") for part in parts if part.get("thought") is not True)
        message: dict[str, Any] = {"content": text}
        function_calls = [part["functionCall"] for part in parts if isinstance(part.get("functionCall"), dict)]
        if calls := [_call(number, call) for number, call in enumerate(function_calls, start=1)]:
            message |= {"tool_calls": calls, OUTPUT: parts}
        finish = _FINISH.get(str(first.get("finishReason")), "content_filter")
        queries = mapping(first.get("groundingMetadata")).get("webSearchQueries")
        searches = len(queries) if isinstance(queries, list) else 0
        output = text + json.dumps(function_calls, ensure_ascii=False) if function_calls else text
        return self.paid(completion(message, finish, body), _usage(body, output, request), searches)


def _config(request: ChatRequest) -> dict[str, Any]:
    parameters = request.parameters
    seed = None if parameters.seed is None else parameters.seed + request.sample
    config: dict[str, Any] = {
        "maxOutputTokens": request.most_output_tokens,
        "temperature": parameters.temperature,
        "topP": parameters.top_p,
        "seed": seed,
        "stopSequences": stops_of(request.extra_body) or None,
    }
    if request.response_format is not None:
        config["responseMimeType"] = "application/json"
        config["responseJsonSchema"] = request.response_format["json_schema"]["schema"]
    return {name: value for name, value in config.items() if value is not None}


def _declared(function: Mapping[str, Any]) -> dict[str, Any]:
    schema = function.get("parameters")
    declared = {"name": function["name"], "description": function.get("description") or function["name"]}
    return declared | ({"parametersJsonSchema": schema} if schema else {})


def _choice(request: ChatRequest) -> dict[str, Any]:
    tool_choice = request.extra_body.get("tool_choice", request.tool_choice)
    if name := wanted_function(tool_choice):
        return {"mode": "ANY", "allowedFunctionNames": [name]}
    return {"mode": {"required": "ANY", "none": "NONE"}.get(str(tool_choice), "AUTO")}


def _contents(request: ChatRequest, pictures: DataURLs) -> list[dict[str, Any]]:
    """Return messages as parts, with consecutive ones of one role joined, as results of a turn's calls must be."""
    contents: list[dict[str, Any]] = []
    names: dict[str, str] = {}  # of the functions that were called, by the ids of the calls
    for message in turns_of(request.messages):
        role = "model" if message["role"] == "assistant" else "user"
        names |= {call["id"]: call["function"]["name"] for call in message.get("tool_calls") or ()}
        parts = _model_parts(message) if role == "model" else _user_parts(message, names, pictures)
        if contents and contents[-1]["role"] == role:
            contents[-1]["parts"] += parts
        elif parts:
            contents.append({"role": role, "parts": parts})
    return contents


def _user_parts(message: Mapping[str, Any], names: Mapping[str, str], pictures: DataURLs) -> list[dict[str, Any]]:
    text = text_of(message.get("content"))
    picture_parts = [
        {"inlineData": {"mimeType": kind, "data": data}} for kind, data in pictures_of(message.get("content"), pictures)
    ]
    if message["role"] != "tool":
        return [*([{"text": text}] if text.strip() else []), *picture_parts]
    name = names.get(message["tool_call_id"], "unknown_tool")
    return [{"functionResponse": {"name": name, "response": {"result": text}}}, *picture_parts]


def _model_parts(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of a model's turn; an unchanged turn is sent back with the signatures of its thoughts."""
    if OUTPUT in message:
        return [dict(part) for part in message[OUTPUT]]
    text = text_of(message.get("content"))
    calls = [
        {"functionCall": {"name": call["function"]["name"], "args": arguments_of(call)}}
        for call in message.get("tool_calls") or ()
    ]
    return [*([{"text": text}] if text.strip() else []), *calls]


def _call(number: int, call: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": call.get("name"), "arguments": json.dumps(call.get("args") or {}, ensure_ascii=False)}
    return {"id": str(call.get("id") or f"call{number:05}"), "type": "function", "function": function}


def _usage(body: Any, output: str, request: ChatRequest) -> Usage:
    counts = mapping(mapping(body).get("usageMetadata"))
    prompt = counts.get("promptTokenCount")
    if not is_count(prompt):
        return estimated_usage(request, output)
    thoughts = count(counts.get("thoughtsTokenCount"))
    written = count(counts.get("candidatesTokenCount")) + thoughts
    read = prompt + count(counts.get("toolUsePromptTokenCount"))
    return Usage(read, written, count(counts.get("cachedContentTokenCount")), reasoning_tokens=thoughts)
