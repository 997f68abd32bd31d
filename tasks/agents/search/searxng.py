"""A SearXNG instance (https://docs.searxng.org/dev/search_api); it must have `json` among its formats."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tasks.agents.search.engine import SearchHit
from tasks.agents.search.provider import Provider, ProviderRequest, UnreadAnswer, hit, json_object, results_at


def _ask(query: str, _results: int) -> ProviderRequest:
    return ProviderRequest({"q": query, "format": "json"})  # it gives pages of a length of its own


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "results")
    results = results_at(body, "results")
    silent = body.get("unresponsive_engines")
    if not results and silent:
        raise UnreadAnswer(f"none of its engines answered: {str(silent)[:200]}")
    for result in results:
        yield hit(day, result.get("url"), result.get("title"), result.get("content"), result.get("publishedDate"))


SEARXNG = Provider(
    name="searxng",
    home="",
    path="/search",
    ask=_ask,
    read=_read,
    most=50,
    key_name="Authorization",  # of a proxy before it, where there is one
    key_prefix="Bearer ",
    refused="Allow JSON in the instance's settings.yml (search.formats: [html, json])",
)
