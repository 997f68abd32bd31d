"""Classification of addresses: scholarly works, or sites that have none."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_OTHER_HOSTS = re.compile(
    r"(?:^|\.)(?:wikipedia\.org|wikimedia\.org|github\.com|gitlab\.com|huggingface\.co|kaggle\.com|youtube\.com|youtu\.be|vimeo\.com"
    r"|medium\.com|substack\.com|towardsdatascience\.com|reddit\.com|quora\.com|stackoverflow\.com|stackexchange\.com|twitter\.com"
    r"|x\.com|linkedin\.com|facebook\.com|instagram\.com|tiktok\.com|slideshare\.net|britannica\.com|investopedia\.com|amazon\.com"
    r"|nytimes\.com|theguardian\.com|bbc\.com|bbc\.co\.uk|cnn\.com|reuters\.com|bloomberg\.com|forbes\.com|techcrunch\.com"
    r"|wired\.com|theverge\.com|venturebeat\.com|geeksforgeeks\.org|w3schools\.com|wordpress\.com|blogspot\.com)$"
)
_PAPER_ADDRESS = re.compile(
    r"(?:[\w-]+\.)*(?:arxiv\.org/(?:abs|pdf|html)/|openreview\.net/(?:forum|pdf)\?|aclanthology\.org/(?:[A-Z]\d{2}-\d{4}|\d{4}\.)"
    r"|pubmed\.ncbi\.nlm\.nih\.gov/\d|ncbi\.nlm\.nih\.gov/pmc/articles/PMC|pmc\.ncbi\.nlm\.nih\.gov/articles/PMC"
    r"|semanticscholar\.org/paper/|(?:bio|med)rxiv\.org/content/|proceedings\.mlr\.press/v\d+/[\w.-]+\.(?:html|pdf)"
    r"|(?:papers|proceedings)\.n(?:eur)?ips\.cc/paper|openaccess\.thecvf\.com/content|jmlr\.org/papers/v\d|dl\.acm\.org/doi/"
    r"|ieeexplore\.ieee\.org/(?:abstract/)?document/\d|link\.springer\.com/(?:article|chapter)/10\.|nature\.com/articles/[a-z]\d"
    r"|sciencedirect\.com/science/article/|onlinelibrary\.wiley\.com/doi/|usenix\.org/conference/[^/]+/(?:technical-sessions/)?presentation/"
    r"|journals\.plos\.org/[^/]+/article|mdpi\.com/\d{4}-\d{3}[\dX]/\d|frontiersin\.org/(?:journals/[^/]+/)?articles/10\."
    r"|pnas\.org/doi/|science\.org/doi/|tandfonline\.com/doi/|academic\.oup\.com/[^/]+/article|cambridge\.org/core/journals/.+/article/"
    r"|iopscience\.iop\.org/article/|journals\.aps\.org/[^/]+/abstract/|pubs\.acs\.org/doi/|ssrn\.com/(?:sol3/papers\.cfm\?|abstract))",
    re.IGNORECASE,
)

_ISBN = re.compile(r"isbn(?:[/:=-]|%3a)*(97[89](?:-?\d){10})(?!\d)", re.IGNORECASE)


def is_scholarly_address(url: str) -> bool | None:
    """By rules, from the address alone, whatever is behind it; None: it does not say."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if _OTHER_HOSTS.search(host):
        return False
    return True if _PAPER_ADDRESS.match(f"{host}{parts.path}?{parts.query}") or _is_isbn(url) else None


def _is_isbn(url: str) -> bool:
    """True if the address carries an ISBN-13 that adds up."""
    match = _ISBN.search(url)
    digits = [int(digit) for digit in match[1] if digit.isdigit()] if match else []
    return len(digits) == 13 and sum(digit * (3 if at % 2 else 1) for at, digit in enumerate(digits)) % 10 == 0
