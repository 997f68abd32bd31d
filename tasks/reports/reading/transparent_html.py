"""A report's text with its HTML made transparent: same length, same offsets, Markdown's own signs for the blocks.

Block tags become line breaks and signs (a list item "- ", a heading one of `HEADINGS`, a table row `ROW` and cell
`CELL`), comments, scripts and styles become blanks. Inline tags stay: they are read, and left out, where they stand.
"""

from __future__ import annotations

import re

from tasks.reports.reading.saved_pages import unseen
from tasks.text.sentences import BREAK

HEADINGS = "\uf8e1\uf8e2\uf8e3\uf8e4\uf8e5\uf8e6"
ROW, CELL, HEAD_CELL = "\uf8e7", "\uf8e8", "\uf8e9"
SIGNS = HEADINGS + ROW + CELL + HEAD_CELL + BREAK

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,40})(?=[\s/>])(?:\"[^\"<]{0,4000}\"|'[^'<]{0,4000}'|[^<>\"']){0,400}>")
_DECLARATION = re.compile(r"<!doctype\b[^<>]{0,400}>|<\?xml\b[^<>]{0,200}>", re.IGNORECASE)
_HIDDEN = ("script", "style", "head", "template", "svg", "noscript", "nav")
_PARAGRAPH = re.compile(
    r"p|div|section|article|main|header|footer|aside|ul|ol|dl|dt|dd|table|thead|tbody|"
    r"tfoot|hr|blockquote|details|summary|figure|figcaption|body|html|pre|center|form"
)


def surface(text: str) -> str:
    """The transparent text; see the module."""
    if "<" not in text:
        return text
    pieces: list[str] = []
    done = 0
    for start, end, sign in _replaced(text):
        if start < done:
            continue
        pieces.append(text[done:start])
        width = end - start
        pieces.append(sign[:width] + " " * (width - len(sign)))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _replaced(text: str) -> list[tuple[int, int, str]]:
    found = [(start, end, "") for start, end in _comments(text)]
    hidden_until = 0
    tags = list(_TAG.finditer(text))
    closing = _closings(tags)
    found += [(start, end, "\n") for start, end in unseen(text, tags)]
    found += [(*declared.span(), "") for declared in _DECLARATION.finditer(text)]
    for index, tag in enumerate(tags):
        if tag.start() < hidden_until:
            continue
        name, closes = tag[2].lower(), bool(tag[1])
        if name in _HIDDEN and not closes and closing[index] is not None:
            hidden_until = closing[index] or 0
            found.append((tag.start(), hidden_until, "\n"))
        elif (sign := _sign(name, closes)) is not None:
            found.append((tag.start(), tag.end(), sign))
    return sorted(found, key=lambda span: (span[0], -span[1]))


def _closings(tags: list[re.Match[str]]) -> list[int | None]:
    """For each hidden tag, where the next one of its name closes."""
    nearest: dict[str, int] = {}
    ends: list[int | None] = [None] * len(tags)
    for index in range(len(tags) - 1, -1, -1):
        name = tags[index][2].lower()
        if name in _HIDDEN:
            if tags[index][1]:
                nearest[name] = tags[index].end()
            else:
                ends[index] = nearest.get(name)
    return ends


def _comments(text: str) -> list[tuple[int, int]]:
    spans, at = [], text.find("<!--")
    while at >= 0:
        end = text.find("-->", at + 4)
        if end < 0:  # never closed: it is text
            break
        spans.append((at, end + 3))
        at = text.find("<!--", end + 3)
    return spans


def _sign(name: str, closes: bool) -> str | None:
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "\n\n" if closes else "\n" + HEADINGS[int(name[1]) - 1]
    if name == "li":
        return "\n" if closes else "\n- "
    if name == "tr":
        return "\n" if closes else "\n" + ROW
    if name in ("td", "th"):
        return "" if closes else HEAD_CELL if name == "th" else CELL
    if name == "br":
        return BREAK
    return "\n\n" if _PARAGRAPH.fullmatch(name) else None
