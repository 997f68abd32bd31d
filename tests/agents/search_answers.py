"""What search providers answer, in the forms that their documentation prints, with what does go wrong in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

JsonLike = Mapping[str, Any] | Sequence[Any] | str


@dataclass(frozen=True)
class Manner:
    """One provider: what it is asked, and its answers."""

    path: str
    method: str
    query: str  # name of the parameter or field with the query
    key_at: str  # header, or "?parameter"; "" without
    key_prefix: str
    good: JsonLike  # three results, the first whole, the others with nulls, missing fields and wrong types
    empty: tuple[JsonLike, ...]
    wrong: tuple[JsonLike, ...]  # 200, but no results of that form
    no_credit: tuple[int, JsonLike]
    bad_key: tuple[int, JsonLike]
    bad_query: tuple[int, JsonLike]
    snippet: str = "A network of nodes."
    more: Mapping[str, str] = field(default_factory=dict)  # further parameters that it must be sent


def _feed(*entries: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom"><title>arXiv Query</title><id>https://arxiv.org/api/x</id>'
        f"{''.join(entries)}</feed>"
    )


_ENTRY = """<entry><id>http://arxiv.org/abs/2104.12255v2</id><title>Graphs
 in   Depth</title><updated>2023-01-02T00:00:00Z</updated><published>2021-03-05T17:59:59Z</published>
 <summary>A network
 of nodes.</summary><author><name>R. Écu</name></author><arxiv:doi>10.1000/XYZ.1</arxiv:doi></entry>"""
_BARE_ENTRY = "<entry><id>http://arxiv.org/abs/hep-th/9901001v1</id></entry>"
_NO_ENTRY = "<entry><title>nothing but a title</title></entry>"
_ERROR_ENTRY = """<entry><id>https://arxiv.org/api/errors#sortBy_must_be_in</id><title>Error</title>
 <summary>sortBy must be in: relevance</summary></entry>"""

_ONE = {"title": "Graphs in <strong>Depth</strong>", "url": "https://example.org/a"}
_REST = [
    {"title": None, "url": "https://example.org/b", "content": None, "snippet": 7, "description": [], "date": None},
    {"title": "no address"},
    {"url": "javascript:alert(1)", "link": "/url?q=x", "title": "no web address"},
    None,
    "text",
]


def _linked(results: Sequence[Any]) -> list[Any]:
    """The same with `link` for the address, as Google's results have it."""
    return [
        {("link" if name == "url" else name): value for name, value in one.items() if name != "link"}
        if isinstance(one, dict)
        else one
        for one in results
    ]


_GOOGLE = _linked([_ONE | {"snippet": "A network of nodes.", "date": "Mar 5, 2021", "position": 1}, *_REST])

MANNERS: dict[str, Manner] = {
    "serpapi": Manner(
        path="/search",
        method="GET",
        query="q",
        key_at="?api_key",
        key_prefix="",
        more={"engine": "google"},
        good={"search_metadata": {"status": "Success"}, "search_parameters": {}, "organic_results": _GOOGLE},
        empty=(
            {
                "search_metadata": {"status": "Success"},
                "search_information": {"organic_results_state": "Fully empty"},
                "error": "Google hasn't returned any results for this query.",
            },
            {"search_metadata": {"status": "Success"}, "organic_results": None},
        ),
        wrong=(
            {"search_metadata": {"status": "Error"}, "error": "Proxy timeout"},
            {"search_metadata": {"status": "Success"}, "organic_results": "many"},
        ),
        no_credit=(429, {"error": "Your account has run out of searches."}),
        bad_key=(401, {"error": "Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key"}),
        bad_query=(400, {"error": "Missing query `q` parameter."}),
    ),
    "serper": Manner(
        path="/search",
        method="POST",
        query="q",
        key_at="x-api-key",
        key_prefix="",
        good={"searchParameters": {"q": "x", "type": "search"}, "organic": _GOOGLE, "credits": 1},
        empty=({"searchParameters": {}, "organic": []}, {"searchParameters": {}, "knowledgeGraph": {"title": "x"}}),
        wrong=({"searchParameters": {}, "organic": {"0": {}}}, [], "null"),
        no_credit=(400, {"message": "Not enough credits", "statusCode": 400}),
        bad_key=(403, {"message": "Unauthorized.", "statusCode": 403}),
        bad_query=(400, {"message": "Query pattern not allowed", "statusCode": 400}),
    ),
    "brave": Manner(
        path="/res/v1/web/search",
        method="GET",
        query="q",
        key_at="x-subscription-token",
        key_prefix="",
        good={
            "type": "search",
            "query": {"original": "x"},
            "web": {
                "type": "search",
                "results": [
                    _ONE | {"description": "A <b>network</b> of nodes.", "page_age": "2021-03-05T00:00:00"},
                    *_REST,
                ],
            },
        },
        empty=({"type": "search", "query": {}}, {"type": "search", "web": {"results": []}}, {"type": "x", "web": None}),
        wrong=({"type": "search", "web": []}, {"type": "search", "web": {"results": 3}}, {"mixed": {}}),
        no_credit=(
            402,
            {"type": "ErrorResponse", "error": {"status": 402, "code": "QUOTA_LIMITED", "detail": "Quota"}},
        ),
        bad_key=(
            422,
            {
                "type": "ErrorResponse",
                "error": {
                    "code": "SUBSCRIPTION_TOKEN_INVALID",
                    "detail": "The provided subscription token is invalid.",
                },
            },
        ),
        bad_query=(
            422,
            {
                "type": "ErrorResponse",
                "error": {"code": "VALIDATION", "detail": "Unable to validate request parameter(s)"},
            },
        ),
    ),
    "tavily": Manner(
        path="/search",
        method="POST",
        query="query",
        key_at="authorization",
        key_prefix="Bearer ",
        good={
            "query": "x",
            "answer": None,
            "results": [
                _ONE | {"content": "A network of nodes.", "published_date": "Fri, 05 Mar 2021 10:00:00 GMT"},
                *_REST,
            ],
            "response_time": 1.2,
        },
        empty=({"query": "x", "results": []}, {"query": "x", "results": None}),
        wrong=({"query": "x"}, {"results": "none"}),
        no_credit=(432, {"detail": {"error": "This request exceeds your plan's set usage limit."}}),
        bad_key=(401, {"detail": {"error": "Unauthorized: missing or invalid API key."}}),
        bad_query=(400, {"detail": {"error": "Query is too long. Max query length is 400 characters."}}),
    ),
    "searxng": Manner(
        path="/search",
        method="GET",
        query="q",
        key_at="authorization",
        key_prefix="Bearer ",
        more={"format": "json"},
        good={
            "query": "x",
            "number_of_results": 0,
            "results": [_ONE | {"content": "A network of nodes.", "publishedDate": "2021-03-05T00:00:00"}, *_REST],
            "answers": [],
            "unresponsive_engines": [["google", "timeout"]],
        },
        empty=({"query": "x", "results": [], "unresponsive_engines": []}, {"results": None}),
        wrong=({"results": [], "unresponsive_engines": [["google", "timeout"], ["bing", "access denied"]]}, {"a": 1}),
        no_credit=(402, "Payment required"),
        bad_key=(403, "<!doctype html><html lang=en><title>403 Forbidden</title></html>"),
        bad_query=(400, "No query"),
    ),
    "semantic-scholar": Manner(
        path="/graph/v1/paper/search",
        method="GET",
        query="query",
        key_at="x-api-key",
        key_prefix="",
        good={
            "total": 3,
            "offset": 0,
            "data": [
                {
                    "paperId": "81a4fd3004df0eb05d6c1cef96ad33d5407820df",
                    "externalIds": {"ArXiv": "2104.12255", "DOI": "10.1000/XYZ.1", "CorpusId": 5},
                    "title": "Graphs in Depth",
                    "abstract": "A network of nodes.",
                    "year": 2021,
                    "publicationDate": "2021-03-05",
                    "openAccessPdf": {"url": ""},
                    "url": "https://www.semanticscholar.org/paper/81a4fd3004df0eb05d6c1cef96ad33d5407820df",
                },
                {
                    "paperId": "b",
                    "externalIds": None,
                    "title": "Second",
                    "abstract": None,
                    "year": None,
                    "publicationDate": None,
                    "openAccessPdf": {"url": "https://example.org/b.pdf", "status": "GREEN"},
                },
                {"paperId": 3, "externalIds": {"DOI": None, "ArXiv": 7}, "url": None, "year": "x"},
            ],
        },
        empty=({"total": 0, "offset": 0}, {"total": 0, "offset": 0, "data": []}),
        wrong=({"message": "Endpoint request timed out"}, {"total": 1, "data": {}}),
        no_credit=(402, {"message": "Quota exceeded"}),
        bad_key=(403, {"message": "Forbidden"}),
        bad_query=(400, {"error": "Unacceptable query params"}),
    ),
    "openalex": Manner(
        path="/works",
        method="GET",
        query="search",
        key_at="?api_key",
        key_prefix="",
        good={
            "meta": {"count": 3},
            "results": [
                {
                    "id": "https://openalex.org/W1",
                    "doi": "https://doi.org/10.1000/XYZ.1",
                    "display_name": "Graphs in Depth",
                    "publication_date": "2021-03-05",
                    "abstract_inverted_index": {"network": [1], "A": [0], "nodes.": [3], "of": [2]},
                },
                {
                    "id": "https://openalex.org/W2",
                    "doi": None,
                    "display_name": "Second",
                    "publication_year": None,
                    "primary_location": {"landing_page_url": "https://example.org/b"},
                    "abstract_inverted_index": None,
                },
                {"id": 3, "doi": 7, "display_name": None, "primary_location": None},
            ],
        },
        empty=({"meta": {"count": 0}, "results": []}, {"results": None}),
        wrong=({"message": "Endpoint request timed out"}, {"results": {}}),
        no_credit=(402, {"message": "Quota exceeded"}),
        bad_key=(403, {"error": "Forbidden", "message": "Invalid API key"}),
        bad_query=(400, {"error": "Invalid query parameters error.", "message": "no such filter"}),
    ),
    "arxiv": Manner(
        path="/api/query",
        method="GET",
        query="search_query",
        key_at="",
        key_prefix="",
        more={"sortBy": "relevance"},
        good=_feed(_ENTRY, _BARE_ENTRY, _NO_ENTRY),
        empty=(_feed(),),
        wrong=("Rate exceeded.", "<rss></rss>", "<feed><unclosed>", ""),
        no_credit=(402, "Payment required"),
        bad_key=(403, "Forbidden"),
        bad_query=(200, _feed(_ERROR_ENTRY)),
    ),
}


def as_text(answer: JsonLike) -> str:
    """An answer's body."""
    return answer if isinstance(answer, str) else json.dumps(answer)
