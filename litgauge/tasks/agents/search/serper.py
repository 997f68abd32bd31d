"""Serper's Google search (https://serper.dev, POST /search and /images)."""

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
    of_images,
    results_at,
)
from litgauge.tasks.agents.search.serpapi import google_until


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest(json={"q": query, "num": results})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "organic", "searchParameters")
    for result in results_at(body, "organic"):
        yield hit(day, result.get("link"), result.get("title"), result.get("snippet"), result.get("date"))


SERPER = Provider[SearchHit](
    name="serper",
    until=lambda request, day: request.with_values(tbs=google_until(day)),
    home="https://google.serper.dev",
    path="/search",
    ask=_ask,
    read=_read,
    most=10,  # more are charged twice
    key_env="SERPER_API_KEY",
    key_name="X-API-KEY",
    usd_per_search=0.001,
)


def _read_images(text: str, day: date) -> Iterator[ImageHit | None]:
    body = json_object(text, "images", "searchParameters")
    for result in results_at(body, "images"):
        yield image_hit(
            result.get("imageUrl"),
            result.get("link"),
            result.get("title"),
            size=(result.get("imageWidth"), result.get("imageHeight")),
            source=result.get("source") or result.get("domain"),
            thumbnail=result.get("thumbnailUrl"),
            date=iso_date(result.get("date"), day),
        )


SERPER_IMAGES = of_images(SERPER, path="/images", ask=_ask, read=_read_images)
