"""Brave's search of pages and of images (https://api-dashboard.search.brave.com/app/documentation/web-search)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from litgauge.tasks.agents.search.dates import iso_date
from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.agents.search.provider import (
    Provider,
    ProviderRequest,
    hit,
    image_hit,
    json_object,
    object_at,
    of_images,
    results_at,
)

_MOST_WORDS = 50  # of a query; longer ones are refused


def _ask(query: str, results: int) -> ProviderRequest:
    words = " ".join(query.split()[:_MOST_WORDS])
    return ProviderRequest({"q": words, "count": str(results), "text_decorations": "false", "result_filter": "web"})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "web", "query", "type")
    for result in results_at(body, "web", "results"):
        when = result.get("page_age") or result.get("age")
        yield hit(day, result.get("url"), result.get("title"), result.get("description"), when)


BRAVE = Provider[SearchHit](
    name="brave",
    until=lambda request, day: request.with_values(freshness=f"1900-01-01to{day.isoformat()}"),
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


def _ask_images(query: str, results: int) -> ProviderRequest:
    words = " ".join(query.split()[:_MOST_WORDS])
    return ProviderRequest({"q": words, "count": str(results), "safesearch": "strict"})


def _read_images(text: str, day: date) -> Iterator[ImageHit | None]:
    body = json_object(text, "results", "query", "type")
    for result in results_at(body, "results"):
        picture = object_at(result, "properties")
        size = (picture.get("width") or result.get("width"), picture.get("height") or result.get("height"))
        yield image_hit(
            picture.get("url"),
            result.get("url"),
            result.get("title"),
            size=size,
            source=result.get("source"),
            thumbnail=object_at(result, "thumbnail").get("src"),
            date=iso_date(result.get("page_age"), day),
        )


BRAVE_IMAGES = of_images(BRAVE, path="/res/v1/images/search", ask=_ask_images, read=_read_images, most=200)
