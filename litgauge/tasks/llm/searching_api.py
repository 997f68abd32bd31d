"""Costs of a model with web search, beside its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgauge.tasks.llm.chat_api import ChatApi, mapping
from litgauge.tasks.llm.faults import Fault, of_body, of_reported
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs
from litgauge.tasks.llm.pictures import PART, text_of
from litgauge.tasks.llm.plain_json import plain_json
from litgauge.tasks.llm.prices import Price, Usage
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.responses_api import API
from litgauge.tasks.llm.settings import WebSearchSettings

NOT_SENT = frozenset({API, "stop", "tool_choice", "parallel_tool_calls", "frequency_penalty", "presence_penalty",
                      "logit_bias"})  # fmt: skip
"""Fields of Chat Completions in `extra_body` that other interfaces name otherwise, or do not have."""

_EXPECTED_SEARCHES = 20  # of a report, for forecasts alone


class SearchingApi(ChatApi):
    """Costs of tokens and, with `web`, of searches."""

    def __init__(self, price: Price | None, token_limit_field: str, web: WebSearchSettings | None = None) -> None:
        super().__init__(price, token_limit_field)
        self._search = web

    def expected_usd(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """See `ChatApi.expected_usd`; includes searches and their results."""
        if self._search is None:
            return super().expected_usd(prompt_tokens, completion_tokens)
        searches = min(_EXPECTED_SEARCHES, self._search.max_searches)
        tokens_usd = super().expected_usd(prompt_tokens + searches * self._search.tokens_per_search, completion_tokens)
        return with_searches(self._search, searches, tokens_usd)

    def most_usd(self, request: ChatRequest) -> float | None:
        """See `ChatApi.most_usd`; includes all searches and their results."""
        if self.price is None or self._search is None:
            return super().most_usd(request)
        search_tokens = self._search.max_searches * self._search.tokens_per_search
        tokens_usd = self.price.bound_usd(request.most_prompt_tokens + search_tokens, request.most_output_tokens)
        return with_searches(self._search, self._search.max_searches, tokens_usd)

    def paid(self, body: Mapping[str, Any], usage: Usage, searches: int) -> PaidAnswer:
        """Return a reply with its cost; 0 without a known price."""
        usd = with_searches(self._search, searches, self.price.cost_usd(usage)) if self.price else 0.0
        return PaidAnswer(dict(body), usage, usd or 0.0, searches)


def with_searches(web: WebSearchSettings | None, searches: int, tokens_usd: float | None) -> float | None:
    """Return the cost of tokens and searches together; None without a price."""
    return tokens_usd if tokens_usd is None or web is None else tokens_usd + searches * web.usd_per_search


def unread(body: Any) -> Fault:
    """Return the fault of a body that is no reply."""
    return of_reported(body) if isinstance(body, dict) and body.get("error") else of_body(body)


def completion(message: Mapping[str, Any], finish: str, body: Any) -> dict[str, Any]:
    """Return a reply as received, beside its message in the shape of a chat completion."""
    finish = "tool_calls" if message.get("tool_calls") and finish == "stop" else finish
    choice = {"index": 0, "message": {"role": "assistant", "refusal": "", **message}, "finish_reason": finish}
    return {"choices": [choice], "response": body}


def system_of(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of the system messages."""
    return "\n\n".join(
        text_of(message.get("content")) for message in messages if message["role"] in ("system", "developer")
    )


def turns_of(messages: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the other messages."""
    return (message for message in messages if message["role"] not in ("system", "developer"))


def pictures_of(content: Any, urls: DataURLs) -> Iterator[tuple[str, str]]:
    """Yield media type and Base64 of the pictures of a message."""
    for part in content if isinstance(content, list | tuple) else ():
        if part["type"] == PART:
            kind, _, data = urls[part["sha256"]].removeprefix("data:").partition(";base64,")
            yield kind, data


def stops_of(extra: Mapping[str, Any]) -> list[str]:
    """Return the words at which Chat Completions' `stop` ends a reply."""
    stop = extra.get("stop")
    return [stop] if isinstance(stop, str) else list(stop or ())


def wanted_function(choice: Any) -> str:
    """Return the function that Chat Completions' `tool_choice` names; "" where it names none."""
    return str(mapping(mapping(choice).get("function")).get("name") or "")


def arguments_of(call: Mapping[str, Any]) -> Any:
    """Return the arguments of a call as an object; an empty one for what is no JSON."""
    try:
        return plain_json(call["function"]["arguments"] or "{}")
    except (ValueError, RecursionError):
        return {}
