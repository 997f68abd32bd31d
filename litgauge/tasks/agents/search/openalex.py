"""OpenAlex's search of works (https://developers.openalex.org/api-entities/works/search-works)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.provider import Provider, ProviderRequest, hit, json_object, object_at, results_at
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import normalise_doi
from litgauge.tasks.text.work_addresses import work_at, work_of_doi

_FIELDS = "id,doi,display_name,publication_date,publication_year,abstract_inverted_index,primary_location"
_NO_SYNTAX = str.maketrans(dict.fromkeys(",|!:", " "))  # of its filters
_MOST_WORDS = 400  # of an abstract


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest({"search": query.translate(_NO_SYNTAX), "per-page": str(results), "select": _FIELDS})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    for work in results_at(json_object(text, "results"), "results"):
        doi = normalise_doi(work["doi"]) if isinstance(work.get("doi"), str) else None
        landing = object_at(work, "primary_location").get("landing_page_url")
        url = (f"https://doi.org/{doi}" if doi else "") or landing or work.get("id")
        identity = work_of_doi(doi) if doi else work_at(url) if isinstance(url, str) else None
        when = work.get("publication_date") or work.get("publication_year")
        yield hit(day, url, work.get("display_name"), _abstract(work), when, identity or WorkIdentity())


def _abstract(work: Mapping[str, Any]) -> str:
    """The abstract, which comes as the places of its words."""
    places = [
        (place, word)
        for word, numbers in object_at(work, "abstract_inverted_index").items()
        if isinstance(numbers, list)
        for place in numbers
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(places)[:_MOST_WORDS])


OPENALEX = Provider[SearchHit](
    name="openalex",
    until=lambda request, day: request.with_values(filter=f"to_publication_date:{day.isoformat()}"),
    home="https://api.openalex.org",
    path="/works",
    ask=_ask,
    read=_read,
    most=100,
    key_name="api_key",  # it answers without one, too, for a while: name one in api_key_env
    key_place="parameter",
)
