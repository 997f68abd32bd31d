"""A search provider on the web: asked politely, paid for once, its answers stored as they came."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Generic
from urllib.parse import urlsplit

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.agents.search.provider import LONGEST_QUERY, AnyHit, Provider, hits
from litgauge.tasks.agents.search.providers import IMAGE_PROVIDERS, PROVIDERS
from litgauge.tasks.agents.search.refusals import advice, fault_in, refusal
from litgauge.tasks.agents.search.settings import EngineSettings, ImageSearchSettings, SearchSettings
from litgauge.tasks.base.errors import Failed
from litgauge.tasks.http.pacing import paced
from litgauge.tasks.llm.budget import Budget, Meter
from litgauge.tasks.llm.endpoint_health import EndpointHealth
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.http_request import fetch_text
from litgauge.tasks.llm.keys import ApiKey, SecretResolver
from litgauge.tasks.llm.paid_calls import PaidAnswer, PaidCall, PaidCalls
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.records import Spending

_PATIENCE = 8  # searches given up, of recent ones, before a provider counts as ill


class ProviderSearch(Generic[AnyHit]):
    """A provider over the network, for pages or for pictures. See `Search`."""

    def __init__(
        self,
        settings: EngineSettings,
        provider: Provider[AnyHit],
        *,
        replies: Replies,
        budget: Budget | None = None,
        secrets: SecretResolver | None = None,
    ) -> None:
        self._settings, self._provider = settings, provider
        self._limits = settings.limits
        self._key = ApiKey(settings.key_variable, secrets)
        self._meter = Meter()
        self._turn = paced(settings.address, self._limits.interval_s)
        health = EndpointHealth(
            settings.provider, lambda fault: advice(fault, self._provider, settings.key_variable), patience=_PATIENCE
        )
        self._calls = PaidCalls(self._limits, replies=replies, budget=budget or Budget(), key=self._key, health=health)

    @property
    def answering(self) -> Mapping[str, Any]:
        """The provider, and its host where it is not the provider's own."""
        own = self._settings.address == self._provider.home
        host = "" if own else urlsplit(self._settings.address).hostname or ""
        more = {"host": host, "finds": self._provider.finds, **self._settings.parameters}
        return {"search": self._provider.name, **{name: value for name, value in more.items() if value}}

    @property
    def usd_per_search(self) -> float:
        """Return what one search costs at most: every phrasing is one."""
        return self._limits.usd_per_search

    @property
    def spent(self) -> Spending:
        """The searches that were paid for, those that were stored, and calls that brought none."""
        return self._meter.reading

    async def search(self, query: str, limit: int, until: date | None = None) -> tuple[AnyHit, ...]:
        """See `Search`."""
        sendable = _sendable(query)
        if not sendable:
            raise ToolError("the query is empty")
        for phrasing in self._provider.phrasings(sendable):
            if results := await self._results(phrasing, limit, until if self._provider.until else None):
                return results
        return ()

    async def _results(self, query: str, limit: int, until: date | None) -> tuple[AnyHit, ...]:
        outcome, paid = await self._calls.make(self._call(query, min(limit, self._provider.most), until))
        if isinstance(outcome, Fault):
            if outcome.reason == "bad-request":
                raise ToolError(f"the search engine refuses this query ({outcome.detail})")
            raise Failed(f"search-{outcome.reason}", f"{self._provider.name}: {outcome.detail}")
        if not paid:
            self._meter.add(Spending(cached=1))
        return hits(self._provider.read(str(outcome.body["text"]), _day(outcome)), limit)

    def _call(self, query: str, results: int, until: date | None) -> PaidCall:
        content = {**self.answering, "query": query, "results": results}
        content |= {"until": until.isoformat()} if until else {}
        return PaidCall(
            key=hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest(),
            content=content,
            question="search",
            provider="search",
            most_usd=self._limits.usd_per_search,
            send=lambda: self._send(query, results, until),
        )

    async def _send(self, query: str, results: int, until: date | None) -> PaidAnswer | Fault:
        await self._turn()
        answer = await self._ask(query, results, until)
        text = answer if isinstance(answer, str) else ""
        if not isinstance(answer, Fault):
            answer = fault_in(self._provider, text) or answer
        if isinstance(answer, Fault):
            self._meter.add(Spending(faults=1))
            return answer
        self._meter.add(Spending(searches=1, usd=self._limits.usd_per_search))
        return PaidAnswer({"text": text}, Usage(0, 0), self._limits.usd_per_search)

    async def _ask(self, query: str, results: int, until: date | None) -> str | Fault:
        """The body of an answer 200, or the fault."""
        settings, provider = self._settings, self._provider
        request, headers = provider.ask(query, results), dict[str, str]()
        request = provider.until(request, until) if until and provider.until else request
        params = {**request.params, **self._settings.parameters}
        if key := self._key.reveal():
            place = headers if provider.key_place == "header" else params
            place[provider.key_name] = provider.key_prefix + key
        answer = await fetch_text(
            "GET" if request.json is None else "POST",
            provider.url(settings.base_url),
            timeout_s=settings.timeout_s,
            params=params,
            body=request.json,
            headers=headers,
        )
        if isinstance(answer, Fault):
            return answer
        return answer.text if answer.status == 200 else refusal(answer.status, answer.headers, answer.text)


class WebSearch(ProviderSearch[SearchHit]):
    """A provider that finds pages."""

    def __init__(
        self,
        settings: SearchSettings,
        *,
        replies: Replies,
        budget: Budget | None = None,
        secrets: SecretResolver | None = None,
    ) -> None:
        super().__init__(settings, PROVIDERS[settings.provider], replies=replies, budget=budget, secrets=secrets)


class WebImageSearch(ProviderSearch[ImageHit]):
    """A provider that finds pictures."""

    def __init__(
        self,
        settings: ImageSearchSettings,
        *,
        replies: Replies,
        budget: Budget | None = None,
        secrets: SecretResolver | None = None,
    ) -> None:
        provider = IMAGE_PROVIDERS[settings.provider]
        super().__init__(settings, provider, replies=replies, budget=budget, secrets=secrets)


def _sendable(query: str) -> str:
    """A query as engines take it: one line, cut at a word, with nothing that no UTF-8 holds."""
    line = " ".join(query.encode("utf-8", "replace").decode().replace("\0", " ").split())
    if len(line) <= LONGEST_QUERY:
        return line
    cut = line[: LONGEST_QUERY + 1].rpartition(" ")[0]
    return cut or line[:LONGEST_QUERY]


def _day(reply: StoredReply) -> date:
    return datetime.fromisoformat(reply.asked_at).date()


def _names_no_key(record: logging.LogRecord) -> bool:
    return not any(f"{provider.key_name}=" in record.getMessage() for provider in _KEYS_IN_ADDRESSES)


_ALL: tuple[Provider[Any], ...] = (*PROVIDERS.values(), *IMAGE_PROVIDERS.values())
_KEYS_IN_ADDRESSES = tuple(provider for provider in _ALL if provider.key_place == "parameter")
logging.getLogger("httpx").addFilter(_names_no_key)  # it tells the whole address of every request, at any level
