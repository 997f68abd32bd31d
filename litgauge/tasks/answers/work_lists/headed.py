"""Works that are told one after the other below headings: each a heading, with fields or sentences below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from litgauge.tasks.answers.work_lists.wordings import alternatives_of, is_commentary
from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.text.inline_markup import without_markup

NUMBERED = (
    r"\d{1,2}(?:\.\d{1,2})+[.)]?[ \t]+"
    r"|\(?(?:rank|no\.?|paper|work|step)?[ ]?#?\d{1,4}(?:[.):]\**[ \t]+|[ \t]+[-–—][ \t]+|、[ \t]*|．[ \t]*)"
    r"|\[\^?[\w-]{1,12}\]:?[ \t]*(?![\[(])|\(?[a-z][.)][ \t]+|[IVX]{2,4}[.)][ \t]+"
)
"""Number of an entry."""
SECTION = re.compile(r"^\s{0,3}(?:#{1,6}[ \t]+(?P<text>\S.*)|(?P<bold>\*\*[^*]{2,240}\*\*:?)\s*)$")
SIGNS = " *_\"'{},"
"""Signs around the value of a field."""
DETAIL = re.compile(
    r"^\s*(?:[-*+•◦‣]\s+)?[*_\"]*(?:(?P<id>doi|arxiv(?:[ _]?id)?|open[ _]?alex(?:[ _]?id)?|url|link|id)"
    rf"|(?P<credit>{alternatives_of('credit field')})|{alternatives_of('field')})"
    r"[*_\"]*\s*[:=：][*_]*\s*(?P<value>.*)$",
    re.IGNORECASE,
)
"""A field of a work: an identifier, its people or year, or what is said of it."""
_CREDIT = re.compile(
    r"\W*(?:[a-z]{1,4} )?(?:(?:[^\W\d_a-z][\w'’.-]*+|et al\.?|and|und|et|y|e|och|og|i|del?|d[ai]|v[ao]n|der|l[ae]|&)"
    r"[\s,]*+){1,16}"
    r"(?:(?<=,\s)|[(（—–|·-]\s*)(?:1[89]|20)\d\d[a-z]?\W*(?:$|[.:;,)\]–—-])"
)
"""People and a year, as a line or before sentences."""
_NUMBER = re.compile(rf"^\W{{0,4}}(?:{NUMBERED})(?=\S)", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:[-*+•◦‣]|\d{1,3}[.)])\s")
_LABEL_WORDS = 3
_LAST_LABEL = re.compile(r"[:：]\W*$")


def headings_with_text(lines: Sequence[str]) -> list[str]:
    """Return the headings that have text below them and are no remarks."""
    return [
        match["text"]
        for line, following in pairwise(lines)
        if (match := SECTION.match(line))
        and match["text"]
        and _is_of_work(match["text"])
        and not SECTION.match(following)
    ]


def described_works(lines: Sequence[str]) -> list[str]:
    """Return the headings of works with what identifies each, where their fields, or people and year, stand below.

    [] of other answers: headings of parts, lists, sentences.

    >>> described_works(["### Owls at night", "**Authors:** Ames", "**Note:** As *Gulls*.", "**DOI:** 10.1/o"])
    ['Owls at night doi:10.1/o']
    """
    works = list(_described(lines))
    return works if len(works) > 1 or any(DETAIL.match(line) for line in lines if works) else []


def _described(lines: Sequence[str]) -> Iterator[str]:
    starts = [at for at, line in enumerate(lines) if SECTION.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        match = SECTION.match(lines[start])
        heading = match["text"] or match["bold"] if match else ""
        below = lines[start + 1 : end]
        if not below or not _is_of_work(heading):
            continue
        own = list(takewhile(lambda line: DETAIL.match(line) or not _BULLET.match(line), below))
        fields = [found for line in own if (found := DETAIL.match(line))]
        if any(found["credit"] or found["id"] for found in fields) or _is_credit(below[0]):
            yield " ".join([_NUMBER.sub("", heading), *(identifier_of(found) for found in fields if found["id"])])


def _is_credit(line: str) -> bool:
    """Return whether a line is people and a year, as of the work above, and no item that goes on with a title."""
    credit = _CREDIT.match(words := without_markup(line))
    return credit is not None and not (_BULLET.match(line) and len(words[credit.end() :].split()) > _LABEL_WORDS)


def identifier_of(detail: re.Match[str]) -> str:
    """Return the identifier that a field has, so that it can be told behind a title."""
    value = detail["value"].strip(SIGNS)
    name = detail["id"].lower()
    return f"{name.split('_')[0].split(' ')[0]}:{value}" if name.startswith(("doi", "arxiv")) else value


def _is_of_work(heading: str) -> bool:
    """Return whether a heading may be a title: no remark on the answer, no name of a list, no label."""
    bare = without_markup(heading)
    label = _LAST_LABEL.search(bare) and len(bare.split()) <= _LABEL_WORDS
    return not (label or is_commentary(heading) or LIST_NAME.fullmatch(heading))
