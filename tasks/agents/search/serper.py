"""Serper's Google search (https://serper.dev, POST /search)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tasks.agents.search.engine import SearchHit
from tasks.agents.search.provider import Provider, ProviderRequest, hit, json_object, results_at


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest(json={"q": query, "num": results})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "organic", "searchParameters")
    for result in results_at(body, "organic"):
        yield hit(day, result.get("link"), result.get("title"), result.get("snippet"), result.get("date"))


SERPER = Provider(
    name="serper",
    home="https://google.serper.dev",
    path="/search",
    ask=_ask,
    read=_read,
    most=10,  # more are charged twice
    key_env="SERPER_API_KEY",
    key_name="X-API-KEY",
    usd_per_search=0.001,
)
