"""A SearXNG instance (https://docs.searxng.org/dev/search_api); it must have `json` among its formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    of_images,
    results_at,
)


def _ask(query: str, _results: int) -> ProviderRequest:
    return ProviderRequest({"q": query, "format": "json"})  # it gives pages of a length of its own


def _answer(text: str) -> list[Mapping[str, Any]]:
    """The results; UnreadAnswer where none of the engines answered."""
    body = json_object(text, "results")
    results = results_at(body, "results")
    silent = body.get("unresponsive_engines")
    if not results and silent:
        raise UnreadAnswer(f"none of its engines answered: {str(silent)[:200]}")
    return results


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    for result in _answer(text):
        yield hit(day, result.get("url"), result.get("title"), result.get("content"), result.get("publishedDate"))


SEARXNG = Provider[SearchHit](
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


_SIZE = re.compile(r"\s*(\d{1,6})\s*[x×*]\s*(\d{1,6})")


def _ask_images(query: str, _results: int) -> ProviderRequest:
    return ProviderRequest({"q": query, "format": "json", "categories": "images"})


def _read_images(text: str, day: date) -> Iterator[ImageHit | None]:
    for result in _answer(text):
        resolution = result.get("resolution")
        size = _SIZE.match(resolution) if isinstance(resolution, str) else None
        yield image_hit(
            result.get("img_src"),
            result.get("url"),
            result.get("title"),
            size=(size[1], size[2]) if size else (0, 0),
            source=result.get("source"),
            thumbnail=result.get("thumbnail_src") or result.get("thumbnail"),
            date=iso_date(result.get("publishedDate"), day),
        )


SEARXNG_IMAGES = of_images(SEARXNG, ask=_ask_images, read=_read_images, most=50)
