"""Authors and date of a paper, from the commands of its title page; doubtful names are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

from litgauge.tasks.latex.expansion.arguments import GROUP, Cursor
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.papers.latex_text.reader import Reader
from litgauge.tasks.records import PersonName
from litgauge.tasks.text import split_names
from litgauge.tasks.text.dates import day_in

MOST_COMMANDS = 1_000  # \author commands that are looked at
LONGEST = 20_000  # characters of one
MOST_CHARACTERS = 200_000  # of all

_AUTHOR = re.compile(r"\\(?:author|icmlauthor|Author)(?![a-zA-Z])\*?")
_DATE = re.compile(r"\\date(?![a-zA-Z])")
_NOTE = re.compile(
    r"\\(?:thanks|footnote|footnotemark|footnotetext|authornote|inst|altaffilmark|altaffiltext|orcid|orcidlink|orcidID"
    r"|textsuperscript|authfn|corref|fnref|ead|email|emails|mailto|affil|affiliation|affiliations|institution|institute"
    r"|address|IEEEmembership|tnoteref|inits|thanksref|label|ref|url|vspace|hspace|IEEEauthorblockA)\*?"
    rf"\s{{0,9}}(?:\[[^\[\]]{{0,400}}\])?\s{{0,9}}{GROUP}",
    re.DOTALL,
)
_MATHEMATICS = re.compile(r"\$[^$]{0,200}\$")
_BLOCK = re.compile(rf"\\IEEEauthorblockN\s{{0,9}}({GROUP})", re.DOTALL)
_NEXT_BLOCK = re.compile(r"\\(?:and|And|AND|quad|qquad)(?![a-zA-Z])")
_LINE_END = re.compile(r"\\\\\*?|\\newline(?![a-zA-Z])|\n[ \t]*\n")
_BETWEEN_NAMES = re.compile(r"\s*[,;&]\s*(?:and\s+)?|(?:^|\s+)and\s+")
_WORD = re.compile(r"(?:d['’]|O['’])?[^\W\d_][\w.'’-]*")
_PARTICLE = re.compile(r"van|von|der?|den|del|dell[ao]|di|d[ao]s?|du|l[ae]|te[rn]|zur?|bin|ibn|al|el|[ye]")
_NO_PERSON = re.compile(
    r"universi|institut|department|dept\b|laborator|school|college|facult|cent(?:er|re)\b|academy|hospital|research"
    r"|corporation|company|\binc\b|\bltd\b|gmbh|member|fellow|student|\bieee\b|\bacm\b|professor|corresponding|equal"
    r"|contribut|google|microsoft|author|email|http|www|@|\d",
    re.IGNORECASE,
)


def authors_of(document: Document, reader: Reader) -> tuple[PersonName, ...]:
    """Return the people that \\author names, in their order, without notes, addresses and grades.

    () where there are none.
    """
    names: dict[str, None] = {}
    budget = MOST_CHARACTERS
    for match in islice(_AUTHOR.finditer(document.text), MOST_COMMANDS):
        raw = Cursor(document.text, match.end()).argument()[: min(LONGEST, budget)]
        budget -= len(raw)
        names.update(dict.fromkeys(_names(raw, reader)))
    return tuple(person for name in names for person in split_names(name)[0])


def written_on(document: Document) -> date | None:
    """Return the day in the last \\date that has one; \\today has none."""
    days = (
        day_in(Cursor(document.text, match.end()).argument()[:LONGEST])
        for match in islice(_DATE.finditer(document.text), MOST_COMMANDS)
    )
    return next((day for day in reversed([*days]) if day), None)


def _names(raw: str, reader: Reader) -> Iterator[str]:
    plain = _MATHEMATICS.sub(" ", _NOTE.sub(" ", raw))
    blocks = _BLOCK.findall(plain) or _NEXT_BLOCK.split(plain)
    for block in blocks:
        for line in _LINE_END.split(block):
            text = reader.inline(line)
            if not text:
                continue
            people = [name for name in _BETWEEN_NAMES.split(text) if _is_name(name)]
            if not people or (len(people) == 1 and _NO_PERSON.search(text)):
                break  # addresses follow
            yield from people


def _is_name(text: str) -> bool:
    """Two to five words, each with a capital, and none of an institute or a grade.

    >>> [_is_name(text) for text in ("Ludwig van Beethoven", "J. Doe", "IEEE", "Institute of Maps", "the end")]
    [True, True, False, False, False]
    """
    words = text.split()
    if not 2 <= len(words) <= 5 or len(text) > 60 or _NO_PERSON.search(text):
        return False
    return all(_PARTICLE.fullmatch(word) or (_WORD.fullmatch(word) and not word[0].islower()) for word in words)
