"""Brave's web search (https://api-dashboard.search.brave.com/app/documentation/web-search)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tasks.agents.search.engine import SearchHit
from tasks.agents.search.provider import Provider, ProviderRequest, hit, json_object, results_at

_MOST_WORDS = 50  # of a query; longer ones are refused


def _ask(query: str, results: int) -> ProviderRequest:
    words = " ".join(query.split()[:_MOST_WORDS])
    return ProviderRequest({"q": words, "count": str(results), "text_decorations": "false", "result_filter": "web"})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "web", "query", "type")
    for result in results_at(body, "web", "results"):
        when = result.get("page_age") or result.get("age")
        yield hit(day, result.get("url"), result.get("title"), result.get("description"), when)


BRAVE = Provider(
    name="brave",
    home="https://api.search.brave.com",
    path="/res/v1/web/search",
    ask=_ask,
    read=_read,
    most=20,
    key_env="BRAVE_API_KEY",
    key_name="X-Subscription-Token",
    usd_per_search=0.005,
    interval_s=1.0,  # of the smallest plan
    max_concurrency=1,
)
