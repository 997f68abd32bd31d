"""Is a cited page a scholarly article? By identifiers and the page's own metadata; a model only where both are silent.

ReportBench's precision counts the works among the cited pages (arXiv 2508.15804, section 2.2), so a wrong yes costs an
agent as much as a wrong reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from tasks.llm.question import Question
from tasks.text import normalise_doi
from tasks.web.reading.metadata import ARTICLE_TYPES, PageMetadata

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
_OTHER_HOSTS = re.compile(
    r"(?:^|\.)(?:wikipedia\.org|wikimedia\.org|github\.com|gitlab\.com|huggingface\.co|kaggle\.com|youtube\.com|youtu\.be|vimeo\.com"
    r"|medium\.com|substack\.com|towardsdatascience\.com|reddit\.com|quora\.com|stackoverflow\.com|stackexchange\.com|twitter\.com"
    r"|x\.com|linkedin\.com|facebook\.com|instagram\.com|tiktok\.com|slideshare\.net|britannica\.com|investopedia\.com|amazon\.com"
    r"|nytimes\.com|theguardian\.com|bbc\.com|bbc\.co\.uk|cnn\.com|reuters\.com|bloomberg\.com|forbes\.com|techcrunch\.com"
    r"|wired\.com|theverge\.com|venturebeat\.com|geeksforgeeks\.org|w3schools\.com|wordpress\.com|blogspot\.com)$"
)
_PAPER_ADDRESS = re.compile(
    r"arxiv\.org/(?:abs|pdf|html)/|openreview\.net/(?:forum|pdf)\?|aclanthology\.org/(?:[A-Z]\d{2}-\d{4}|\d{4}\.)"
    r"|pubmed\.ncbi\.nlm\.nih\.gov/\d|ncbi\.nlm\.nih\.gov/pmc/articles/PMC|pmc\.ncbi\.nlm\.nih\.gov/articles/PMC"
    r"|semanticscholar\.org/paper/|(?:bio|med)rxiv\.org/content/|proceedings\.mlr\.press/v\d+/[\w.-]+\.(?:html|pdf)"
    r"|(?:papers|proceedings)\.n(?:eur)?ips\.cc/paper|openaccess\.thecvf\.com/content|jmlr\.org/papers/v\d|dl\.acm\.org/doi/"
    r"|ieeexplore\.ieee\.org/(?:abstract/)?document/\d|link\.springer\.com/(?:article|chapter)/10\.|nature\.com/articles/[a-z]\d"
    r"|sciencedirect\.com/science/article/|onlinelibrary\.wiley\.com/doi/|usenix\.org/conference/[^/]+/(?:technical-sessions/)?presentation/"
    r"|journals\.plos\.org/[^/]+/article|mdpi\.com/\d{4}-\d{3}[\dX]/\d|frontiersin\.org/(?:journals/[^/]+/)?articles/10\."
    r"|pnas\.org/doi/|science\.org/doi/|tandfonline\.com/doi/|academic\.oup\.com/[^/]+/article|cambridge\.org/core/journals/.+/article/"
    r"|iopscience\.iop\.org/article/|journals\.aps\.org/[^/]+/abstract/|pubs\.acs\.org/doi/|ssrn\.com/(?:sol3/papers\.cfm\?|abstract)",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"^\W*(?:\d\W*)?(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)\b", re.IGNORECASE | re.MULTILINE
)
_REFERENCES = re.compile(
    r"^\W*(?:\d{1,2}\W*|[IVX]{1,5}\W+)?(?:references|bibliography|literature cited|works cited)\b",
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
    host = (urlsplit(url).hostname or "").lower()
    if _OTHER_HOSTS.search(host) or types & _OTHER_TYPES:
        return False
    return True if _PAPER_ADDRESS.search(url) else None


def is_scholarly_text(text: str, url: str) -> bool | None:
    """By rules, from the text of a PDF; None: they do not say."""
    if _PAPER_ADDRESS.search(url):
        return True
    has_abstract = bool(_ABSTRACT.search(text[:_FIRST_PAGE_CHARS]))
    cites = len(set(_CITATION.findall(text))) >= _ENOUGH_CITATIONS
    return True if has_abstract and cites and _REFERENCES.search(text) else None


def judge_scholarly_offline(inputs: Mapping[str, Any]) -> ScholarlyJudgment:
    """The rule's judgment of `url`, `title` and `text`, where the metadata are silent: it wants the form of a paper."""
    url, title, text = (str(inputs.get(name) or "") for name in ("url", "title", "text"))
    if _PAPER_ADDRESS.search(url):
        return ScholarlyJudgment(reason="The address is that of a paper.", is_scholarly=True, title=title or None)
    marks = {
        "an abstract": bool(_ABSTRACT.search(text[:_FIRST_PAGE_CHARS])),
        "a list of references": bool(_REFERENCES.search(text)),
        "citations": len(set(_CITATION.findall(text))) >= _ENOUGH_CITATIONS,
        "a DOI": bool(normalise_doi(text[:_FIRST_PAGE_CHARS])),
    }
    found = [name for name, there in marks.items() if there]
    if len(found) >= 2 and title:
        return ScholarlyJudgment(reason=f"The page has {' and '.join(found[:2])}.", is_scholarly=True, title=title)
    return ScholarlyJudgment(
        reason="Neither its address nor its form is that of a paper.", is_scholarly=False, title=None
    )


SCHOLARLY_PAGE = Question(
    name="scholarly_page",
    version=1,
    answer=ScholarlyJudgment,
    offline=judge_scholarly_offline,
    parameters={"temperature": 0},
    expected_tokens=80,
)


def scholarly_inputs(url: str, title: str | None, text: str, max_chars: int = 6_000) -> dict[str, str]:
    """What the question is asked about: the address, the title that the page gives itself, its beginning and its end.

    A list of references stands at the end.
    """
    if len(text) > max_chars:
        beginning, end = text[: max_chars * 3 // 4], text[-(max_chars // 4) :]
        text = f"{beginning}\n[…]\n{end}"
    return {"url": url, "title": title or "", "text": text}
