"""DOIs and arXiv ids, found in whatever field they were put and written in one way."""

from __future__ import annotations

import re
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}/(?:[^\s\"<>{}|\\^`]|<[^\s<>]{1,40}>)+")
_DOI_TAIL = re.compile(
    r"(?<![.,;:)\]}'\"?])[.,;:)\]}'\"?]+$|(?:\?|#|&)\S*$|/(?:full|abstract|pdf|meta|epdf)/?$|\.pdf$", re.IGNORECASE
)
LONGEST_DOI = 500
"""Characters; what goes on for longer is text without blanks."""

_NEW_STYLE = r"(?:0[7-9]|[1-9]\d)(?:0[1-9]|1[0-2])\.\d{4,5}"
_ARCHIVE = (
    r"(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nlin|nucl-(?:ex|th)|quant-ph|physics|math|cs|q-bio|q-fin|stat"
    r"|acc-phys|adap-org|alg-geom|ao-sci|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|dg-ga|funct-an|mtrl-th|patt-sol"
    r"|plasm-ph|q-alg|solv-int|supr-con)"
)
_OLD_STYLE = rf"{_ARCHIVE}(?:\.[A-Za-z]{{2}}(?:-[a-z]{{2,4}})?)?/\d{{7}}"
_GROUP_END = re.compile(r"\}(?=\s*[{\\,.;)]|\s|$)")
_BARE = re.compile(
    rf"\s*+(?:arxiv\s*+:?\s*+)?({_NEW_STYLE}|{_OLD_STYLE})(?:v\d+)?\s*+(?:\[[^\[\]]*\])?\s*+\.?\s*+", re.IGNORECASE
)
_NAMED = re.compile(
    rf"(?:arxiv(?:\.org)?|10\.48550/arxiv|abs|e-?print|corr)[\s:./,{{}}(\[]{{0,6}}(?:(?:preprint|e-?prints?|abs|pdf|html|format|org)[\s:/.,{{}}()]{{0,6}}){{0,3}}"
    rf"(?:arxiv[\s:.]{{0,3}})?({_NEW_STYLE}|{_OLD_STYLE})(?!\d)",
    re.IGNORECASE,
)
_OLD_ANYWHERE = re.compile(rf"(?<![\w/.-])({_OLD_STYLE})(?!\d)", re.IGNORECASE)


def normalise_doi(raw: str) -> str | None:
    """Return the first DOI in the string: lower case, without resolver or LaTeX escapes; None if there is none.

    >>> normalise_doi("https://doi.org/10.1103/PhysRevD.76.013009.")
    '10.1103/physrevd.76.013009'
    """
    text = _plain(raw)
    if "%2f" in text.lower():
        text = unquote(text)
    match = _DOI.search(text)
    if not match:
        return None
    doi = match.group()[:LONGEST_DOI]
    while doi != (shorter := _balanced(_DOI_TAIL.sub("", doi), doi)):
        doi = shorter
    return doi.lower()


def normalise_arxiv_id(raw: str) -> str | None:
    """Return the first arXiv id in the string, without its version; None if there is none.

    A bare number counts only if it is the whole string, so that "1234.5678 pages" is none.

    >>> normalise_arxiv_id("arXiv preprint arXiv:1706.03762v5"), normalise_arxiv_id("cs.DL/0112017")
    ('1706.03762', 'cs/0112017')
    """
    text = _plain(raw)
    match = _BARE.fullmatch(text) or _NAMED.search(text) or _OLD_ANYWHERE.search(text)
    if not match:
        return None
    archive, slash, number = match.group(1).lower().rpartition("/")
    return f"{archive.partition('.')[0]}{slash}{number}"


def _plain(raw: str) -> str:
    if "}" in raw:
        raw = _GROUP_END.sub(" ", raw)
    return (
        raw.replace("\\_", "_")
        .replace("\\%", "%")
        .replace("\\&", "&")
        .replace("{", "")
        .replace("}", "")
        .replace("\\", "")
    )


def _balanced(shorter: str, doi: str) -> str:
    """Old DOIs hold brackets ("10.1016/0370-2693(91)90061-y"): a bracket that was opened inside stays."""
    if doi.endswith(")") and doi.count("(") >= doi.count(")") and shorter == doi[:-1]:
        return doi
    return shorter
