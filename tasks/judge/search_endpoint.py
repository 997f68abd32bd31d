"""A search endpoint on the web: any that answers JSON over HTTP."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import json
import ssl
import time
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_result, stop_after_attempt

from tasks.errors import EndpointRefused
from tasks.judge.search import Finding
from tasks.judge.settings import SearchSettings
from tasks.llm import faults
from tasks.llm.budget import Budget
from tasks.llm.faults import Fault
from tasks.llm.flights import Flights
from tasks.llm.keys import ApiKey, SecretResolver
from tasks.llm.limiter import Limiter
from tasks.llm.prices import Usage
from tasks.llm.replies import ReplyStore, StoredReply, decoded
from tasks.llm.reply import Unscored
from tasks.manners import spread_s

_LONGEST_QUERY = 400  # characters; engines cut or refuse longer ones
_MOST_BYTES = 4_000_000


class HttpSearch:
    """A search endpoint. What it answered is stored like a model's reply: paid once, and the same for ever."""

    def __init__(
        self,
        settings: SearchSettings,
        *,
        replies: ReplyStore,
        budget: Budget | None = None,
        secrets: SecretResolver | None = None,
    ) -> None:
        self._settings, self._replies, self._budget = settings, replies, budget or Budget()
        self._key = ApiKey(settings.api_key_env, secrets)
        self._limiter = Limiter(settings.max_concurrency)
        self._flights: Flights[StoredReply | Unscored] = Flights()

    async def search(self, statement: str) -> tuple[Finding, ...] | Unscored:
        """What the endpoint finds for the statement. Raises EndpointRefused, BudgetExhausted, ConfigError."""
        query = " ".join(statement.split())[:_LONGEST_QUERY]
        content = {
            "search": self._settings.endpoint_name,
            "query": query,
            "count": self._settings.count,
            "url": self._settings.url,
            "body": self._settings.body,
        }
        key = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
        reply, _ = await self._flights.join(key, lambda: self._reply(key, query, content))
        return reply if isinstance(reply, Unscored) else self._findings(reply.body)

    async def _reply(self, key: str, query: str, content: dict[str, Any]) -> StoredReply | Unscored:
        stored = await asyncio.to_thread(self._replies.read, key)
        if stored is not None:
            return decoded(key, stored)
        await asyncio.to_thread(self._key.reveal)
        began = time.monotonic()
        patient = AsyncRetrying(
            stop=stop_after_attempt(1 + self._settings.retries),
            retry=retry_if_result(_passing),
            wait=lambda state: self._pause(state, key),
            retry_error_callback=_last,
        )
        outcome: dict[str, Any] | Fault = await patient(self._call, query)
        if isinstance(outcome, Fault):
            if outcome.remedy == "stop":
                raise EndpointRefused(
                    f"the search endpoint refuses ({outcome.detail})",
                    where=self._settings.endpoint_name,
                    data="Replies so far are stored and will not be paid for again",
                    next_step="Check search.url and search.api_key_env; then run again",
                )
            return Unscored(f"search-{outcome.reason}", outcome.detail)
        reply = StoredReply(
            key=key,
            question="search",
            provider="search",
            request=content,
            body=outcome,
            usage=Usage(0, 0),
            cost_usd=self._settings.usd_per_search,
            seconds=round(time.monotonic() - began, 3),
            asked_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        )
        whole = self._key.redact(reply.encoded().decode()).encode()
        if not await asyncio.to_thread(self._replies.create, key, whole):
            stored = await asyncio.to_thread(self._replies.read, key)
            whole = stored or whole  # another process was faster
        return decoded(key, whole)

    async def _call(self, query: str) -> dict[str, Any] | Fault:
        settings = self._settings
        async with self._limiter.slot() as slot, self._budget.held(settings.usd_per_search) as hold:
            outcome = await self._send(query)
            hold.settle(settings.usd_per_search if isinstance(outcome, dict) else 0.0)
            if isinstance(outcome, dict):
                self._limiter.succeeded()
            elif outcome.throttled:
                self._limiter.throttled(slot, min(outcome.retry_after_s or 0.0, settings.backoff_max_s))
        return outcome

    async def _send(self, query: str) -> dict[str, Any] | Fault:
        settings = self._settings
        url = settings.url.replace("{query}", quote(query, safe="")).replace("{count}", str(settings.count))
        body = _filled(settings.body, query, settings.count) if settings.method == "POST" else None
        headers = {"accept": "application/json"}
        if settings.api_key_env:
            headers[settings.key_header] = settings.key_prefix + self._key.reveal()
        try:
            async with (
                asyncio.timeout(settings.timeout_s),
                httpx.AsyncClient(timeout=settings.timeout_s, verify=self._trust) as client,
                client.stream(settings.method, url, json=body, headers=headers) as response,
            ):
                content = await _limited(response)
        except (TimeoutError, httpx.TimeoutException):
            return faults.of_time_out(settings.timeout_s)
        except httpx.TransportError as error:
            return faults.of_connection(error)
        text = self._key.redact(content.decode(errors="replace"))
        if response.status_code != 200:
            return faults.of_status(response.status_code, response.headers, text)
        try:
            read = json.loads(text)
        except (ValueError, RecursionError):
            return faults.of_page(text, response.headers.get("content-type", "")) or faults.of_body(200, text)
        return read if isinstance(read, dict) else {"results": read}

    def _findings(self, body: Mapping[str, Any]) -> tuple[Finding, ...]:
        settings = self._settings
        results = _at(body, settings.results)
        found = []
        for result in (results if isinstance(results, list) else [])[: settings.count]:
            url = _at(result, settings.link)
            if isinstance(url, str) and url:
                found.append(
                    Finding(url, str(_at(result, settings.title) or ""), str(_at(result, settings.text) or ""))
                )
        return tuple(found)

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()

    def _pause(self, state: RetryCallState, key: str) -> float:
        fault = _last(state)
        asked_s = fault.retry_after_s if isinstance(fault, Fault) else None
        return spread_s(
            state.attempt_number,
            asked_s,
            first_s=self._settings.backoff_s,
            most_s=self._settings.backoff_max_s,
            token=key,
        )


async def _limited(response: httpx.Response) -> bytes:
    content = b""
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > _MOST_BYTES:
            break
    return content


def _filled(value: Any, query: str, count: int) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, query, count) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, query, count) for part in value]
    if isinstance(value, str):
        return count if value == "{count}" else value.replace("{query}", query).replace("{count}", str(count))
    return value


def _at(value: Any, path: str) -> Any:
    """What lies at a path of names parted by dots; None if nothing does. A list of texts there is one text."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if isinstance(value, list) and all(isinstance(part, str) for part in value) and value:
        return "\n\n".join(value)
    return value


def _last(state: RetryCallState) -> Any:
    return state.outcome.result() if state.outcome else None


def _passing(outcome: dict[str, Any] | Fault) -> bool:
    return isinstance(outcome, Fault) and outcome.remedy == "retry"
