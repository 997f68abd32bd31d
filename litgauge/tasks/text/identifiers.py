"""DOIs and arXiv ids, found in whatever field they were put and written in one way."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}/(?:[^\s\"<>{}|\\^`]|<[^\s<>]{1,40}>)+")
_DOI_TAIL = re.compile(
    r"(?<![.,;:)\]}'\"?])[.,;:)\]}'\"?]+$|(?:\?|#|&)\S*$|/(?:full|abstract|pdf|meta|epdf)/?$|\.pdf$", re.IGNORECASE
)
_DOI_PREFIX = re.compile(r"10\.\d{4,9}/")
_NEXT_DOI = re.compile(r"[,;|](?=(?:doi:|https?://\S{0,40}/)?10\.\d{4,9}/)", re.IGNORECASE)
_DOI_SIGNS = {"textless": "<", "lt": "<", "textgreater": ">", "gt": ">", "textunderscore": "_", "slash": "/"}
_DOI_LATEX = re.compile(
    rf"\\({'|'.join(_DOI_SIGNS)})(?![a-zA-Z])(?:[ \t\n]*+(?:\{{\}})?)"
    r"|\\(?:allowbreak|linebreak|penalty0|string|discretionary(?:\{\}){3})(?![a-zA-Z])[ \t\n]*+(?:\{\})?"
    r"|\\([_%&#~<>])|(\\[a-zA-Z]+|\\[\s\\])|\\.|\$"
)
_BRACE = re.compile(r"[{}]")
_CUT = re.compile(
    r"(?:^|\))\d{4}-\d{3}[\dx]\(\d{4,8}\)\d+(?::\d+)?$"  # a SICI without its "<…>"
    r"|^j\.[a-z]+\.(?:19|20)\d\d(?:\.\d\d)?$|^s4\d{4}$|^[a-z]+\.(?:19|20)\d\d$"
)
"""Ends of DOIs that a blank or a brace has cut, by the patterns of some publishers."""
_REGISTRANTS = {
    "10.1103": re.compile(r"[a-z]+\.[a-z]*\d+\.[\w.-]|[a-z\d]{4}-[a-z\d]{4}$"),
    **dict.fromkeys(
        ("10.1088", "10.3847"), re.compile(r"(?!\d{4}-\d{3}[\dx](?:/\d+){0,2}$).*?\d")
    ),  # ISSN, volume, issue, page
    "10.1021": re.compile(r".*?\d"),
    "10.1007": re.compile(r"(?!978(?:-?\d){0,9}-?$).*?\d"),  # no ISBN that is cut
    "10.1063": re.compile(r"\d+\.\d{5}|pt\.|.*?\d{4}"),
    "10.5281": re.compile(r"zenodo\.\d"),
    **dict.fromkeys(
        """10.1002 10.1006 10.1016 10.1017 10.1023 10.1029 10.1038 10.1049 10.1051 10.1073 10.1080
        10.1086 10.1090 10.1093 10.1109 10.1111 10.1112 10.1115 10.1117 10.1119 10.1126 10.1137 10.1140 10.1142
        10.1145 10.1146 10.1162 10.1175 10.1214 10.1287 10.1371 10.1561 10.3390 10.18653 10.48550""".split(),  # noqa: SIM905
        re.compile(r".*?\d"),
    ),
}
"""Patterns of the suffix of a whole DOI, by registrant; others give names without a pattern."""
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
_ANY_NUMBER = re.compile(r"\d{4}[\\{}]*\.|/[\\{}]*\d")
"""Without one there is no arXiv id, whatever else there is."""
_OLD_ANYWHERE = re.compile(rf"(?<![\w/.-])({_OLD_STYLE})(?!\d)", re.IGNORECASE)


def normalise_doi(raw: str) -> str | None:
    """Return the first whole DOI in the string: lower case, without resolver or LaTeX; None if there is none.

    A DOI that its registrant's pattern shows to be cut ("10.1103/PhysRevE") is none: many works would share it.

    >>> normalise_doi("https://doi.org/10.1103/{PhysRevD}.76.013009.")
    '10.1103/physrevd.76.013009'
    """
    text = _DOI_LATEX.sub(_unescaped, raw) if "\\" in raw or "$" in raw else raw
    if "&" in text:
        text = html.unescape(text)
    if "%" in text:
        text = unquote(text)
    for start in _DOI_PREFIX.finditer(text):
        match = _DOI.match(_ungrouped(text[start.start() : start.start() + LONGEST_DOI]))
        if match and _is_whole(doi := _trimmed(match.group()).lower()):
            return doi
    return None


def _trimmed(doi: str) -> str:
    doi = _NEXT_DOI.split(doi, maxsplit=1)[0]
    while doi != (shorter := _balanced(_DOI_TAIL.sub("", doi), doi)):
        doi = shorter
    return doi


def _unescaped(match: re.Match[str]) -> str:
    return _DOI_SIGNS[match[1]] if match[1] else match[2] or (" " if match[3] else "")


def _ungrouped(text: str) -> str:
    """The text without the braces inside it, up to the one that closes the group it stands in."""
    depth = 0
    for mark in _BRACE.finditer(text):
        depth += 1 if mark.group() == "{" else -1
        if depth < 0:
            text = text[: mark.start()]
            break
    return text.replace("{", "").replace("}", "")


def _is_whole(doi: str) -> bool:
    registrant, _, suffix = doi.partition("/")
    if not suffix or suffix[-1] in "-_/" or suffix.count("(") > suffix.count(")") or _CUT.search(suffix):
        return False
    pattern = _REGISTRANTS.get(registrant)
    return pattern is None or pattern.match(suffix) is not None


def normalise_arxiv_id(raw: str) -> str | None:
    """Return the first arXiv id in the string, without its version; None if there is none.

    A bare number counts only if it is the whole string, so that "1234.5678 pages" is none.

    >>> normalise_arxiv_id("arXiv preprint arXiv:1706.03762v5"), normalise_arxiv_id("cs.DL/0112017")
    ('1706.03762', 'cs/0112017')
    """
    if not _ANY_NUMBER.search(raw):
        return None
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
