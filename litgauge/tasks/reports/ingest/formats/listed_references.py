"""Lists of works beside a report in JSON: references, search results, attached cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from litgauge.tasks.citations.identifiers import address_of, identity_of
from litgauge.tasks.records import GivenReference

LIST_FIELDS = (
    "reference", "references", "citations", "sources", "annotations", "search_results", "searchResults",
    "web_search_results", "webSearchResults", "web_search", "bibliography", "source_nodes", "source_documents", "ctxs",
)  # fmt: skip
_FIRST = {"ctxs": 0}
"""Number of the first entry of a list, where that is not 1: OpenScholar counts its passages from 0."""

_CARDS = ("cardAttachmentsJson", "card_attachments_json", "cardAttachments")
_INSIDE = (
    "output", "search_info", "response", "message", "choices", "extra", "deep_research", "metadata", "messages",
    "responses", "groundingMetadata", "grounding_metadata", "candidates",
)  # fmt: skip
"""Fields in which an interface hides its list; of a list of choices or messages the last is asked."""

DEEPEST = 5


def listed_references(value: Mapping[str, Any]) -> tuple[GivenReference, ...]:
    """Return the first list of works of an object or an API's wrapper: by number, or in its order from 1.

    Missing titles come from other lists that have the page; cards (Grok) are also known by their id.
    """
    lists = [
        works
        for holder in _holders(value)
        for field in LIST_FIELDS
        if (works := _listed(holder.get(field), _FIRST.get(field, 1)))
    ]
    cards = tuple(card for holder in _holders(value) for field in _CARDS for card in _cards(holder.get(field)))
    titles = {work.url: work.title for works in lists for work in works if work.title}
    first = lists[0] if lists else ()
    return (*cards, *(replace(work, title=work.title or titles.get(work.url)) for work in first))


def _holders(value: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        value = next((part for part in reversed(value) if isinstance(part, dict)), None)
    if isinstance(value, dict) and depth <= DEEPEST:
        yield value
        for key in _INSIDE:
            if isinstance(value.get(key), dict | list):
                yield from _holders(value[key], depth + 1)


def _listed(works: Any, first: int = 1) -> tuple[GivenReference, ...]:
    if isinstance(works, dict) and isinstance(works.get("detailed_references"), list):
        works = works["detailed_references"]
    if isinstance(works, dict) and works and all(isinstance(part, list) for part in works.values()):
        works = [row for part in works.values() for row in part]  # by field of the answer
    rows = works.items() if isinstance(works, dict) else enumerate(works, first) if isinstance(works, list) else ()
    return tuple(reference for label, row in rows if (reference := _reference(str(label), row)))


def _reference(label: str, row: Any) -> GivenReference | None:
    if isinstance(row, str):
        address = re.search(r"https?://\S+", row)
        return GivenReference(label, address[0], None) if address else None
    if not isinstance(row, dict) or "fact" in row or _is_placed(row):
        return None
    inner = _described(row)
    if _is_placed(inner):
        return None
    url = next((inner[key] for key in ("url", "link", "href", "uri", "source") if _is_text(inner.get(key))), None)
    url = url or _named_address(inner)
    title = inner.get("title")
    if url is None:
        return None
    return GivenReference(_label(inner, label), url, title if isinstance(title, str) else None)


def _described(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a row that describes the work: a passage's metadata (LlamaIndex, LangChain), else the row."""
    for key in ("url_citation", "node", "metadata"):
        if isinstance(row.get(key), dict):
            return {**row, **_described(row[key])}
    return row


def _named_address(row: Mapping[str, Any]) -> str | None:
    """Return the address of a work that has only a DOI or arXiv id."""
    doi, arxiv = row.get("doi"), row.get("arxiv_id") or row.get("arxivId")
    named = [f"doi:{doi}"] if _is_text(doi) else []
    named += [f"arXiv:{arxiv}"] if _is_text(arxiv) else []
    return address_of(identity_of(None, " ".join(named))) if named else None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_placed(row: Mapping[str, Any]) -> bool:
    """Return whether a row is an annotation of a stretch of the text, and no entry of a list."""
    return any(isinstance(row.get(key), int) and row[key] > 0 for key in ("end_index", "end_idx", "end"))


def _label(row: Mapping[str, Any], label: str) -> str:
    """Return the label by which the text cites the work: its own number ("ref_3" is 3), else its place."""
    for key in ("index", "number", "index_number", "cite_index", "citation_id", "refer"):
        own = row.get(key)
        if isinstance(own, int) and not isinstance(own, bool):
            return str(own)
        if isinstance(own, str) and own.strip():
            number = re.fullmatch(r"(?:ref|cite|source|web)?[_: -]?(\d{1,4})", own.strip(), re.IGNORECASE)
            return number[1] if number else own.strip()
    return label


def _cards(attached: Any) -> Iterator[GivenReference]:
    for raw in attached if isinstance(attached, list) else ():
        card = _parsed(raw)
        if isinstance(card, dict) and isinstance(card.get("id"), str) and isinstance(card.get("url"), str):
            title = card.get("title")
            yield GivenReference(f"card:{card['id']}", card["url"], title if isinstance(title, str) else None)


def _parsed(raw: Any) -> Any:
    if not isinstance(raw, str):
        return raw
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
