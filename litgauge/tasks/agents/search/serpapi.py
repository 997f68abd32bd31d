"""SerpApi's Google search (https://serpapi.com/search-api, https://serpapi.com/api-errors)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from litgauge.tasks.agents.search.dates import iso_date
from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.agents.search.provider import (
    Provider,
    ProviderRequest,
    UnreadAnswer,
    hit,
    image_hit,
    json_object,
    line,
    of_images,
    results_at,
)


def google_until(day: date) -> str:
    """Return the value of Google's `tbs` for pages that it dates no later."""
    return f"cdr:1,cd_max:{day.month}/{day.day}/{day.year}"


_NOTHING = ("hasn't returned any results", "did not match any", "no results")


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest({"engine": "google", "q": query, "num": str(results), "output": "json"})


def _answer(text: str, results: str) -> dict[str, Any]:
    """An answer that is no failure; UnreadAnswer for one that is."""
    body = json_object(text, "search_metadata", results, "error", "search_parameters")
    metadata = body.get("search_metadata")
    status = metadata.get("status") if isinstance(metadata, dict) else None
    error = line(body.get("error"))
    # A search without results is a success with a message; one that failed says so in its status.
    is_empty = status == "Success" or any(words in error.lower() for words in _NOTHING)
    if status in ("Error", "Processing", "Queued") or (error and not is_empty):
        raise UnreadAnswer(error or f"the search is {status}")
    return body


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    for result in results_at(_answer(text, "organic_results"), "organic_results"):
        yield hit(day, result.get("link"), result.get("title"), result.get("snippet"), result.get("date"))


SERPAPI = Provider[SearchHit](
    name="serpapi",
    until=lambda request, day: request.with_values(tbs=google_until(day)),
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


def _ask_images(query: str, _results: int) -> ProviderRequest:
    return ProviderRequest({"engine": "google_images", "q": query, "ijn": "0", "output": "json"})  # a hundred a page


def _read_images(text: str, day: date) -> Iterator[ImageHit | None]:
    for result in results_at(_answer(text, "images_results"), "images_results"):
        yield image_hit(
            result.get("original"),
            result.get("link"),
            result.get("title"),
            size=(result.get("original_width"), result.get("original_height")),
            source=result.get("source"),
            thumbnail=result.get("thumbnail"),
            date=iso_date(result.get("date"), day),
        )


SERPAPI_IMAGES = of_images(SERPAPI, ask=_ask_images, read=_read_images, most=100)
