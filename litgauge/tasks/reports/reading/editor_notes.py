"""Footnotes and comments as Google Docs exports them, in HTML and, behind a converter, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

FOOTNOTE = re.compile(
    r"<a\s(?=[^<>]{0,400}#ftnt_ref\d)(?=[^<>]{0,400}\bid=[\"']ftnt(\d{1,4})[\"'])[^<>]{1,800}>\[\d{1,4}\]</a>"
)
"""The number before a footnote; it leads back to its mark."""

_COMMENT_MARK = re.compile(
    r"(?:<sup\b[^<>]{0,200}>)?<a\s(?=[^<>]{0,400}#cmnt\d)[^<>]{1,800}>\[[a-z]{1,3}\]</a>(?:</sup>)?"
    r"|\^?(?:<sup>)?\[\\?\[[a-z]{1,3}\\?\]\]\(#cmnt\d{1,4}\)(?:</sup>)?\^?"
)
_COMMENT = re.compile(
    r"<a\s(?=[^<>]{0,400}#cmnt_ref\d)[^<>]{1,800}>\[[a-z]{1,3}\]</a>|\[\\?\[[a-z]{1,3}\\?\]\]\(#cmnt_ref\d{1,4}\)"
)
"""The letter before a comment; it leads back to its mark."""

_END_OF_BOX = re.compile(r"</div\s*>|</body\s*>")
_END_OF_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield where comments and their marks stand: people wrote them beside the answer."""
    if "#cmnt" not in text:
        return
    yield from (mark.span() for mark in _COMMENT_MARK.finditer(text))
    end_of_last = 0
    for comment in _COMMENT.finditer(text):
        if comment.start() < end_of_last:
            continue
        end = (_END_OF_BOX if comment[0].startswith("<") else _END_OF_PARAGRAPH).search(text, comment.end())
        end_of_last = end.start() if end else len(text)
        yield comment.start(), end_of_last


def without_comments(text: str) -> str:
    """Return the text with blanks where comments and their marks stand.

    >>> without_comments('Kites fly.[[a]](#cmnt1) They do.')
    'Kites fly.              They do.'
    """
    pieces: list[str] = []
    at = 0
    for start, end in sorted(comments(text)):
        if end > at:
            start = max(start, at)
            pieces += (text[at:start], " " * (end - start))
            at = end
    return "".join((*pieces, text[at:]))
