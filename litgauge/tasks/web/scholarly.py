"""Is a cited page a scholarly article? By identifiers and the page's own metadata; a model only where both are silent.

ReportBench's precision counts the works among the cited pages (arXiv 2508.15804, section 2.2), so a wrong yes costs an
agent as much as a wrong reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.scholarly import paper_by_form
from litgauge.tasks.text import normalise_doi
from litgauge.tasks.text.scholarly_addresses import is_scholarly_address
from litgauge.tasks.web.reading.metadata import ARTICLE_TYPES, PageMetadata

_OTHER_TYPES = frozenset(
    {"NewsArticle", "BlogPosting", "LiveBlogPosting", "Product", "VideoObject", "Recipe", "Event", "JobPosting"}
    | {
        "QAPage",
        "DiscussionForumPosting",
        "FAQPage",
        "PodcastEpisode",
        "SoftwareApplication",
        "Course",
        "LocalBusiness",
    }
    | {"ProfilePage", "SocialMediaPosting", "CollectionPage", "AboutPage", "ContactPage", "SearchResultsPage"}
)
_DATA_TYPES = frozenset({"Dataset", "SoftwareSourceCode", "DataCatalog"})
_ABSTRACT = re.compile(
    r"^[^\w\n]*(?:\d\W*)?(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)\b", re.IGNORECASE | re.MULTILINE
)
_REFERENCES = re.compile(
    r"^[^\w\n]*(?:\d{1,2}\W*|[IVX]{1,5}\W+)?(?:references|bibliography|literature cited|works cited)\b",
    re.IGNORECASE | re.MULTILINE,
)
_CITATION = re.compile(
    r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]"
    r"|\([A-Z][\w'’-]+(?: et al\.| (?:and|&) [A-Z][\w'’-]+)?,? (?:19|20)\d\d[a-z]?[);,]"
)
_ENOUGH_CITATIONS = 8
_FIRST_PAGE_CHARS = 5_000


class ScholarlyJudgment(BaseModel):
    """Is the page a scholarly article, and what is its title."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=1, description="One sentence that names what on the page decided it.")
    is_scholarly: bool = Field(description="True if the page is a scholarly article, or the page of one.")
    title: str | None = Field(description="The title of the article as it stands on the page; null if it is none.")


def is_scholarly_page(metadata: PageMetadata, url: str) -> bool | None:
    """By rules, from the metadata of an HTML page and its final address; None: they do not say."""
    types = metadata.linked_types
    tagged = bool(metadata.first("citation_title", "bepress_citation_title", "wkhealth_title"))
    if types & ARTICLE_TYPES or (tagged and not types & _DATA_TYPES):
        return True
    if types & _DATA_TYPES:  # archives of data tag papers and data alike
        return None if tagged else False
    identifiers = [*metadata.tags.get("dc.identifier", ()), *metadata.tags.get("prism.doi", ())]
    if any(normalise_doi(value) for value in identifiers) and metadata.first("dc.title", "dc.creator"):
        return True
    by_address = is_scholarly_address(url)
    return False if types & _OTHER_TYPES else by_address


def is_scholarly_text(text: str, url: str) -> bool | None:
    """By rules, from the text of a PDF; None: they do not say."""
    if is_scholarly_address(url):
        return True
    return True if {"an abstract", "a list of references", "citations"} <= set(_marks_of_a_paper(text)) else None


def _marks_of_a_paper(text: str) -> tuple[str, ...]:
    """Return what of a paper's form a text has: "an abstract", "a list of references", "citations", "a DOI"."""
    marks = {
        "an abstract": bool(_ABSTRACT.search(text[:_FIRST_PAGE_CHARS])),
        "a list of references": bool(_REFERENCES.search(text)),
        "citations": len(set(_CITATION.findall(text))) >= _ENOUGH_CITATIONS,
        "a DOI": bool(normalise_doi(text[:_FIRST_PAGE_CHARS])),
    }
    return tuple(name for name, is_present in marks.items() if is_present)


def _offline(inputs: Mapping[str, Any]) -> ScholarlyJudgment:
    url, title, text = (str(inputs.get(name) or "") for name in ("url", "title", "text"))
    is_paper, reason = paper_by_form(title, _marks_of_a_paper(text), paper_address=bool(is_scholarly_address(url)))
    return ScholarlyJudgment(reason=reason, is_scholarly=is_paper, title=(title or None) if is_paper else None)


SCHOLARLY_PAGE = Question(
    name="scholarly_page",
    version=1,
    answer=ScholarlyJudgment,
    offline=_offline,
    parameters={"temperature": 0},
    expected_tokens=80,
)


def scholarly_inputs(url: str, title: str | None, text: str, max_chars: int = 6_000) -> dict[str, str]:
    """Return the inputs of the question: the address, the page's own title, its beginning and its end.

    A list of references stands at the end.
    """
    if len(text) > max_chars:
        beginning, end = text[: max_chars * 3 // 4], text[-(max_chars // 4) :]
        text = f"{beginning}\n[…]\n{end}"
    return {"url": url, "title": title or "", "text": text}
