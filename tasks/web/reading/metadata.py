"""What a page says about itself, for machines: Highwire and Dublin Core tags, Open Graph, JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lxml import html

from tasks.records import WorkIdentity
from tasks.text import clean_text, normalise_arxiv_id, normalise_doi

ARTICLE_TYPES = frozenset({"ScholarlyArticle", "MedicalScholarlyArticle", "Thesis", "Chapter"})
_JSON_LD_BYTES = 1_000_000
_MOST_NODES = 200
_MOST_DEPTH = 4
_HOLDERS = ("@graph", "mainEntity", "mainEntityOfPage")
_REFRESH = re.compile(r"\s*0*(\d{1,4})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=)?\s*(.*)", re.IGNORECASE | re.DOTALL)
_LONGEST_REFRESH_S = 10
_OPENREVIEW = re.compile(
    r"https?://(?:www\.)?openreview\.net/(?:forum|pdf|attachment)\?(?:[^#]*&)?id=([\w-]+)", re.IGNORECASE
)
_ACL = re.compile(r"https?://(?:www\.)?aclanthology\.org/([A-Z]\d{2}-\d{4}|\d{4}\.[\w.-]+?-[\w]+\.\d+)(?:[/.v]|$)")
_PUBMED = re.compile(r"https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{4,9})\b")
_SEMANTIC_SCHOLAR = re.compile(
    r"https?://(?:www\.)?semanticscholar\.org/(?:paper|reader)/(?:[^/?#]+/)?([0-9a-f]{40})\b"
)


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """The page's own words about itself."""

    tags: Mapping[str, tuple[str, ...]]  # name in lower case -> contents, in order
    linked: tuple[Mapping[str, Any], ...]  # JSON-LD nodes that describe the page itself
    heading: str = ""  # of the window, else the first heading
    links: Mapping[str, str] = field(default_factory=dict)  # rel -> href

    def first(self, *names: str) -> str:
        """The first content of the first of these tags that has one."""
        return next((value for name in names for value in self.tags.get(name, ()) if value), "")

    @property
    def linked_types(self) -> frozenset[str]:
        """The JSON-LD types of the page."""
        return frozenset(kind for node in self.linked for kind in _types(node))


def read_metadata(document: html.HtmlElement) -> PageMetadata:
    """The metadata of a parsed page."""
    tags: dict[str, list[str]] = {}
    for meta in document.iter("meta"):
        name = (meta.get("name") or meta.get("property") or meta.get("itemprop") or "").strip().lower()
        content = clean_text(meta.get("content") or "").strip()
        if name and content:
            tags.setdefault(name, []).append(content)
    links = {(link.get("rel") or "").lower(): link.get("href") or "" for link in document.iter("link")}
    heading = next((text for tag in ("title", "h1") if (text := _text_of(document, tag))), "")
    return PageMetadata(
        {name: tuple(contents) for name, contents in tags.items()}, tuple(_linked_data(document)), heading, links
    )


def page_title(metadata: PageMetadata) -> str | None:
    """The title of the work or page: of the citation tags, then of what is meant for cards, then of the window."""
    article = next((node for node in metadata.linked if ARTICLE_TYPES & _types(node)), {})
    found = (
        metadata.first("citation_title", "wkhealth_title", "bepress_citation_title", "eprints.title", "prism.title")
        or clean_text(str(article.get("headline") or article.get("name") or ""))
        or metadata.first("dc.title", "dcterms.title", "og:title", "twitter:title")
        or metadata.heading
    )
    return " ".join(found.split()) or None


def page_identity(metadata: PageMetadata, url: str) -> WorkIdentity:
    """The identifiers that the page and its final address give."""
    article_ids = [value for node in metadata.linked if ARTICLE_TYPES & _types(node) for value in _identifiers(node)]
    doi = _first(
        normalise_doi,
        [
            *metadata.tags.get("citation_doi", ()),
            *metadata.tags.get("bepress_citation_doi", ()),
            *(
                value
                for name in ("dc.identifier", "dcterms.identifier", "prism.doi")
                for value in metadata.tags.get(name, ())
            ),
            *article_ids,
        ],
    )
    arxiv_id = _first(
        normalise_arxiv_id, [*metadata.tags.get("citation_arxiv_id", ()), *_on_arxiv([url, *article_ids])]
    )
    canonical = metadata.links.get("canonical", "")
    return WorkIdentity(
        doi=doi or _doi_of_address(url),
        arxiv_id=arxiv_id,
        openreview_id=_of_address(_OPENREVIEW, url, canonical),
        acl_id=_of_address(_ACL, url, canonical),
        pubmed_id=metadata.first("citation_pmid") or _of_address(_PUBMED, url, canonical),
        semantic_scholar_id=_of_address(_SEMANTIC_SCHOLAR, url, canonical),
        title=page_title(metadata),
    )


def refresh_target(document: html.HtmlElement) -> str | None:
    """Where the page sends its reader by itself, if it does so within seconds."""
    for meta in document.iter("meta"):
        if (meta.get("http-equiv") or "").strip().lower() != "refresh":
            continue
        found = _REFRESH.fullmatch(meta.get("content") or "")
        if found and int(found[1]) <= _LONGEST_REFRESH_S and (target := found[2].strip().strip("'\"").strip()):
            return target
    return None


def _text_of(document: html.HtmlElement, tag: str) -> str:
    element = next(document.iter(tag), None)
    return "" if element is None else " ".join(clean_text(str(element.text_content())).split())


def _first(normalise: Any, values: Iterable[str]) -> str | None:
    return next((found for value in values if (found := normalise(value))), None)


def _on_arxiv(values: Iterable[str]) -> list[str]:
    return [value for value in values if "arxiv" in value.lower()]


def _doi_of_address(url: str) -> str | None:
    found = re.search(r"(?:doi\.org/|/doi/(?:abs/|full/|pdf/|epdf/|epub/|book/)?)(10\.\d{4,9}/.+)", url, re.IGNORECASE)
    return normalise_doi(found[1]) if found else None


def _of_address(pattern: re.Pattern[str], *addresses: str) -> str | None:
    return next((found[1] for address in addresses if (found := pattern.match(address))), None)


def _linked_data(document: html.HtmlElement) -> Iterator[Mapping[str, Any]]:
    left = _MOST_NODES
    for script in document.iter("script"):
        if "ld+json" not in (script.get("type") or "") or not script.text or len(script.text) > _JSON_LD_BYTES:
            continue
        try:
            value = json.loads(script.text, strict=False)
        except (ValueError, RecursionError):
            continue
        for node in _nodes(value, 0):
            left -= 1
            if left < 0:
                return
            yield node


def _nodes(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """The page's own nodes, not those it lists (its references are ScholarlyArticles, too)."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, list):
        for item in value:
            yield from _nodes(item, depth + 1)
    elif isinstance(value, dict):
        yield value
        for holder in _HOLDERS:
            if isinstance(value.get(holder), list | dict):
                yield from _nodes(value[holder], depth + 1)


def _types(node: Mapping[str, Any]) -> frozenset[str]:
    kinds = node.get("@type")
    names = kinds if isinstance(kinds, list) else [kinds]
    return frozenset(name.rpartition("/")[2] for name in names if isinstance(name, str))


def _identifiers(node: Mapping[str, Any]) -> Iterator[str]:
    for key in ("identifier", "sameAs", "@id", "url", "doi"):
        values = node.get(key)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, dict):
                value = value.get("value") or value.get("@value")
            if isinstance(value, str):
                yield value.encode("utf-8", "ignore").decode()  # JSON may hold half a surrogate pair
