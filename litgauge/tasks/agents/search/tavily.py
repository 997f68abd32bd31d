"""Tavily's search (https://docs.tavily.com/documentation/api-reference/endpoint/search)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.provider import Provider, ProviderRequest, hit, json_object, results_at


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest(json={"query": query, "max_results": results, "search_depth": "basic"})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "results")
    for result in results_at(body, "results"):
        yield hit(day, result.get("url"), result.get("title"), result.get("content"), result.get("published_date"))


TAVILY = Provider[SearchHit](
    name="tavily",
    until=lambda request, day: request.with_values(end_date=day.isoformat()),
    home="https://api.tavily.com",
    path="/search",
    ask=_ask,
    read=_read,
    most=20,
    key_env="TAVILY_API_KEY",
    key_name="Authorization",
    key_prefix="Bearer ",
    usd_per_search=0.008,
)
