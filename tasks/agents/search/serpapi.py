"""SerpApi's Google search (https://serpapi.com/search-api, https://serpapi.com/api-errors)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tasks.agents.search.engine import SearchHit
from tasks.agents.search.provider import Provider, ProviderRequest, UnreadAnswer, hit, json_object, line, results_at

_NOTHING = ("hasn't returned any results", "did not match any", "no results")


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest({"engine": "google", "q": query, "num": str(results), "output": "json"})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "search_metadata", "organic_results", "error", "search_parameters")
    metadata = body.get("search_metadata")
    status = metadata.get("status") if isinstance(metadata, dict) else None
    error = line(body.get("error"))
    # A search without results is a success with a message; one that failed says so in its status.
    nothing = status == "Success" or any(words in error.lower() for words in _NOTHING)
    if status in ("Error", "Processing", "Queued") or (error and not nothing):
        raise UnreadAnswer(error or f"the search is {status}")
    for result in results_at(body, "organic_results"):
        yield hit(day, result.get("link"), result.get("title"), result.get("snippet"), result.get("date"))


SERPAPI = Provider(
    name="serpapi",
    home="https://serpapi.com",
    path="/search",
    other_paths=("/search.json",),
    ask=_ask,
    read=_read,
    most=10,
    key_env="SERPAPI_API_KEY",
    key_name="api_key",
    key_place="parameter",
    usd_per_search=0.025,
)
