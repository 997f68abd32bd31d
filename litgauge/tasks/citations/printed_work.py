"""A printed work, and the identifiers that its entry holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from litgauge.tasks.citations.identifiers import identity_of
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

_OPENALEX = re.compile(
    r"(?:openalex\.org/(?:works/)?W?|openalex[\s:_-]{1,3}(?:id[\s:]{1,3})?W|^W(?=\d{1,12}$))(\d{1,12})\b|\b[Ww](\d{4,12})\b",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"\d{6,12}")


@dataclass(frozen=True, slots=True)
class PrintedWork:
    """A work as printed: `authors` are family names where they can be read, identifiers are normalised."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openalex: int | None = None
    url: str | None = None

    @property
    def named(self) -> bool:
        """Return whether anything tells which work it is."""
        return bool(self.title or self.doi or self.arxiv_id or self.openalex is not None)


def with_identifiers(work: PrintedWork, text: str, url: str | None) -> PrintedWork:
    """Return the work with the identifiers in the text of its entry; a title that is an identifier is dropped."""
    identity = identity_of(url, text)
    bare = text.split()[0].strip("<>.,;\"'()[]") if len(text.split()) in (1, 2) else ""
    number = openalex_in(text)
    if number is None and _BARE_NUMBER.fullmatch(bare):
        number = int(bare)
    arxiv_id = work.arxiv_id or identity.arxiv_id or (normalise_arxiv_id(bare) if bare else None)
    doi = work.doi or identity.doi or normalise_doi(text)
    title = "" if is_identifier(work.title) else work.title
    return replace(
        work,
        title=title,
        doi=None if doi and normalise_arxiv_id(doi) else doi,
        arxiv_id=arxiv_id or (normalise_arxiv_id(doi) if doi else None),
        openalex=work.openalex if work.openalex is not None else number,
        url=work.url or url,
    )


def openalex_in(text: str) -> int | None:
    """Return OpenAlex's number in a text; None where there is none."""
    match = _OPENALEX.search(text.strip())
    return int(match[1] or match[2]) if match else None


def is_identifier(text: str) -> bool:
    """Return whether a text is one identifier or address and nothing else.

    >>> [is_identifier(text) for text in ("W2741809807", "10.1000/182", "1706.03762", "GloVe")]
    [True, True, True, False]
    """
    bare = text.strip().strip("<>.,;\"'")
    if not bare or " " in bare:
        return False
    match = _OPENALEX.search(bare)
    if match and len(match[0]) >= len(bare.removeprefix("https://").removeprefix("http://").removeprefix("api.")):
        return True
    return bool(
        _BARE_NUMBER.fullmatch(bare)
        or normalise_doi(bare) == bare.lower()
        or (urlsplit(bare).scheme in ("http", "https") if "://" in bare else False)
        or normalise_arxiv_id(bare)
    )
