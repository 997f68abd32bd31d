"""Brackets of a printed reference, inside a title or word and between its parts."""

from __future__ import annotations

import re

from litgauge.tasks.citations.printed.name_kinds import EDITORS, ET_AL, is_body

_MARK = "[\ue010-\ue01a]"
_BRACKETS = re.compile(r"\(([^()\[\]]{1,120})\)|\[([^()\[\]]{1,120})\]")
_LETTERS = re.compile(r"[^\W\d_]")
_ION = re.compile(r"[A-Z][a-z]?\s?[IVX]+")
"""Astronomers write forbidden lines in brackets: "[O III]"."""
_KIND_OF_WORK = re.compile(r"[A-Z]{1,2}(?:/[A-Z]{2})?")
"""After a title as the Chinese standard has it: "[J]", "[EB/OL]"."""
_GROWS_ON = re.compile(r"[^\W\d_]|[‐-][^\W\d_]")
_SENTENCE_GOES_ON = re.compile(
    r"\s(?!(?:in:?\s[A-Z]|ar[Xx]iv|https?|doi|pp?|vol|no|eds?|edited|edition|accessed|available|retrieved|published|submitted|cited"
    r"|to\sappear)\b)[a-zà-ÿ]{2,}(?:\s|[?!.,:;-]|$)"
)
_AFTER_A_STOP = re.compile(rf"(?:^|[.:?!]\s+|{_MARK}\s*)$")
_ONE_WORD = re.compile(r"[A-Z]?[a-z]{2,11}")


def inner_brackets(text: str) -> set[int]:
    """Return the places of brackets that end no part of a reference: "On [something] new", "(Re)visiting", "Z[x]"."""
    inner: set[int] = set()
    for match in _BRACKETS.finditer(text):
        if _is_inner(text, match):
            inner |= {match.start(), match.end() - 1}
    return inner


def _is_inner(text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    content = match[1] or match[2]
    if _ION.fullmatch(content):
        return True
    if not _LETTERS.search(content) and "+" not in content and not _GROWS_ON.match(text, end):
        return False
    if EDITORS.fullmatch(content) or ET_AL.fullmatch(content):
        return False
    if _GROWS_ON.match(text, end):
        return True
    if start and _LETTERS.match(text[start - 1]):
        return not re.search(r"\s", content) and not _KIND_OF_WORK.fullmatch(content)
    if _SENTENCE_GOES_ON.match(text, end):
        return not (is_body(content) and text[end : end + 5] == " and ")
    one_word = _ONE_WORD.fullmatch(content) and re.match(r"\s[^\W\d_]", text[end : end + 2])
    return bool(one_word) and _AFTER_A_STOP.search(text, max(0, start - 4), start) is not None
