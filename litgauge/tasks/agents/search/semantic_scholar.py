"""Semantic Scholar's paper search (https://api.semanticscholar.org/api-docs/graph, /paper/search)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.provider import Provider, ProviderRequest, hit, json_object, results_at
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

_FIELDS = "title,abstract,year,publicationDate,externalIds,openAccessPdf,url"
_JOINED = re.compile(r"[-‐‑–/]")


def _ask(query: str, results: int) -> ProviderRequest:
    words = " ".join(_JOINED.sub(" ", query).split())  # words with hyphens match nothing there
    return ProviderRequest({"query": words, "limit": str(results), "fields": _FIELDS})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    body = json_object(text, "data", "total")
    for paper in results_at(body, "data"):
        identity = _identity(paper)
        when = paper.get("publicationDate") or paper.get("year")
        yield hit(day, _address(paper, identity), paper.get("title"), paper.get("abstract"), when, identity)


def _identity(paper: Mapping[str, Any]) -> WorkIdentity:
    ids = paper.get("externalIds")
    ids = ids if isinstance(ids, dict) else {}

    def text_of(name: str) -> str:
        return value.strip() if isinstance(value := ids.get(name), str) else ""

    return WorkIdentity(
        doi=normalise_doi(text_of("DOI")),
        arxiv_id=normalise_arxiv_id(text_of("ArXiv")),
        acl_id=text_of("ACL") or None,
        pubmed_id=text_of("PubMed") or None,
        semantic_scholar_id=value if isinstance(value := paper.get("paperId"), str) and value else None,
    )


def _address(paper: Mapping[str, Any], identity: WorkIdentity) -> str | None:
    """Return where the paper can be read, as openly as possible."""
    if identity.arxiv_id:
        return f"https://arxiv.org/abs/{identity.arxiv_id}"
    pdf = paper.get("openAccessPdf")
    if isinstance(pdf, dict) and isinstance(pdf.get("url"), str) and pdf["url"]:
        return str(pdf["url"])
    if identity.doi:
        return f"https://doi.org/{identity.doi}"
    return page if isinstance(page := paper.get("url"), str) else None


SEMANTIC_SCHOLAR = Provider[SearchHit](
    name="semantic-scholar",
    until=lambda request, day: request.with_values(publicationDateOrYear=f":{day.isoformat()}"),
    home="https://api.semanticscholar.org",
    path="/graph/v1/paper/search",
    ask=_ask,
    read=_read,
    most=100,
    key_name="x-api-key",  # it answers without a key, too, though more slowly: name one in api_key_env
    interval_s=1.0,
    max_concurrency=1,
)
