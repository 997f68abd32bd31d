"""Conversations as products export them, as a list of messages with roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_AGENTS = frozenset({None, "assistant", "model", "ai", "bot", "agent", "aimessage"})


def as_transcript(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an export of ChatGPT, Claude, Grok or LangChain as an object with `messages`; else the object itself."""
    messages = [*_chatgpt(value), *_sent(value, "chat_messages"), *_sent(value, "responses"), *_dumped(value)]
    return {**value, "messages": messages} if messages else value


def answers(message: Any) -> bool:
    """Return whether a message, or a choice with a message, is the agent's."""
    if not isinstance(message, dict):
        return False
    role = message.get(
        "role", message.get("type") if message.get("type") in ("human", "system", "tool", "user") else None
    )
    return (role.casefold() if isinstance(role, str) else role) in _AGENTS


def _chatgpt(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the branch that was shown last, from its first message on, without messages to tools."""
    nodes = value.get("mapping")
    if not isinstance(nodes, dict):
        return []
    shown: list[dict[str, Any]] = []
    at, ids = value.get("current_node"), set[str]()
    if at not in nodes:
        at = next(reversed(nodes), None)
    while isinstance(at, str) and at in nodes and at not in ids:
        ids.add(at)
        node = nodes[at] if isinstance(nodes[at], dict) else {}
        message, at = node.get("message"), node.get("parent")
        if isinstance(message, dict) and _is_said(message):
            shown.append({**message, "role": message["author"].get("role")})
    return shown[::-1]


def _is_said(message: Mapping[str, Any]) -> bool:
    author, content = message.get("author"), message.get("content")
    to_all = message.get("recipient") in (None, "all")
    kind = content.get("content_type") if isinstance(content, dict) else None
    parts = content.get("parts") if isinstance(content, dict) else None
    has_text = isinstance(parts, list) and any(isinstance(part, str) and part.strip() for part in parts)
    return isinstance(author, dict) and to_all and has_text and kind in (None, "text", "multimodal_text")


def _dumped(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield messages of LangChain's dumps, with the class in `id` and the fields in `kwargs`."""
    for row in value["messages"] if isinstance(value.get("messages"), list) else ():
        fields = row.get("kwargs") if isinstance(row, dict) and row.get("type") == "constructor" else None
        if isinstance(fields, dict):
            yield {**fields, "role": fields.get("type")}


def _sent(value: Mapping[str, Any], field: str) -> Iterator[dict[str, Any]]:
    """Yield messages that name their sender (Claude, Grok)."""
    for row in value[field] if isinstance(value.get(field), list) else ():
        inner = row["response"] if isinstance(row, dict) and isinstance(row.get("response"), dict) else row
        if isinstance(inner, dict) and isinstance(inner.get("sender"), str):
            yield {**inner, "role": inner["sender"].casefold()}
