"""Work that an address names: of arXiv, OpenReview, ACL Anthology, PubMed, Semantic Scholar, or by a DOI in it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text.identifiers import normalise_arxiv_id, normalise_doi

_ARXIV_HOSTS = re.compile(
    r"(?:(?:www|export|\w{2})\.)?arxiv\.org|ar5iv(?:\.labs\.arxiv)?\.org|ar5iv\.org|(?:www\.)?alphaxiv\.org"
    r"|(?:www\.)?scirate\.com|huggingface\.co|xxx\.lanl\.gov"
)
_ARXIV_PATH = re.compile(
    r"/(?:abs|pdf|html|format|ps|src|e-print|overview|papers|arxiv/papers|ftp/arxiv/papers/\d{4}|arxiv)/"
    r"(?:arxiv:)?((?:[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf|\.html)?/?",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_NATURE = re.compile(r"/articles/([a-z]+\d[\w.-]*?)(?:\.pdf|_reference\.pdf)?/?", re.IGNORECASE)
_ELIFE = re.compile(r"/articles/(\d{5,6})(?:v\d+)?/?.*")
_ACL_ID = r"(?:[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)"
_ACL_PATH = re.compile(
    rf"/(?:anthology/)?(?:anthology-files/pdf/(?:\w+/)+)?(?:[A-Z]/[A-Z]\d{{2}}/)?({_ACL_ID})(?:v\d+)?(?:\.pdf|\.bib)?/?"
)
_ACL_DOI = re.compile(rf"10\.(?:18653/v1|3115/v1)/({_ACL_ID})", re.IGNORECASE)
_PMC = re.compile(r"/(?:pmc/)?articles?/(?:PMC/)?(?:PMC)?(\d{4,9})(?:/.*)?", re.IGNORECASE)
_PMID = re.compile(r"/(?:pubmed/|article/MED/|abstract/MED/|articles/)?(\d{4,9})(?:/.*)?", re.IGNORECASE)
_S2_PAPER = re.compile(r"/(?:paper/(?:[^/]+/)?|graph/v1/paper/|reader/)([0-9a-f]{40})(?:/.*)?")
_S2_CORPUS = re.compile(r"/(?:paper/)?corpusid:(\d+)/?", re.IGNORECASE)
_DOI_IN_PATH = re.compile(r"10\.\d{4,9}(?:/|%2f)", re.IGNORECASE)
_AFTER_DOI = re.compile(
    r"(?:/(?:full(?:text|\.pdf|\.html)?|abstract|summary|pdf(?:direct|ft)?|epdf|epub|meta|html|references|figures|tables|citedby|tab-\w+"
    r"|download|supplementary.*))+/?$|\.(?:pdf|full(?:\.pdf)?|abstract|html?|short)$",
    re.IGNORECASE,
)
_PREPRINT_VERSION = re.compile(r"(10\.1101/\S+?)v\d+(?:\..*)?$")
_OUP_NUMBER = re.compile(r"(?<=[a-z0-9])/\d{5,9}$")


def work_at(url: str) -> WorkIdentity | None:
    """Return the identifiers that the address itself gives, without a title; None if it names no work.

    PubMed Central numbers stand in `pubmed_id` with their "PMC". A DOI that arXiv gave is an arXiv id.

    >>> work_at("https://www.pnas.org/doi/pdf/10.1073/pnas.1114076109").doi
    '10.1073/pnas.1114076109'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    host, path = (parts.hostname or "").lower(), parts.path
    bare = host.removeprefix("www.")
    if _ARXIV_HOSTS.fullmatch(host) or (bare == "semanticscholar.org" and path.startswith("/arxiv/")):
        match = _ARXIV_PATH.fullmatch(path) or re.fullmatch(r"/arxiv/()(\d{4}\.\d{4,5})(?:v\d+)?", path)
        arxiv_id = normalise_arxiv_id(match[1] or match[2]) if match else None
        if arxiv_id:
            return WorkIdentity(arxiv_id=arxiv_id)
    if bare == "openreview.net":
        forum = parse_qs(parts.query).get("id") or parse_qs(parts.query).get("forum")
        return WorkIdentity(openreview_id=forum[0]) if forum and re.fullmatch(r"[\w-]{4,40}", forum[0]) else None
    if bare in ("aclanthology.org", "aclweb.org", "aclanthology.info", "aclanthology.coli.uni-saarland.de"):
        paper = _ACL_PATH.fullmatch(path.replace("/papers/", "/"))
        return WorkIdentity(acl_id=paper[1]) if paper else None
    return _of_index(bare, path) or _of_doi_in(host, url)


def _of_index(host: str, path: str) -> WorkIdentity | None:
    """PubMed, PubMed Central and Semantic Scholar."""
    if host.endswith(("ncbi.nlm.nih.gov", "europepmc.org")):
        central = _PMC.fullmatch(path) if "pmc" in f"{host}{path}".lower().replace("europepmc.org", "") else None
        if central:
            return WorkIdentity(pubmed_id=f"PMC{central[1]}")
        medline = _PMID.fullmatch(path) if "med" in f"{host}{path}".lower() else None
        return WorkIdentity(pubmed_id=medline[1]) if medline else None
    if host.endswith("semanticscholar.org"):
        paper, corpus = _S2_PAPER.fullmatch(path), _S2_CORPUS.fullmatch(path)
        if paper or corpus:
            return WorkIdentity(semantic_scholar_id=paper[1] if paper else f"CorpusID:{corpus[1]}" if corpus else None)
    return None


def _of_doi_in(host: str, url: str) -> WorkIdentity | None:
    """Return the DOI that a resolver's or a publisher's address carries."""
    path = url.partition("://")[2].partition("/")[2]
    nature, elife = _NATURE.fullmatch("/" + path.partition("?")[0]), _ELIFE.fullmatch("/" + path)
    if host.endswith("nature.com") and nature:
        return WorkIdentity(doi=f"10.1038/{nature[1].lower()}")
    if host.endswith("elifesciences.org") and elife:
        return WorkIdentity(doi=f"10.7554/elife.{elife[1]}")
    carried = _DOI_IN_PATH.search(path)
    if not carried:
        return None
    text = path[carried.start() :]
    before = path[: carried.start()]
    if "?" in before:  # "article?id=10.1371/…&type=printable"
        text = text.partition("&")[0]
    elif not host.endswith("doi.org"):
        text = text.partition("?")[0].partition("#")[0]
    return work_of_doi(text, publisher=not host.endswith("doi.org"), oxford=host.endswith("oup.com"))


def work_of_doi(text: str, *, publisher: bool = False, oxford: bool = False) -> WorkIdentity | None:
    """Return the work of a DOI as it is written somewhere.

    `publisher`: in a publisher's address, which hangs words on it.
    """
    doi = normalise_doi(unquote(text).rstrip("/"))
    if doi and publisher:
        while doi != (shorter := _AFTER_DOI.sub("", doi)):
            doi = shorter
        preprint = _PREPRINT_VERSION.fullmatch(doi)
        doi = preprint[1] if preprint else _OUP_NUMBER.sub("", doi) if oxford and doi.count("/") > 1 else doi
    if not doi:
        return None
    arxiv, acl = _ARXIV_DOI.fullmatch(doi), _ACL_DOI.fullmatch(doi)
    if arxiv:
        arxiv_id = normalise_arxiv_id(f"arXiv:{arxiv[1]}")
        return WorkIdentity(arxiv_id=arxiv_id) if arxiv_id else WorkIdentity(doi=doi)
    acl_id = acl[1].upper() if acl and re.match(r"[a-z]\d\d-", acl[1], re.IGNORECASE) else acl[1] if acl else None
    return WorkIdentity(doi=doi, acl_id=acl_id)
