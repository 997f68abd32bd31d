"""Google's Custom Search (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list), for images."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from litgauge.tasks.agents.search.engine import ImageHit
from litgauge.tasks.agents.search.provider import (
    Provider,
    ProviderRequest,
    image_hit,
    json_object,
    object_at,
    results_at,
)


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest({"q": query, "searchType": "image", "num": str(results), "safe": "active"})


def _read(text: str, _day: date) -> Iterator[ImageHit | None]:
    body = json_object(text, "items", "searchInformation", "queries")
    for result in results_at(body, "items"):
        picture = object_at(result, "image")
        yield image_hit(
            result.get("link"),
            picture.get("contextLink"),
            result.get("title"),
            size=(picture.get("width"), picture.get("height")),
            source=result.get("displayLink"),
            thumbnail=picture.get("thumbnailLink"),
        )


GOOGLE_IMAGES = Provider[ImageHit](
    name="google",
    home="https://www.googleapis.com",
    path="/customsearch/v1",
    ask=_ask,
    read=_read,
    most=10,
    key_env="GOOGLE_API_KEY",
    key_name="key",
    key_place="parameter",
    usd_per_search=0.005,
    finds="images",
)
