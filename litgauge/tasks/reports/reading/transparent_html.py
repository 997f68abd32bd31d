"""A report's text with its HTML made transparent: the same length and offsets, with Markdown signs for blocks.

Block tags become line breaks and signs (a list item "- ", a heading one of `HEADINGS`, a table row `ROW` and cell
`CELL`), comments, scripts and styles become blanks. Inline tags stay: they are read, and left out, where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.reports.reading.editor_notes import FOOTNOTE, comments, without_comments
from litgauge.tasks.reports.reading.escapes import without_escapes
from litgauge.tasks.reports.reading.saved_pages import unseen
from litgauge.tasks.text.inline_markup import CELL, HEAD_CELL, HEADINGS, ROW
from litgauge.tasks.text.sentences import BREAK

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,40})(?=[\s/>])(?:\"[^\"<]{0,4000}\"|'[^'<]{0,4000}'|[^<>\"']){0,400}>")
_DECLARATION = re.compile(r"<!doctype\b[^<>]{0,400}>|<\?xml\b[^<>]{0,200}>", re.IGNORECASE)
_HIDDEN = ("script", "style", "head", "template", "svg", "noscript", "nav")
_START = re.compile(r"\sstart\s?=\s?[\"']?(\d{1,4})\b")
_VALUE = re.compile(r"\svalue\s?=\s?[\"']?(\d{1,4})\b")
_CITED_ITEM = re.compile(
    r"\sid\s?=\s?[\"']?(?:user-content-)?(?:fn|cite|citation|note|ref|reference|source|footnote|endnote|bib)[a-z_-]{0,12}[:_.-]?\d",
    re.IGNORECASE,
)
_UNSEEN_FIRST = re.compile(r"(?m)^[\u200b-\u200f\u2060\ufeff]{1,8}")
"""Signs without width before a label or a bullet, which copying from a page leaves."""

_THINKS = re.compile(r"(?m)^[ \t]*<(think(?:ing)?|thoughts?|reasoning)>")
_THOUGHT = re.compile(r"(?m)^[ \t]*</think(?:ing)?>[ \t]*$")
_PARAGRAPH = re.compile(
    r"p|div|section|article|main|header|footer|aside|ul|ol|dl|dt|dd|table|thead|tbody|"
    r"tfoot|hr|blockquote|details|summary|figure|figcaption|body|html|pre|center|form"
)


def surface(text: str) -> str:
    """Return the transparent text; see the module."""
    text = without_escapes(without_comments(text))
    text = _UNSEEN_FIRST.sub(lambda match: " " * len(match[0]), text)
    if "<" not in text:
        return text
    pieces: list[str] = []
    position = 0
    for start, end, sign in _replaced(text):
        if start < position:
            continue
        pieces.append(text[position:start])
        width = end - start
        pieces.append(sign[:width] + " " * (width - len(sign)))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def unread(text: str) -> list[tuple[int, int]]:
    """Return invisible stretches (comments, thoughts, scripts, parts of a page beside the answer), in order.

    Drawings (`<svg>`) and frames are visible, though they are no text.
    """
    spans = [*_comments(text), *_thoughts(text), *comments(text)]
    tags = list(_TAG.finditer(text))
    spans += unseen(text, [tag for tag in tags if tag[2].lower() != "iframe"])
    closing = _closings(tags)
    for index, tag in enumerate(tags):
        if not tag[1] and tag[2].lower() in _HIDDEN and tag[2].lower() != "svg" and (stop := closing[index]):
            spans.append((tag.start(), stop))
    return sorted(spans)


def _replaced(text: str) -> list[tuple[int, int, str]]:
    replacements = [(start, end, "") for start, end in (*_comments(text), *_thoughts(text))]
    hidden_until = 0
    tags = list(_TAG.finditer(text))
    closing = _closings(tags)
    numbers = _numbers(tags)
    replacements += [(start, end, "\n") for start, end in unseen(text, tags)]
    replacements += [(*declared.span(), "") for declared in _DECLARATION.finditer(text)]
    for index, tag in enumerate(tags):
        if tag.start() < hidden_until:
            continue
        name, closes = tag[2].lower(), bool(tag[1])
        if name in _HIDDEN and not closes and closing[index] is not None:
            hidden_until = closing[index] or 0
            replacements.append((tag.start(), hidden_until, "\n"))
        elif index in numbers:
            replacements.append(_numbered(text, tag, numbers[index]))
        elif name == "a" and (note := FOOTNOTE.match(text, tag.start())):
            replacements.append((*note.span(), f"\n[^{note[1]}]: "))
        elif name == "p" and not closes and index and _begins_item(text, tags[index - 1], tag):
            replacements.append((tag.start(), tag.end(), ""))
        elif (sign := _sign(name, closes)) is not None:
            replacements.append((tag.start(), tag.end(), sign))
    return sorted(replacements, key=lambda span: (span[0], -span[1]))


def _begins_item(text: str, before: re.Match[str], tag: re.Match[str]) -> bool:
    """Return whether a paragraph is the first in a list item or a cell, as page editors write them."""
    opens = before[2].lower() in ("li", "td", "th") and not before[1]
    return opens and not text[before.end() : tag.start()].strip()


def _numbers(tags: list[re.Match[str]]) -> dict[int, int]:
    """Return the number that a browser shows for each item of an ordered list, by the index of its tag."""
    lists: list[int | None] = []  # the next number of each list that is open; None in one with bullets
    numbers: dict[int, int] = {}
    for index, tag in enumerate(tags):
        name, closes = tag[2].lower(), bool(tag[1])
        if name in ("ol", "ul") and closes:
            lists[-1:] = []
        elif name in ("ol", "ul"):
            start = _START.search(tag[0])
            lists.append(None if name == "ul" else int(start[1]) if start else 1)
        elif name == "li" and not closes and lists and (number := lists[-1]) is not None:
            value = _VALUE.search(tag[0])
            numbers[index] = int(value[1]) if value else number
            lists[-1] = numbers[index] + 1
    return numbers


def _numbered(text: str, tag: re.Match[str], number: int) -> tuple[int, int, str]:
    """Return an item's tag as its number: "[3]: " if marks lead to the item, else "3. ", or a bullet if too long."""
    start, end = tag.span()
    if _CITED_ITEM.search(tag[0]):
        return start, end, f"\n[{number}]: "
    sign = f"\n{number}. "
    if len(sign) > end - start and text[start - 1 : start] in ("\n", ">"):
        sign = sign[1:]
    return start, end, sign if len(sign) <= end - start and number < 1000 else "\n- "


def _closings(tags: list[re.Match[str]]) -> list[int | None]:
    """Return, for each hidden tag, the end of the next closing tag of its name."""
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


def _thoughts(text: str) -> Iterator[tuple[int, int]]:
    """Yield a model's thoughts before its answer: `<think>…</think>` at the beginning of a line.

    Chat templates often leave the opening tag out; then a first line that is only `</think>` ends the thoughts.
    """
    at = 0
    while opened := _THINKS.search(text, at):
        end = text.find(f"</{opened[1]}>", opened.end())
        if end < 0:  # never closed: the answer may be in it
            return
        at = end + len(opened[1]) + 3
        yield opened.start(), at
    if at == 0 and (closed := _THOUGHT.search(text)):
        yield 0, closed.end()


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
