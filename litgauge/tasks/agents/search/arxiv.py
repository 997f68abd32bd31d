"""arXiv's search interface (https://info.arxiv.org/help/api/user-manual.html): Atom, one request in three seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from lxml import etree

from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.provider import Provider, ProviderRequest, UnreadAnswer, hit
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.words import STOP_WORDS

_ATOM, _ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
_FIELDED = re.compile(r"\b(?:all|ti|au|abs|cat|co|jr|rn|id):\S", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MOST_WORDS = 12
_DECLARATION = re.compile(r"\s*<\?xml[^<>]*\?>")  # of an encoding that the text has no more


def _phrasings(query: str) -> tuple[str, ...]:
    """Papers with all the words, else with any of them; a query in the interface's own language as it is."""
    if _FIELDED.search(query):
        return (query,)
    terms = [word for word in _WORD.findall(query) if word.lower() not in STOP_WORDS] or _WORD.findall(query)
    words = [f"all:{word}" for word in dict.fromkeys(terms)][:_MOST_WORDS]
    return tuple(dict.fromkeys((" AND ".join(words), " OR ".join(words)))) if words else ()


def _ask(query: str, results: int) -> ProviderRequest:
    return ProviderRequest({"search_query": query, "start": "0", "max_results": str(results), "sortBy": "relevance"})


def _read(text: str, day: date) -> Iterator[SearchHit | None]:
    declared = _DECLARATION.match(text)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        feed = etree.fromstring(text[declared.end() if declared else 0 :].encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        raise UnreadAnswer(f"an answer that is no Atom feed: {text[:80]!r}") from None  # "Rate exceeded."
    if feed is None or feed.tag != f"{_ATOM}feed":
        raise UnreadAnswer(f"an answer that is no Atom feed: {text[:80]!r}")
    for entry in feed.iterfind(f"{_ATOM}entry"):
        yield _hit(entry, day)


def _hit(entry: etree._Element, day: date) -> SearchHit | None:
    address = entry.findtext(f"{_ATOM}id") or ""
    summary = entry.findtext(f"{_ATOM}summary") or ""
    if "/api/errors" in address:
        raise UnreadAnswer(f"arXiv refuses the query: {summary[:200]}", passing=False)
    arxiv_id = normalise_arxiv_id(address)
    if arxiv_id is None:
        return None
    identity = WorkIdentity(arxiv_id=arxiv_id, doi=normalise_doi(entry.findtext(f"{_ARXIV}doi") or ""))
    when = entry.findtext(f"{_ATOM}published")
    return hit(day, f"https://arxiv.org/abs/{arxiv_id}", entry.findtext(f"{_ATOM}title"), summary, when, identity)


def _until(request: ProviderRequest, day: date) -> ProviderRequest:
    query = f"({request.params['search_query']}) AND submittedDate:[190001010000 TO {day:%Y%m%d}2359]"
    return request.with_values(search_query=query)


ARXIV = Provider[SearchHit](
    name="arxiv",
    until=_until,
    home="https://export.arxiv.org",
    path="/api/query",
    ask=_ask,
    read=_read,
    most=100,
    interval_s=3.0,
    max_concurrency=1,
    phrasings=_phrasings,
)
