"""Headings and limits that the three readers share: levels, back matter, the maximal length of text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from litgauge.tasks.records import Section

MAX_LEVEL = 6

_NUMBER = re.compile(
    r"(?P<arabic>\d{1,2}(?:\.\d{1,2}){0,4})(?P<end>\.?)(?=\s)"
    r"|(?P<roman>[IVXL]{1,6})\.(?=\s)"
    r"|(?P<letter>[A-Z])(?P<rest>(?:\.\d{1,2}){0,4})\.?(?=\s)"
)
_APPENDIX = re.compile(
    r"(?:[A-Z\d]\.?\s+)?"
    r"(?:appendix|appendices|supplement(?:ary|al)\s+(?:materials?|information|notes?|text|data))(?:\W|$)",
    re.IGNORECASE,
)
_BACK_MATTER = re.compile(
    r"(?:\d+\.?\s+|[IVX]+\.\s+)?(?:"
    r"acknow\w*|funding(?: sources?| information)?|sources? of funding|(?:financial )?support"
    r"|financial support and sponsorship"
    r"|(?:credit )?authors?'?’? contributions?(?: statement)?"
    r"|(?:declaration of )?(?:competing|conflicts? of) interests?"
    r"|conflicts? of interests?(?: statement)?|disclosures?|ethic(?:s|al)(?: approval| statement| declaration)?"
    r"|(?:data|code|data and code|software)(?: and \w+)? availability(?: statement)?|about the authors?"
    r"|authors?'? (?:information|biograph(?:y|ies))|biograph(?:y|ies)|additional information|reporting summary"
    r"|(?:statements and )?declarations?|references|bibliography|literature cited|works cited"
    r")\W*",
    re.IGNORECASE,
)


def is_back_matter(title: str) -> bool:
    """Return whether a section has a title of back matter: about the paper's people, funding or references.

    Some of these titles may also name a subject: `without_back_matter` decides by position.

    >>> is_back_matter("Acknowledgments."), is_back_matter("7 Funding"), is_back_matter("Funding of science")
    (True, True, False)
    """
    return _BACK_MATTER.fullmatch(title.strip()) is not None


def is_appendix(title: str) -> bool:
    """Return whether a heading announces an appendix.

    >>> is_appendix("Appendix A: Proofs"), is_appendix("The appendix in surgery")
    (True, False)
    """
    return _APPENDIX.match(title.strip()) is not None


def number_level(title: str, *, roman: bool = False) -> int | None:
    """Return the level (from 1) of the printed number before a heading; None without one.

    With `roman`, the document numbers its sections I, II, III, so that a letter is one level lower.

    >>> number_level("2.1 Data"), number_level("IV. Results"), number_level("B.2 Proofs"), number_level("Results")
    (2, 1, 2, None)
    >>> number_level("B. Settings", roman=True)
    2
    """
    match = _NUMBER.match(title)
    if match is None:
        return None
    if match["arabic"]:
        return min(match["arabic"].count(".") + 1, MAX_LEVEL)
    if match["roman"]:
        return 1
    return min(match["rest"].count(".") + (2 if roman and not match["rest"] else 1), MAX_LEVEL)


def unnumbered(title: str) -> str:
    """Return the heading without its printed number.

    >>> unnumbered("2.1 Data"), unnumbered("IV. Results"), unnumbered("A survey of things")
    ('Data', 'Results', 'A survey of things')
    """
    match = _NUMBER.match(title)
    if match is None or (match["letter"] and not match["rest"] and title[1:2] != "."):
        return title
    return title[match.end() :].strip(" .:)—–-") or title


def bounded(sections: Iterable[Section], max_chars: int) -> tuple[Section, ...]:
    """Return sections in order up to `max_chars` characters of text; the last one is cut there.

    A section without a title and without text is left out.
    """
    sections_kept: list[Section] = []
    budget = max_chars
    for section in sections:
        if budget <= 0:
            break
        if section.title or section.text:
            sections_kept.append(
                replace(section, text=section.text[:budget]) if len(section.text) > budget else section
            )
            budget -= len(section.text)
    return tuple(sections_kept)


def joined(paragraphs: Iterable[str]) -> str:
    """Return the text of a section: its paragraphs, separated by empty lines."""
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
