"""The chat completions API: requests, replies and costs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeGuard

from litgauge.tasks.llm.answers import Choice, choice_of
from litgauge.tasks.llm.faults import Fault, of_body, of_reported
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs, chat_messages
from litgauge.tasks.llm.prices import Price, Usage
from litgauge.tasks.llm.request import OUTPUT, ChatRequest

NO_PICTURES: DataURLs = {}
_MOST_TOKENS = 1_000_000_000  # of a call; a larger count is not a count of tokens


class ChatApi:
    """`POST …/chat/completions`; without a known `price` (None), costs are not counted."""

    path = "/chat/completions"

    def __init__(self, price: Price | None, token_limit_field: str) -> None:
        self.price, self._token_limit_field = price, token_limit_field

    def headers(self, _key: str) -> Mapping[str, str]:
        """Return further headers; {} if the key is a bearer token."""
        return {}

    def pending(self, _body: Any) -> str:
        """Return the path to poll for a reply that is produced in the background; "" for a finished one."""
        return ""

    def fields(self, request: ChatRequest, pictures: DataURLs = NO_PICTURES) -> dict[str, Any]:
        """Return the fields of a request as the protocol names them; `pictures` are those of the request."""
        messages = chat_messages(map(_sent, request.messages), pictures, request.detail)
        return {**request.body(self._token_limit_field), "messages": messages, **request.extra_body}

    def read(self, body: Any, request: ChatRequest) -> PaidAnswer | Fault:
        """Return a completion as received, or its fault."""
        if isinstance(body, dict) and body.get("error") and not body.get("choices"):
            return of_reported(body, pictures=bool(request.pictures))
        choice = choice_of(body)
        if choice is None or choice.finish_reason == "error":
            return of_body(body)
        usage = _usage(body.get("usage"), _output_of(body, choice), request)
        return PaidAnswer(body, usage, self.price.cost_usd(usage) if self.price else 0.0)

    def expected_usd(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return the cost of a typical call of these sizes; None without a price."""
        return self.price.cost_usd(Usage(prompt_tokens, completion_tokens)) if self.price else None

    def most_usd(self, request: ChatRequest) -> float | None:
        """Return the maximal cost of one call with this request; None without a price."""
        return self.price.bound_usd(request.most_prompt_tokens, request.most_output_tokens) if self.price else None


def _sent(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the message without the field that only the Responses API accepts."""
    return {name: value for name, value in message.items() if name != OUTPUT} if OUTPUT in message else message


def _output_of(body: Mapping[str, Any], choice: Choice) -> str:
    """Return the model's whole output: its text and its function calls."""
    message = body["choices"][0]["message"]
    calls = message.get("tool_calls") or message.get("function_call")
    return choice.text + (json.dumps(calls, ensure_ascii=False) if calls else "")


def _usage(stated: Any, output: str, request: ChatRequest) -> Usage:
    counts, details = mapping(stated), mapping(mapping(stated).get("prompt_tokens_details"))
    prompt, completion = counts.get("prompt_tokens"), counts.get("completion_tokens")
    if not (is_count(prompt) and is_count(completion)):
        return estimated_usage(request, output)
    # Gemini's endpoint counts thoughts only in the total.
    unsaid = max(0, count(counts.get("total_tokens")) - prompt - completion)
    completion += unsaid
    thoughts = count(mapping(counts.get("completion_tokens_details")).get("reasoning_tokens")) or unsaid
    cached = details.get("cached_tokens") or counts.get("prompt_cache_hit_tokens")
    written = count(details.get("cache_write_tokens"))
    return Usage(prompt, completion, count(cached), written, reasoning_tokens=min(thoughts, completion))


def estimated_usage(request: ChatRequest, output: str) -> Usage:
    """Return upper bounds, for an endpoint that reports no usage."""
    return Usage(request.most_prompt_tokens, len(output.encode()), estimated=True)


def is_count(value: Any) -> TypeGuard[int]:
    """Return whether a value is a plausible number of tokens."""
    return isinstance(value, int) and 0 <= value <= _MOST_TOKENS


def count(value: Any) -> int:
    """Return a number of tokens; 0 for any other value."""
    return value if is_count(value) else 0


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a mapping as it is; an empty one for any other value."""
    return value if isinstance(value, dict) else {}
