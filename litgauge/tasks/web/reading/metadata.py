"""Metadata of a page: Highwire and Dublin Core tags, Open Graph, JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from lxml import html

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import clean_text, normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.work_addresses import work_at

ARTICLE_TYPES = frozenset({"ScholarlyArticle", "MedicalScholarlyArticle", "Thesis", "Chapter"})
_DOI_TAGS = ("citation_doi", "bepress_citation_doi", "dc.identifier", "dcterms.identifier", "prism.doi")
_JSON_LD_BYTES = 1_000_000
_MOST_NODES = 200
_MOST_DEPTH = 4
_HOLDERS = ("@graph", "mainEntity", "mainEntityOfPage")
_REFRESH = re.compile(r"\s*0*(\d{1,4})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=)?\s*(.*)", re.IGNORECASE | re.DOTALL)
_LONGEST_REFRESH_S = 10


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Metadata that a page declares about itself."""

    tags: Mapping[str, tuple[str, ...]]  # name in lower case -> contents, in order
    linked: tuple[Mapping[str, Any], ...]  # JSON-LD nodes that describe the page itself
    heading: str = ""  # <title>, else the first heading
    links: Mapping[str, str] = field(default_factory=dict)  # rel -> href

    def all(self, *names: str) -> list[str]:
        """Return the contents of these tags, none of them empty."""
        return [value for name in names for value in self.tags.get(name, ())]

    def first(self, *names: str) -> str:
        """Return the first content of the first of these tags that has one."""
        return next(iter(self.all(*names)), "")

    @property
    def linked_types(self) -> frozenset[str]:
        """Return the JSON-LD types of the page."""
        return frozenset(kind for node in self.linked for kind in types_of(node))


def read_metadata(document: html.HtmlElement) -> PageMetadata:
    """Return the metadata of a parsed page."""
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
    """Return the title of the work or page.

    From the citation tags, then those for link previews, then <title>.
    """
    article = next((node for node in metadata.linked if ARTICLE_TYPES & types_of(node)), {})
    titles = (
        metadata.first("citation_title", "wkhealth_title", "bepress_citation_title", "eprints.title", "prism.title")
        or clean_text(str(article.get("headline") or article.get("name") or ""))
        or metadata.first("dc.title", "dcterms.title", "og:title", "twitter:title")
        or metadata.heading
    )
    return " ".join(titles.split()) or None


def page_identity(metadata: PageMetadata, url: str) -> WorkIdentity:
    """Return the identifiers that the page declares, completed from its final or canonical address."""
    article_ids = [value for node in metadata.linked if ARTICLE_TYPES & types_of(node) for value in _identifiers(node)]
    arxiv_ids = [*metadata.all("citation_arxiv_id"), *(value for value in article_ids if "arxiv" in value.lower())]
    own = WorkIdentity(
        doi=_first(normalise_doi, [*metadata.all(*_DOI_TAGS), *article_ids]),
        arxiv_id=_first(normalise_arxiv_id, arxiv_ids),
        pubmed_id=metadata.first("citation_pmid") or None,
        title=page_title(metadata),
    )
    sources = [own, work_at(url), work_at(metadata.links.get("canonical", ""))]
    return WorkIdentity(
        **{
            field.name: next((value for work in sources if work and (value := getattr(work, field.name))), None)
            for field in fields(WorkIdentity)
        }
    )


def refresh_target(document: html.HtmlElement) -> str | None:
    """Return the target of a page's automatic redirect, if it happens within seconds."""
    for meta in document.iter("meta"):
        if (meta.get("http-equiv") or "").strip().lower() != "refresh":
            continue
        match = _REFRESH.fullmatch(meta.get("content") or "")
        if match and int(match[1]) <= _LONGEST_REFRESH_S and (target := match[2].strip().strip("'\"").strip()):
            return target
    return None


def _text_of(document: html.HtmlElement, tag: str) -> str:
    element = next(document.iter(tag), None)
    return "" if element is None else " ".join(clean_text(str(element.text_content())).split())


def _first(normalise: Callable[[str], str | None], values: Iterable[str]) -> str | None:
    return next((identifier for value in values if (identifier := normalise(value))), None)


def _linked_data(document: html.HtmlElement) -> Iterator[Mapping[str, Any]]:
    budget = _MOST_NODES
    for script in document.iter("script"):
        if "ld+json" not in (script.get("type") or "") or not script.text or len(script.text) > _JSON_LD_BYTES:
            continue
        try:
            value = json.loads(script.text, strict=False)
        except (ValueError, RecursionError):
            continue
        for node in _nodes(value, 0):
            budget -= 1
            if budget < 0:
                return
            yield node


def _nodes(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Yield the page's own nodes, not those that it lists (its references are ScholarlyArticles too)."""
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


def types_of(node: Mapping[str, Any]) -> frozenset[str]:
    """Return the JSON-LD types of a node, without their vocabulary."""
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
                yield value.encode("utf-8", "ignore").decode()  # JSON may contain lone surrogates
