"""Destination of a Markdown link as agents write it, with escapes, spaces, brackets and a title behind it."""

from __future__ import annotations

import re

from litgauge.tasks.citations.addresses import MOST_CHARACTERS

LONGEST_LINK_TITLE = 300
"""Characters of the title behind an address, and of what follows a blank in an address."""

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TITLE = re.compile(
    rf"\s{{1,20}}(?:\"[^\"\n]{{0,{LONGEST_LINK_TITLE}}}\"|'[^'\n]{{0,{LONGEST_LINK_TITLE}}}'"
    rf"|\([^()\n]{{0,{LONGEST_LINK_TITLE}}}\))\s{{0,20}}\)"
)
_GOES_ON = re.compile(rf"[^\n()<>\"]{{1,{LONGEST_LINK_TITLE}}}\)")
_LAST_PART = re.compile(r"[/.=%][\w%=&#~+-]{1,80}/?$")
_PARAGRAPH_WORDS = re.compile(r"(?:https?|ftp)://|[,;]\s")


def unescaped(address: str) -> str:
    r"""Return the address without Markdown's backslashes.

    >>> unescaped(r"https://a.example/x\_y?a=1\&b=2")
    'https://a.example/x_y?a=1&b=2'
    """
    return _ESCAPE.sub(r"\1", address) if "\\" in address else address


def destination(surface: str, at: int, end: int) -> tuple[str, int] | None:
    """Return the address in the brackets that open before `at`, and the offset behind them; None if they never close.

    Brackets in it are balanced or escaped, blanks in it become "%20", a title behind it is left out.
    """
    limit = min(end, at + MOST_CHARACTERS + LONGEST_LINK_TITLE)
    while at < limit and surface[at] in " \t":
        at += 1
    if surface[at : at + 1] == "<":
        return _bracketed(surface, at, limit)
    depth, index = 0, at
    while index < limit:
        character = surface[index]
        if character == "\\" and index + 1 < limit and surface[index + 1] != "\n":
            index += 2
            continue
        if character == "\n" or (character == "(" and surface[index - 1] == "]"):
            return None  # a line end, or the next link begins: this one was never closed
        if character in " \t" and depth == 0:
            return _behind_blank(surface, at, index, limit)
        if character == "(":
            depth += 1
        elif character == ")":
            if depth == 0:
                return unescaped(surface[at:index]), index + 1
            depth -= 1
        index += 1
    return None


def _bracketed(surface: str, at: int, limit: int) -> tuple[str, int] | None:
    close = surface.find(">", at, limit)
    if close < 0 or "\n" in surface[at:close]:
        return None
    title = _TITLE.match(surface, close + 1, limit)
    behind = title.end() if title else close + 2
    if not title and surface[close + 1 : close + 2] != ")":
        return None
    return unescaped(surface[at + 1 : close]).replace(" ", "%20"), behind


def _behind_blank(surface: str, at: int, blank: int, limit: int) -> tuple[str, int] | None:
    """Return what a blank after an address begins: a title, the rest of the address ("a report.pdf"), or a remark."""
    if title := _TITLE.match(surface, blank, limit):
        return unescaped(surface[at:blank]), title.end()
    rest = _GOES_ON.match(surface, blank, limit)
    if rest is None:
        closing = surface.find(")", blank, limit)
        line_end = surface.find("\n", blank, limit)
        broken = closing < 0 or 0 <= line_end < closing
        return None if broken else (unescaped(surface[at:blank]), closing + 1)
    words = rest[0][:-1].rstrip()
    if not words:
        return unescaped(surface[at:blank]), rest.end()
    whole = _LAST_PART.search(words) and not _PARAGRAPH_WORDS.search(words)
    address = surface[at:blank] + words if whole else surface[at:blank]
    return re.sub(r"[ \t]+", "%20", unescaped(address)), rest.end()
