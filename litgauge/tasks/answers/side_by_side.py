"""Titles that stand side by side on a line or in a cell, each in quotes, emphasis or a link."""

from __future__ import annotations

import re

_SET_OFF = re.compile(
    r"\[[^\[\]]+\]\([^()\s]+\)|\"[^\"]+\"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|「[^「」]+」|《[^《》]+》|\*\*[^*]+\*\*"
    r"|(?<![\w*])\*[^*]+\*(?![\w*])|(?<!\w)_[^_]+_(?!\w)"
)
JOINER = r"(?:[,;&+/、，；]|\b(?:and|und|et|y|e|en|och|og|и|oraz)\b|和|与|及|以及)"
"""What stands between two titles, in several languages."""
_BETWEEN = re.compile(rf"\s*(?:\([^()]*\)|\[[^\[\]]*\])?\s*(?:{JOINER}\s*){{0,2}}")
_BEHIND = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])?")
_LASTJOINER = re.compile(rf"\s*(?:{JOINER}[\s.]*)+$")
_LONGEST = 4_000


def set_off_title(text: str) -> str:
    """Return the title that a text begins with in quotes, emphasis or a link, and what is in brackets behind it.

    The text itself where it begins otherwise.

    >>> set_off_title("**Owls** (2020) are quiet"), set_off_title("Owls are quiet")
    ('**Owls** (2020)', 'Owls are quiet')
    """
    match = _SET_OFF.match(text)
    behind = _BEHIND.match(text, match.end()) if match else None
    return text[: behind.end()] if behind else text


def titles_side_by_side(text: str) -> tuple[list[str], str]:
    """Return the titles that a text begins with, each with what is in brackets behind it, and the rest of the text.

    Without two such titles with nothing but commas, "&" or "and" between them, no title and all of the text.

    >>> titles_side_by_side('"Owls", "Gulls, again" (2020)'), titles_side_by_side("**Owls** & **Gulls** — both")
    ((['"Owls"', '"Gulls, again" (2020)'], ''), (['**Owls**', '**Gulls**'], '— both'))
    >>> titles_side_by_side("**Owls** of **Gulls**")
    ([], '**Owls** of **Gulls**')
    """
    matches = list(_SET_OFF.finditer(text[:_LONGEST])) if len(text) <= _LONGEST else []
    if len(matches) < 2 or text[: matches[0].start()].strip():
        return [], text
    titles: list[str] = []
    for at, match in enumerate(matches):
        end = matches[at + 1].start() if at + 1 < len(matches) else len(text)
        between = text[match.end() : end]
        if at + 1 < len(matches) and _BETWEEN.fullmatch(between):
            titles.append((match[0] + _LASTJOINER.sub("", between)).strip())
            continue
        behind = _BEHIND.match(between)
        stop = behind.end() if behind else 0
        titles.append((match[0] + between[:stop]).strip())
        return (titles, text[match.end() + stop :]) if len(titles) > 1 else ([], text)
    return [], text
