"""Anthropic's messages for external agents: converts requests to Chat Completions, and replies back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from litgauge.tasks.agents.gateway.chat import BadRequest

_STOPS = {"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens", "content_filter": "refusal"}
_CHOICES = {"any": "required", "none": "none", "auto": "auto"}
_LEFT_OUT = frozenset({"thinking", "redacted_thinking"})  # perhaps of another model, so of no use to this one


def chat_body(body: Any) -> dict[str, Any]:
    """Return an agent's request in the shape of Chat Completions; raises BadRequest.

    Searches and other tools that run at Anthropic are refused: pages could not be withheld from them.
    """
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise BadRequest("messages: a list of messages is wanted")
    tools = body.get("tools") or []
    if not isinstance(tools, list):
        raise BadRequest("tools: a list is wanted")
    system = _text("system", body.get("system") or "")
    messages: list[dict[str, Any]] = [{"role": "system", "content": system}] if system else []
    for number, message in enumerate(body["messages"]):
        messages += _turns(f"messages[{number}]", message)
    chat = {
        "messages": messages,
        "tools": [_function(tool) for tool in tools],
        "tool_choice": _choice(body.get("tool_choice")) if tools else None,
        "stop": body.get("stop_sequences") or None,
        **{name: body.get(name) for name in ("max_tokens", "temperature", "top_p")},
    }
    return {name: value for name, value in chat.items() if value is not None}


def message_of(completion: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chat completion as a message."""
    choice, usage = completion["choices"][0], completion["usage"]
    reply = choice["message"]
    text = reply.get("content") or reply.get("refusal") or ""
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    blocks += [
        {"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": _input(call)}
        for call in reply.get("tool_calls", ())
    ]
    return {
        "id": completion["id"].replace("chatcmpl-", "msg_"),
        "type": "message",
        "role": "assistant",
        "model": completion["model"],
        "content": blocks,
        "stop_reason": _STOPS.get(choice["finish_reason"], "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": usage["prompt_tokens"], "output_tokens": usage["completion_tokens"]},
    }


def events_of_message(message: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message as the events of a stream; replies are complete, so each block is one piece."""
    opening = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 0}}
    yield _event("message_start", message=opening)
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            written = json.dumps(block["input"], ensure_ascii=False)
            empty, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": written}
        yield _event("content_block_start", index=index, content_block=empty)
        yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    ended = {name: message[name] for name in ("stop_reason", "stop_sequence")}
    yield _event("message_delta", delta=ended, usage=message["usage"])
    yield _event("message_stop")


def error_of(status: int, message: str) -> dict[str, Any]:
    """Return an error in the form of the protocol."""
    kinds = {401: "authentication_error", 403: "permission_error"}
    kind = kinds.get(status, "invalid_request_error" if status < 500 else "api_error")
    return {"type": "error", "error": {"type": kind, "message": message}}


def _event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields}, ensure_ascii=False)}\n\n"


def _turns(place: str, message: Any) -> Iterator[dict[str, Any]]:
    """Yield a message as turns: results of tools are turns of their own, before the user's text."""
    if not isinstance(message, dict) or message.get("role") not in ("user", "assistant", "system"):
        raise BadRequest(f"{place}: an object with a role is wanted")
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadRequest(f"{place}: its content is no text and no list of blocks")
    blocks = [block for block in blocks if block.get("type") not in _LEFT_OUT]
    calls = [_call(block) for block in blocks if block.get("type") == "tool_use"]
    for block in blocks:
        if block.get("type") == "tool_result":
            text = _text(place, block.get("content") or "")
            yield {"role": "tool", "tool_call_id": str(block.get("tool_use_id")), "content": text}
    rest = [block for block in blocks if block.get("type") not in ("tool_use", "tool_result")]
    if rest or calls:
        text = _text(place, rest)
        yield {"role": message["role"], "content": text or None, **({"tool_calls": calls} if calls else {})}


def _text(place: str, content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [content]
    if not all(isinstance(block, dict) and block.get("type") == "text" for block in blocks):
        raise BadRequest(f"{place}: only text is passed on")
    return "\n\n".join(str(block.get("text") or "") for block in blocks)


def _call(block: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": str(block.get("name")), "arguments": json.dumps(block.get("input") or {}, ensure_ascii=False)}
    return {"id": str(block.get("id")), "type": "function", "function": function}


def _input(call: Mapping[str, Any]) -> Any:
    try:
        arguments = json.loads(call["function"]["arguments"] or "{}")
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}


def _function(tool: Any) -> dict[str, Any]:
    if not isinstance(tool, dict) or tool.get("type", "custom") != "custom" or not isinstance(tool.get("name"), str):
        raise BadRequest("tools: functions of the agent are passed on, and nothing else")
    schema = tool.get("input_schema") or {"type": "object", "properties": {}}
    declared = {"name": tool["name"], "description": str(tool.get("description") or ""), "parameters": schema}
    return {"type": "function", "function": declared}


def _choice(choice: Any) -> Any:
    kind = choice.get("type") if isinstance(choice, dict) else None
    if kind == "tool":
        return {"type": "function", "function": {"name": choice.get("name")}}
    return _CHOICES.get(str(kind))
