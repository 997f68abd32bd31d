"""Sections about the paper's people, money or list of works, told from those about its subject."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.records import Section
from litgauge.tasks.text.outline import is_appendix, is_back_matter, unnumbered

SHORT = 600
"""Characters: what speaks of grants and interests in less says no more than that."""

LONGEST_STATEMENT = 1_500
"""Characters: a last section with more text is no statement of the authors'."""

_ORDINARY_WORDS = re.compile(
    r"(?:support|funding|disclosures?|ethics|ethical|biograph(?:y|ies)|additional information|declarations?"
    r"|(?:data|code|data and code|software)(?: and \w+)? availability)\W*",
    re.IGNORECASE,
)
"""Titles of back matter that also name a subject, as in a survey of decision support or of open data."""

_CONCLUSION = re.compile(
    r"(?:conclusions?|concluding remarks|closing remarks|final (?:remarks|thoughts)"
    r"|summary and (?:outlook|conclusions?)|discussions? and conclusions?)\b",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\bgrants?\b|\bfunded\b|\bfunding from\b|\bsupported (?:in part |partially )?by\b|\b(?:scholar|fellow)ship\b"
    r"|\bdeclares?\b|\bcompeting\b|\bconflicts? of interest|\breview board\b|\binformed consent\b|\bethics committee\b"
    r"|\bnot applicable\b|\b(?:up)?on (?:reasonable )?request\b",
    re.IGNORECASE,
)


def without_back_matter(sections: Sequence[Section]) -> list[Section]:
    """Return the sections in order without those about people, money and the list of works: they name authors.

    A title that also names a subject ("Ethics", "Support") is kept where its section stands among those of the paper:
    inside another one, or before one that is neither appendix nor back matter, with no conclusion ahead. At the end,
    and before any conclusion, length decides.
    """
    top = min((section.level for section in sections), default=1)
    last_subject = max(
        (place for place, section in enumerate(sections) if section.level == top and _is_subject(section.title)),
        default=-1,
    )
    body: list[Section] = []
    parent, concluded = "", False
    for place, section in enumerate(sections):
        outermost = section.level == top
        if not is_back_matter(section.title):
            body.append(section)
        elif _ORDINARY_WORDS.fullmatch(unnumbered(section.title)):
            inside = not outermost and _is_subject(parent)
            amid = outermost and not concluded and place < last_subject
            length, parts = _extent(sections, place)
            statement = length < SHORT and _STATEMENT.search(section.text) is not None
            alone = outermost and length > LONGEST_STATEMENT and (not concluded or parts > 1)
            if (inside or amid or alone) and not statement:
                body.append(section)
        if outermost:
            parent = section.title
            concluded = concluded or _is_conclusion(section.title)
    return body


def _is_subject(title: str) -> bool:
    return bool(title) and not (is_back_matter(title) or is_appendix(title) or _is_conclusion(title))


def _is_conclusion(title: str) -> bool:
    return _CONCLUSION.match(unnumbered(title)) is not None


def _extent(sections: Sequence[Section], place: int) -> tuple[int, int]:
    """Characters of a section with its subsections, and how many sections these are."""
    own = [sections[place]]
    for section in sections[place + 1 :]:
        if section.level <= own[0].level:
            break
        own.append(section)
    return sum(len(section.text) for section in own), len(own)
