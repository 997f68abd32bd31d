"""One call to an OpenAI-compatible endpoint: a completion, or what was wrong."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import openai

from tasks.llm import faults
from tasks.llm.answers import Choice, choice_of
from tasks.llm.faults import Fault
from tasks.llm.keys import ApiKey
from tasks.llm.prices import Usage
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings

_CONNECT_S = 15.0
_NO_KEY = "unset"  # the client insists on one

# A client belongs to its loop, not to its door: one that went with a forgotten door could not be closed any more.
_open: set[AsyncGenerator[openai.AsyncOpenAI, None]] = set()


@dataclass(frozen=True, slots=True)
class Completion:
    """What an endpoint answered."""

    body: dict[str, Any]
    choice: Choice
    usage: Usage
    seconds: float


class Endpoint:
    """Keeps one client per event loop, closed with its loop."""

    def __init__(self, settings: ModelSettings, key: ApiKey) -> None:
        self._settings, self._key = settings, key
        self._lock = threading.Lock()
        self._clients: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[AsyncGenerator[openai.AsyncOpenAI, None], openai.AsyncOpenAI]
        ] = WeakKeyDictionary()

    async def call(self, request: ChatRequest) -> Completion | Fault:
        """Send it once. The deadline covers the whole reply: a server that dribbles bytes does not get around it.

        Raises ConfigError if there is no key.
        """
        client = await self._client()
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                raw = await client.chat.completions.with_raw_response.create(
                    **request.body(self._settings.token_limit_field), extra_body=dict(self._settings.extra_body)
                )
        except (TimeoutError, openai.APITimeoutError):
            return faults.of_time_out(self._settings.timeout_s)
        except openai.APIStatusError as error:
            return self._shown(faults.of_status(error.status_code, error.response.headers, error.response.text))
        except openai.APIConnectionError as error:
            return self._shown(faults.of_connection(error.__cause__))
        response = raw.http_response
        read = _read(response.status_code, response.headers.get("content-type", ""), response.text, request)
        if isinstance(read, Fault):
            return self._shown(read)
        body, choice, usage = read
        return Completion(body=body, choice=choice, usage=usage, seconds=round(time.monotonic() - started, 3))

    def _shown(self, fault: Fault) -> Fault:
        """The fault without the key, which some endpoints echo."""
        return Fault(
            fault.reason,
            self._key.redact(fault.detail),
            fault.remedy,
            fault.billed,
            fault.throttled,
            fault.retry_after_s,
            self._key.redact(fault.next_step),
        )

    async def _client(self) -> openai.AsyncOpenAI:
        loop = asyncio.get_running_loop()
        with self._lock:
            known = self._clients.get(loop)
        if known is None:
            # A loop that ends finishes its asynchronous generators first: that closes the client in its own loop.
            keeper = self._keep_open(loop)
            known = keeper, await anext(keeper)
            _open.add(keeper)
            with self._lock:
                self._clients[loop] = known
        return known[1]

    async def _keep_open(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[openai.AsyncOpenAI, None]:
        timeout = openai.Timeout(self._settings.timeout_s, connect=min(_CONNECT_S, self._settings.timeout_s))
        client = openai.AsyncOpenAI(
            api_key=self._key.reveal() or _NO_KEY, base_url=self._settings.base_url, max_retries=0, timeout=timeout
        )
        if not (urlsplit(self._settings.base_url).hostname or "").endswith("openai.com"):
            # The client takes these from the environment; they are no business of other endpoints.
            client.organization = client.project = client.admin_api_key = None
        try:
            yield client
        finally:
            with self._lock:
                keeper, _ = self._clients.pop(loop)
            _open.discard(keeper)
            await client.close()


def _read(
    status: int, content_type: str, text: str, request: ChatRequest
) -> tuple[dict[str, Any], Choice, Usage] | Fault:
    page = faults.of_page(text, content_type)
    if page is not None:
        return page
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return faults.of_body(status, text)
    error = body.get("error") if isinstance(body, dict) else None
    if error and not body.get("choices"):  # some gateways report the upstream's failure with status 200
        code = error.get("code") if isinstance(error, dict) else None
        return faults.of_status(code if isinstance(code, int) and code >= 400 else 502, {}, text)
    choice = choice_of(body)
    if choice is None or choice.finish_reason == "error":
        return faults.of_body(status, text)
    return body, choice, _usage(body.get("usage"), choice, request)


def _usage(stated: Any, choice: Choice, request: ChatRequest) -> Usage:
    counts = stated if isinstance(stated, dict) else {}
    details = counts.get("prompt_tokens_details") or {}
    prompt, completion = counts.get("prompt_tokens"), counts.get("completion_tokens")
    if not isinstance(prompt, int) or not isinstance(completion, int):
        return Usage(request.most_prompt_tokens, len(choice.text.encode()), estimated=True)
    # Gemini's endpoint counts thoughts only in the total.
    completion = max(completion, _count(counts.get("total_tokens")) - prompt)
    cached = details.get("cached_tokens") or counts.get("prompt_cache_hit_tokens")
    return Usage(prompt, completion, _count(cached), _count(details.get("cache_write_tokens")))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
