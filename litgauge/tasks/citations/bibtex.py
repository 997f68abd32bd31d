"""BibTeX entries as people paste them into a text: their fields, whatever is missing or cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ENTRY = re.compile(r"@([A-Za-z]{2,20})[ \t]{0,4}\{(?=[^\n{}\"]{0,120}(?:,|=|$))", re.MULTILINE)
_NO_WORK = frozenset(("comment", "preamble", "string"))
_FIELD = re.compile(r"([A-Za-z][\w-]{0,30})[ \t\n]{0,8}=[ \t\n]{0,8}")
_BARE = re.compile(r"[^\s,{}\"]{1,60}")
LONGEST_ENTRY = 5_000
"""Characters of an entry that are read."""


def bibtex_entries(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Return where each entry of a text begins, with its fields by their names in lower case.

    A value ends where its braces or quotation marks close, an entry where the next one begins.

    >>> [fields["title"] for _, fields in bibtex_entries("@article{a,title={{Owls} at night},year=2001}")]
    ['{Owls} at night']
    """
    starts = [match for match in _ENTRY.finditer(text) if match[1].lower() not in _NO_WORK]
    limits = [*(start.start() for start in starts[1:]), len(text)][: len(starts)]
    for start, limit in zip(starts, limits, strict=True):
        yield start.start(), dict(_fields(text[start.end() : min(limit, start.end() + LONGEST_ENTRY)]))


def _fields(body: str) -> Iterator[tuple[str, str]]:
    at = 0
    while named := _FIELD.search(body, at):
        start = named.end()
        opening = body[start : start + 1]
        if opening in ("{", '"') and opening:
            at = _closed(body, start)
            yield named[1].lower(), body[start + 1 : at - 1 if at <= len(body) else at].strip()
        elif bare := _BARE.match(body, start):
            at = bare.end()
            yield named[1].lower(), bare[0]
        else:
            at = start


def _closed(body: str, start: int) -> int:
    """Return the offset behind a value in braces or quotation marks; behind the end where it never closes."""
    depth = 0
    quoted = body[start] == '"'
    for place in range(start + 1 if quoted else start, len(body)):
        character = body[place]
        depth += (character == "{") - (character == "}")
        if (quoted and character == '"' and depth == 0) or (not quoted and depth == 0):
            return place + 1
    return len(body) + 1
