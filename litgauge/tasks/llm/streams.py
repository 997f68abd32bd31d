"""Replies as streams of events, which some gateways send although none was requested."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from litgauge.tasks.llm.plain_json import plain_json

_DATA = re.compile(r"^data:[ \t]*(\{[^\r\n]*)", re.MULTILINE)
_LAST_EVENT = re.compile(r"^data:[ \t]*\[DONE\]", re.MULTILINE)
_TEXTS = ("content", "refusal", "reasoning_content", "reasoning")  # fields that are sent piece by piece


def is_stream(text: str) -> bool:
    """Return whether this is a stream of events."""
    return text[:64].lstrip().startswith(("data:", "event:", "id:", ":"))


def whole_of(text: str) -> dict[str, Any] | None:
    """Return the completion or response that the events of a stream make up, or the error that an event reports.

    None if they make up neither, or if the stream was cut: it has neither a finish reason nor the mark of its
    end. Raises ValueError and RecursionError for events that are no JSON.
    """
    chunks: list[Mapping[str, Any]] = []
    for event in _events(text):
        response = event.get("response")
        if isinstance(response, dict) and str(event.get("type", "")).startswith("response."):
            if response.get("status") in ("completed", "incomplete", "failed", "cancelled"):
                return response
        elif event.get("error"):
            return event
        elif isinstance(event.get("choices"), list):
            chunks.append(event)
    completion = _completion(chunks)
    is_whole = completion["choices"][0]["finish_reason"] is not None or _LAST_EVENT.search(text)
    return completion if chunks and is_whole else None


def _events(text: str) -> Iterator[dict[str, Any]]:
    for match in _DATA.finditer(text):
        event = plain_json(match[1])
        if isinstance(event, dict):
            yield event


def _completion(chunks: list[Mapping[str, Any]]) -> dict[str, Any]:
    texts: dict[str, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    finish, usage = None, None
    for chunk in chunks:
        usage = chunk.get("usage") or usage
        choice: dict[str, Any] = next((entry for entry in chunk["choices"] if isinstance(entry, dict)), {})
        raw_delta = choice.get("delta")
        delta = raw_delta if isinstance(raw_delta, dict) else {}
        finish = choice.get("finish_reason") or finish
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                texts.setdefault(name, []).append(delta[name])
        for place, piece in enumerate(delta.get("tool_calls") or ()):
            if isinstance(piece, dict):
                _add(calls, piece, place)
    message: dict[str, Any] = {"role": "assistant", "content": None}
    message |= {name: "".join(pieces) for name, pieces in texts.items()}
    if calls:
        message["tool_calls"] = [_joined(calls[index]) for index in sorted(calls)]
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": usage}


def _add(calls: dict[int, dict[str, Any]], piece: Mapping[str, Any], place: int) -> None:
    """Add a piece of a call to the earlier ones."""
    index = piece.get("index")
    call = calls.setdefault(index if isinstance(index, int) else place, {"id": None, "name": [], "arguments": []})
    call["id"] = call["id"] or piece.get("id")
    function = piece.get("function")
    for name in ("name", "arguments"):
        if isinstance(function, dict) and isinstance(function.get(name), str):
            call[name].append(function[name])


def _joined(call: Mapping[str, Any]) -> dict[str, Any]:
    function = {name: "".join(call[name]) for name in ("name", "arguments")}
    return {"id": call["id"], "type": "function", "function": function}
