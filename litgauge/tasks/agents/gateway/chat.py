"""Chat Completions for external agents: converts their requests to ours, and replies back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.llm.request import MAX_OUTPUT_TOKENS, ChatRequest, Turn
from litgauge.tasks.llm.settings import ModelSettings, Parameters
from litgauge.tasks.llm.turns import turn_of

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_OF_MESSAGE = frozenset(
    {"name", "tool_call_id", "tool_calls", "function_call", "reasoning_content", "reasoning_details"}
)
_PASSED = frozenset(
    {"stop", "tool_choice", "parallel_tool_calls", "frequency_penalty", "presence_penalty", "logit_bias"}
)
_LONGEST = 128_000  # output tokens that an agent may request if the model's config sets no limit


class BadRequest(ValueError):
    """Faults of an agent's request, in words for its author."""


def request_of(body: Any, model: ModelSettings, sample: int, attempt: int = 0) -> ChatRequest:
    """Return an agent's request to the configured model, whichever model it names; raises BadRequest.

    Parameters that the config sets win, and those that its model refuses (`omit`) are left out.
    """
    if not isinstance(body, dict):
        raise BadRequest("the request is no JSON object")
    if body.get("n") not in (None, 1):
        raise BadRequest("n: one reply is given to a request")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise BadRequest("messages: a list of messages is wanted")
    tools = body.get("tools") or []
    if not isinstance(tools, list) or not all(_is_function(tool) for tool in tools):
        raise BadRequest("tools: functions are passed on, and nothing else")
    form = body.get("response_format")
    options = {name: body[name] for name in _PASSED if body.get(name) is not None}
    return ChatRequest(
        endpoint=model.endpoint_name,
        model=model.model,
        messages=tuple(_message(number, message) for number, message in enumerate(messages)),
        response_format=form if isinstance(form, dict) and form.get("type") != "text" else None,
        parameters=_parameters(body, model),
        extra_body={**options, **model.extra_body},
        sample=sample,
        attempt=attempt,
        tools=tuple(tools),
    )


def completion_of(reply: StoredReply, request: ChatRequest) -> dict[str, Any]:
    """Return a stored reply as a chat completion; calls that a model wrote as text become calls."""
    names = [tool["function"]["name"] for tool in request.tools]
    turn = turn_of(reply.body, names)
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if turn.refusal:
        message["refusal"] = turn.refusal
    if turn.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in turn.calls
        ]
    usage = reply.usage
    return {
        "id": f"chatcmpl-{reply.key[:24]}",
        "object": "chat.completion",
        "created": 0,
        "model": request.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "tool_calls" if turn.calls else turn.finish_reason or "stop",
            }
        ],
        "usage": {
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "total_tokens": usage.prompt_tokens + usage.completion_tokens,
        },
    }


def events_of(completion: Mapping[str, Any], *, usage: bool) -> Iterator[str]:
    """Yield a completion as the events of a stream; replies are complete, so each part is one event."""
    choice = completion["choices"][0]
    message = choice["message"]
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": message["content"] or ""}]
    deltas += [{"tool_calls": [{"index": number, **call}]} for number, call in enumerate(message.get("tool_calls", ()))]
    head = {name: completion[name] for name in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    for delta in deltas:
        yield _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    if usage:
        yield _event({**head, "choices": [], "usage": completion["usage"]})
    yield "data: [DONE]\n\n"


def _event(chunk: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def _is_function(tool: Any) -> bool:
    function = tool.get("function") if isinstance(tool, dict) else None
    return isinstance(function, dict) and isinstance(function.get("name"), str)


def _message(number: int, message: Any) -> Turn:
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        raise BadRequest(f"messages[{number}]: an object with a role is wanted")
    content = message.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        if any(part.get("type") not in ("text", "refusal") for part in parts) or len(parts) < len(content):
            raise BadRequest(f"messages[{number}]: only text is passed on")
        content = "".join(str(part.get("text") or part.get("refusal") or "") for part in parts)
    if content is not None and not isinstance(content, str):
        raise BadRequest(f"messages[{number}]: its content is no text")
    fields = {name: value for name, value in message.items() if name in _OF_MESSAGE and value is not None}
    if isinstance(fields.get("tool_calls", []), list):
        return {"role": message["role"], "content": content, **fields}
    raise BadRequest(f"messages[{number}]: its tool_calls are no list")


def _parameters(body: Mapping[str, Any], model: ModelSettings) -> Parameters:
    own = model.parameters.model_dump(exclude_none=True)
    names = ("temperature", "top_p", "seed", "reasoning_effort")
    values = {name: body[name] for name in names if body.get(name) is not None} | own
    longest = model.parameters.max_output_tokens or _LONGEST
    tokens = body.get("max_completion_tokens") or body.get("max_tokens") or own.get("max_output_tokens")
    if tokens is not None and not isinstance(tokens, int):
        raise BadRequest("max_tokens is no number")
    values["max_output_tokens"] = min(tokens or MAX_OUTPUT_TOKENS, longest)
    try:
        return Parameters(**{name: value for name, value in values.items() if name not in model.omit})
    except ValueError as error:
        raise BadRequest(f"its parameters: {error}") from None
