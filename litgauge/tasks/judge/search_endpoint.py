"""A search endpoint on the web: any that answers JSON over HTTP."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from litgauge.tasks.judge.search import Finding
from litgauge.tasks.judge.settings import SearchSettings
from litgauge.tasks.llm import faults
from litgauge.tasks.llm.budget import Budget, Meter
from litgauge.tasks.llm.endpoint_health import EndpointHealth
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.http_request import fetch_text
from litgauge.tasks.llm.keys import ApiKey, SecretResolver
from litgauge.tasks.llm.paid_calls import PaidAnswer, PaidCall, PaidCalls
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.records import Spending

_LONGEST_QUERY = 400  # characters; engines cut or refuse longer ones


class HttpSearch:
    """A search endpoint. What it answered is stored like a model's reply: paid once, and the same for ever."""

    def __init__(
        self,
        settings: SearchSettings,
        *,
        replies: Replies,
        budget: Budget | None = None,
        secrets: SecretResolver | None = None,
    ) -> None:
        self._settings = settings
        self._key = ApiKey(settings.api_key_env, secrets)
        health = EndpointHealth(settings.endpoint_name, _explain)
        self._meter = Meter()
        self._calls = PaidCalls(settings, replies=replies, budget=budget or Budget(), key=self._key, health=health)

    @property
    def spent(self) -> Spending:
        """Return the searches that were paid for, and calls that brought none."""
        return self._meter.reading

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored:  # noqa: ARG002
        """Return what the endpoint finds for the statement. Raises EndpointRefused, BudgetExhausted, ConfigError."""
        outcome, _ = await self._calls.make(self._call(statement))
        if isinstance(outcome, Fault):
            return Unscored(f"search-{outcome.reason}", outcome.detail)
        return self._findings(outcome.body)

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...] | Forecast:  # noqa: ARG002
        """Return what a stored answer says, else what the search would cost."""
        call = self._call(statement)
        stored = await self._calls.stored(call.key)
        if stored is None:
            return Forecast(calls=1, usd_expected=call.most_usd, usd_worst=call.most_usd)
        return self._findings(stored.body)

    def _call(self, statement: str) -> PaidCall:
        query = " ".join(statement.split())[:_LONGEST_QUERY]
        content = {
            "search": self._settings.endpoint_name,
            "query": query,
            "count": self._settings.count,
            "url": self._settings.url,
            "body": self._settings.body,
        }
        return PaidCall(
            key=hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest(),
            content=content,
            question="search",
            provider="search",
            most_usd=self._settings.usd_per_search,
            send=lambda: self._send(query),
        )

    async def _send(self, query: str) -> PaidAnswer | Fault:
        answer = await self._ask(query)
        if isinstance(answer, Fault):
            self._meter.add(Spending(faults=1))
        else:
            self._meter.add(Spending(searches=1, usd=answer.cost_usd))
        return answer

    async def _ask(self, query: str) -> PaidAnswer | Fault:
        settings = self._settings
        url = settings.url.replace("{query}", quote(query, safe="")).replace("{count}", str(settings.count))
        body = _filled(settings.body, query, settings.count) if settings.method == "POST" else None
        headers = {"accept": "application/json"}
        if settings.api_key_env:
            headers[settings.key_header] = settings.key_prefix + self._key.reveal()
        answer = await fetch_text(settings.method, url, timeout_s=settings.timeout_s, body=body, headers=headers)
        if isinstance(answer, Fault):
            return answer
        if answer.status != 200:
            return faults.of_status(answer.status, answer.headers, answer.text)
        results = faults.json_of(answer.text, answer.headers)
        if isinstance(results, Fault):
            return results
        return PaidAnswer(
            results if isinstance(results, dict) else {"results": results}, Usage(0, 0), settings.usd_per_search
        )

    def _findings(self, body: Mapping[str, Any]) -> tuple[Finding, ...]:
        settings = self._settings
        results = _at(body, settings.results)
        findings = []
        for result in (results if isinstance(results, list) else [])[: settings.count]:
            url = _at(result, settings.link)
            if isinstance(url, str) and url:
                findings.append(
                    Finding(url, str(_at(result, settings.title) or ""), str(_at(result, settings.text) or ""))
                )
        return tuple(findings)


def _explain(fault: Fault) -> tuple[str, str]:
    return f"the search endpoint refuses ({fault.detail})", "Check search.url and search.api_key_env"


def _filled(value: Any, query: str, count: int) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, query, count) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, query, count) for part in value]
    if isinstance(value, str):
        return count if value == "{count}" else value.replace("{query}", query).replace("{count}", str(count))
    return value


def _at(value: Any, path: str) -> Any:
    """Return what lies at a path of names parted by dots; None if nothing does. A list of texts there is one text."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if isinstance(value, list) and all(isinstance(part, str) for part in value) and value:
        return "\n\n".join(value)
    return value
