"""GROBID's TEI -> the text of the survey, without its callouts, floats and list of works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from litgauge.tasks.papers.pdf.tei.xml import TEI, descendants, find, name_of, text_of
from litgauge.tasks.records import FullText, Section
from litgauge.tasks.text.back_matter import without_back_matter
from litgauge.tasks.text.outline import MAX_LEVEL, bounded, joined, number_level, unnumbered
from litgauge.tasks.text.plain import tidy

_STAMP = re.compile(
    r"arxiv:\S+.*|published as .*|accepted .*|under review.*|preprint\W*|continued(?: on next page)?\W*"
    r"|.*continued on next page\W*|(?:extended data )?(?:fig(?:ure)?|table)s?\W*\d*.*|extended\W*|article\W*",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{3}|^[\u0370-\u9fff\uac00-\ud7af]+$")
_ROMAN = re.compile(r"(?:II|III|IV|VI)\.\s")
_TOP = re.compile(
    r"(?:general )?(?:introduction|background|related works?|(?:materials? and )?methods?|methodology"
    r"|preliminar(?:y|ies)|experiments?|(?:experimental )?results?(?: and discussions?)?|discussions?"
    r"|conclusions?(?: and .*)?|limitations|summary|appendix\b.*|appendices)",
    re.IGNORECASE,
)
_OWN_TEXT = frozenset({"note", "figure", "table", "listBibl"})
_TITLE_MARKS = re.compile(r"[\s*†‡§¶]+$")


@dataclass(slots=True)
class _SectionDraft:
    level: int
    title: str
    paragraphs: list[str] = field(default_factory=list)


def tei_fulltext(root: etree._Element, survey_id: str, max_chars: int) -> FullText:
    """Title, abstract and sections; citations are cut out of the sentences, floats and footnotes left out."""
    body = find(root, "text/body")
    drafts = list(_sections(list(body) if body is not None else []))
    back = find(root, "text/back")
    for part in back if back is not None else ():
        if part.get("type") in ("annex", None):
            drafts.extend(_sections(list(part)))
    sections = without_back_matter([Section(draft.level, draft.title, joined(draft.paragraphs)) for draft in drafts])
    return FullText(survey_id, _title(root), _abstract(root), bounded(sections, max_chars), "grobid")


def _title(root: etree._Element) -> str | None:
    for path in ("teiHeader/fileDesc/titleStmt/title", "teiHeader/fileDesc/sourceDesc/biblStruct/analytic/title"):
        if title := _TITLE_MARKS.sub("", text_of(find(root, path))):
            return title
    return None


def _abstract(root: etree._Element) -> str | None:
    abstract = find(root, "teiHeader/profileDesc/abstract")
    if abstract is None:
        return None
    return joined([_prose(paragraph) for paragraph in descendants(abstract, "p")]) or None


def _sections(parts: list[etree._Element]) -> Iterator[_SectionDraft]:
    """Yield the <div>s as sections; a <div> without a real heading goes on with the one before."""
    divisions = [part for part in parts if name_of(part) == "div" and part.get("type") != "references"]
    heads = [head for part in divisions if (head := part.find(f"{TEI}head")) is not None]
    roman = any(_ROMAN.match(text_of(head)) for head in heads)
    numbered = roman or any(head.get("n") for head in heads)
    current = _SectionDraft(1, "")
    last_numbered = 1
    for part in divisions:
        head = part.find(f"{TEI}head")
        title = text_of(head)
        if head is not None and _is_heading(title):
            yield current
            level = number_level(f"{head.get('n', '')} {title}".strip(), roman=roman)
            last_numbered = level or last_numbered
            below = 1 if not numbered or _TOP.fullmatch(title) else min(last_numbered + 1, MAX_LEVEL)
            current = _SectionDraft(level or below, unnumbered(title))
        current.paragraphs.extend(_paragraphs(part))
    yield current


def _is_heading(title: str) -> bool:
    """True if a <head> is one: GROBID also takes stamps, captions and remains of sentences for headings."""
    return len(title) <= 200 and _LETTERS.search(title) is not None and _STAMP.fullmatch(title) is None


def _paragraphs(division: etree._Element) -> list[str]:
    """Paragraphs of a <div>; a displayed formula goes on with the paragraph before it."""
    paragraphs: list[str] = []
    for child in division:
        name = name_of(child)
        if name == "formula" and paragraphs:
            paragraphs[-1] = f"{paragraphs[-1]} {_prose(child)}"
        elif name in ("p", "formula", "item", "list"):
            paragraphs.append(_prose(child))
    return paragraphs


def _prose(element: etree._Element) -> str:
    """Return the element's text without callouts, notes and formula numbers."""
    pieces: list[str] = []
    _collect(element, pieces)
    return tidy("".join(pieces))


def _collect(element: etree._Element, pieces: list[str]) -> None:
    pieces.append(element.text or "")
    for child in element:
        name = name_of(child)
        if name == "s":
            pieces.append(" ")
        marker = name == "ref" and child.get("type") in ("bibr", "foot")
        if not marker and name not in _OWN_TEXT and name != "label":
            _collect(child, pieces)
        pieces.append(child.tail or "")
    if name_of(element) == "s":
        pieces.append(" ")
