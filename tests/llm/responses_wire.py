"""The Responses API in terms of Chat Completions, so that one loopback model serves both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openai.types.chat import ChatCompletion
from openai.types.responses import Response
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

_PARAMS = TypeAdapter(ResponseCreateParamsNonStreaming)


def as_chat(body: Mapping[str, Any]) -> dict[str, Any]:
    """The request as Chat Completions has it. Raises ValidationError for one that the API would not take."""
    _PARAMS.validate_python(body)
    messages: list[dict[str, Any]] = []
    for item in body["input"]:
        match item.get("type"):
            case "function_call":
                function = {"name": item["name"], "arguments": item["arguments"]}
                call = {"id": item["call_id"], "type": "function", "function": function}
                if messages[-1].get("tool_calls") is None:
                    messages.append({"role": "assistant", "content": None, "tool_calls": []})
                messages[-1]["tool_calls"].append(call)
            case "function_call_output":
                output = _as_chat_content(item["output"])
                texts = output if isinstance(output, str) else [part for part in output if part["type"] == "text"]
                messages.append({"role": "tool", "tool_call_id": item["call_id"], "content": texts})
                if texts != output:  # Chat Completions has them from the user alone
                    seen = [part for part in output if part not in texts]
                    messages.append({"role": "user", "content": seen})
            case _:
                messages.append({"role": item["role"], "content": _as_chat_content(item["content"])})
    tools = [
        {"type": "function", "function": {key: tool[key] for key in ("name", "description", "parameters")}}
        for tool in body.get("tools", [])
    ]
    more = {"tools": tools, "tool_choice": body["tool_choice"]} if tools else {}
    return {
        "model": body["model"],
        "messages": messages,
        "max_completion_tokens": body["max_output_tokens"],
        **more,
    }


def _as_chat_content(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [
        {"type": "image_url", "image_url": {"url": part["image_url"], "detail": part["detail"]}}
        if part["type"] == "input_image"
        else {"type": "text", "text": part["text"]}
        for part in content
    ]


def as_response(completion: ChatCompletion) -> dict[str, Any]:
    """The completion as the Responses API says it."""
    choice, usage = completion.choices[0], completion.usage
    output: list[dict[str, Any]] = []
    if choice.message.content is not None:
        part = {"type": "output_text", "text": choice.message.content, "annotations": []}
        output.append({"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]})
    if choice.message.refusal:
        part = {"type": "refusal", "refusal": choice.message.refusal}
        output.append({"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]})
    for number, call in enumerate(choice.message.tool_calls or ()):
        assert call.type == "function"
        output.append({"type": "function_call", "id": f"f{number}", "call_id": call.id, **call.function.model_dump()})
    cut = choice.finish_reason == "length"
    said = {
        "id": completion.id.replace("chatcmpl", "resp"),
        "object": "response",
        "created_at": completion.created,
        "model": completion.model,
        "output": output,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": usage
        and {
            "input_tokens": usage.prompt_tokens,
            "output_tokens": usage.completion_tokens,
            "total_tokens": usage.total_tokens,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }
    return Response.model_validate(said).model_dump(mode="json", exclude_none=True)
