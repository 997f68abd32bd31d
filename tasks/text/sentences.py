"""The sentences of a text, with their places in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_LONGEST_SENTENCE = 1_200  # tables and lists without full stops are cut here
_BREAK = re.compile(
    r"(?P<mark>[.!?…]+[\"'”’)\]]*)(?P<gap>\s+)(?=[\"'“‘(\[]*[\w\\$])|[。！？；]+[”’」』）]*\s*|\n\s*\n\s*|\n(?=[-*•|#]|\d+[.)]\s)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:e\.g|i\.e|cf|vs|etc|al|resp|approx|ca|no|vol|pp?|fig|figs|eqs?|refs?|secs?|tabs?|ch|ed|eds|dr|prof|mr|mrs|ms|st"
    r"|jr|inc|ltd|dept|univ|proc|conf|trans|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[a-z])\.$",
    re.IGNORECASE,
)


def sentences(text: str) -> list[Span]:
    """Where the sentences of a text stand, in order, without the white space between them.

    >>> [text[a:b] for text in ["It rose by 2.5 %, cf. Fig. 3. Then it fell."] for a, b in sentences(text)]
    ['It rose by 2.5 %, cf. Fig. 3.', 'Then it fell.']
    """
    spans: list[Span] = []
    start = 0
    for found in _BREAK.finditer(text):
        end = found.start() + len(found["mark"] or "")
        if found["mark"] and _goes_on(text, start, end, found.end()):
            continue
        spans += _pieces(text, start, max(end, found.start()) if found["mark"] else _closing(found))
        start = found.end()
    return spans + list(_pieces(text, start, len(text)))


def _goes_on(text: str, start: int, end: int, following: int) -> bool:
    """A full stop that ends no sentence: behind an abbreviation, or before a small letter."""
    if text[end - 1] != "." or "\n\n" in text[end:following]:
        return False
    return text[following].islower() or bool(_ABBREVIATION.search(text[max(start, end - 12) : end]))


def _closing(found: re.Match[str]) -> int:
    return found.start() + len(found.group().rstrip())


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    while end - start > _LONGEST_SENTENCE:
        space = max(
            text.rfind(" ", start + 1, start + _LONGEST_SENTENCE),
            text.rfind("\n", start + 1, start + _LONGEST_SENTENCE),
        )
        cut = space if space > start else start + _LONGEST_SENTENCE
        yield from _stripped(text, start, cut)
        start = cut
    yield from _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = left + len(piece.strip())
    if right > left:
        yield left, right
