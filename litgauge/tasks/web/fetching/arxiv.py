"""Addresses of arXiv papers: where the abstract page and the text of one stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

from litgauge.tasks.text import normalise_arxiv_id

_HOST = re.compile(r"(?:(?:www|export|browse|[a-z]{2})\.)?arxiv\.org|(?:dx\.|www\.)?doi\.org", re.IGNORECASE)
_PATH = re.compile(
    r"/(?P<kind>abs|pdf|html|format|ps)/(?P<id>[a-z.-]+/\d{7}|\d{4}\.\d{4,5})(?P<version>v\d+)?(?:\.pdf)?/?"
    r"|/10\.48550/arxiv\.(?P<doi>[a-z.-]+/\d{7}|\d{4}\.\d{4,5})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ArxivAddress:
    """A paper as it was cited."""

    arxiv_id: str
    version: str  # "v2"; "" where none is named
    kind: Literal["abs", "pdf", "html"]

    def url(self, host: str, kind: Literal["abs", "pdf", "html"]) -> str:
        """Return where the paper stands on this host."""
        return f"https://{host}/{kind}/{self.arxiv_id}{self.version}"


def arxiv_address(url: str) -> ArxivAddress | None:
    """Return the paper behind an address of arXiv, or of one of its DOIs; None for all other addresses.

    >>> arxiv_address("http://www.arxiv.org/pdf/1706.03762v5.pdf?download=1")
    ArxivAddress(arxiv_id='1706.03762', version='v5', kind='pdf')
    """
    try:
        parts = urlsplit(url.strip())
        is_arxiv = parts.scheme in {"http", "https"} and parts.username is None and _HOST.fullmatch(parts.netloc)
    except ValueError:
        return None
    match = _PATH.fullmatch(unquote(parts.path)) if is_arxiv else None
    arxiv_id = normalise_arxiv_id(match["id"] or match["doi"]) if match else None
    if match is None or arxiv_id is None:
        return None
    kind: Literal["abs", "pdf", "html"] = "pdf" if match["kind"] in {"pdf", "ps"} else "abs"
    return ArxivAddress(arxiv_id, match["version"] or "", "html" if match["kind"] == "html" else kind)
