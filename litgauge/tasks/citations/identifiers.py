"""Work identifiers in an address or in an entry of a reference list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import normalise_arxiv_id
from litgauge.tasks.text.work_addresses import work_at, work_of_doi

IDENTIFIERS = ("doi", "arxiv_id", "openreview_id", "acl_id", "pubmed_id", "semantic_scholar_id")
"""Fields of an identity that each name one work by themselves."""

_NAMED_DOI = re.compile(r"(?:doi\s*[:.]?\s*|doi\.org/)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_NAMED_ARXIV = re.compile(
    r"arxiv\s*(?:preprint\s*)?(?:arxiv\s*)?[:.]?\s*(?:abs/)?(\d{4}\.\d{4,5}|[a-z-]+/\d{7})", re.IGNORECASE
)
_NAMED_PMID = re.compile(r"\b(?:PMID\s*:?\s*(\d{5,9})|(PMC\d{5,9}))\b")


def identity_of(url: str | None, entry: str | None = None, title: str | None = None) -> WorkIdentity:
    """Return what identifies the work at the address; where the address has no identifier, what its entry names.

    An address is what a page is judged by, so an identifier in the entry never adds to one in the address.
    PubMed Central numbers stand in `pubmed_id` with their "PMC". A DOI that arXiv gave is an arXiv id.

    >>> identity_of("https://www.pnas.org/doi/pdf/10.1073/pnas.1114076109").doi
    '10.1073/pnas.1114076109'
    """
    work = work_at(url) if url else None
    if work is None and entry:
        work = _of_text(entry)
    return replace(work or WorkIdentity(), title=title)


def together(identities: Iterable[WorkIdentity], title: str | None) -> WorkIdentity:
    """Return the identity with the first value that any of them has for each identifier."""
    sources = list(identities)
    first = {
        name: next((value for identity in sources if (value := getattr(identity, name))), None) for name in IDENTIFIERS
    }
    return WorkIdentity(**first, title=title)


def has_identifier(identity: WorkIdentity) -> bool:
    """Return whether anything but a title identifies it."""
    return any(getattr(identity, name) for name in IDENTIFIERS)


def address_of(identity: WorkIdentity) -> str | None:
    """Return the address at which a work with a DOI or an arXiv id can be opened; None if it has neither.

    >>> address_of(WorkIdentity(arxiv_id="2005.14165"))
    'https://arxiv.org/abs/2005.14165'
    """
    if identity.doi:
        return f"https://doi.org/{identity.doi}"
    return f"https://arxiv.org/abs/{identity.arxiv_id}" if identity.arxiv_id else None


def _of_text(entry: str) -> WorkIdentity | None:
    """Identifiers that the words of an entry name."""
    entry = " ".join(entry.split())  # the patterns would scan long white space again and again
    doi, arxiv, pubmed = _NAMED_DOI.search(entry), _NAMED_ARXIV.search(entry), _NAMED_PMID.search(entry)
    work_identity = (work_of_doi(doi[1]) if doi else None) or WorkIdentity()
    if arxiv and not work_identity.arxiv_id:
        work_identity = replace(work_identity, arxiv_id=normalise_arxiv_id(f"arXiv:{arxiv[1]}"))
    if pubmed:
        work_identity = replace(work_identity, pubmed_id=pubmed[1] or pubmed[2])
    return work_identity if has_identifier(work_identity) else None
