"""Pictures in Markdown: `![alt](target "title")`, by reference, inside a link, with a `data:` address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from litgauge.tasks.citations.marks.link_destinations import destination, unescaped
from litgauge.tasks.reports.figures.targets import Picture, data_type, is_ornament_address, shown_target

LONGEST_ALT = 4_000
"""Characters; what is longer was never closed."""

LONGEST_PATH = 2_048

_SIGN = re.compile(r"\\.|!\[|[\[\]]|\n[ \t]*(?=\n)", re.DOTALL)
_PICTURE_END = re.compile(
    r"\.(?:png|jpe?g|jfif|gif|webp|svgz?|bmp|tiff?|avif|heic|ico|pdf|html?)\s{0,20}$", re.IGNORECASE
)
_DEFINITION = re.compile(r"(?m)^[ \t>]{0,8}\[([^\[\]^\n][^\[\]\n]{0,80})\]:[ \t]{0,20}(?:\n[ \t]{1,20})?(?=\S)")
_LABEL = re.compile(r"\[([^\[\]\n]{0,80})\]")
_TITLE = re.compile(r"[ \t]{0,20}(?:\"([^\"\n]{0,600})\"|'([^'\n]{0,600})'|\(([^()\n]{0,600})\))")
_ATTRIBUTES = re.compile(r"\{:?[ \t]{0,4}[.#\w][^{}\n]{0,200}\}")
"""Of Pandoc and Kramdown: `![](a.png){width=50%}`."""

_SIZE = re.compile(r"[ \t]=\d{0,5}x\d{0,5}[ \t]{0,8}$")
_END_OF_TITLED = re.compile(r"(?:\"([^\"\n]{0,600})\"|'([^'\n]{0,600})'|\(([^()\n]{0,600})\))\s{0,20}\)$")


@dataclass(frozen=True, slots=True)
class Definition:
    """The line of a link definition: `[label]: target "title"`."""

    start: int
    end: int
    target_start: int
    target_end: int
    title: str


class _Closings:
    """The next place of a sign, searched once for all offsets before it, so that no text is searched twice."""

    def __init__(self, text: str, sign: str) -> None:
        self._text, self._sign, self._at, self._from = text, sign, -2, 0

    def behind(self, at: int) -> int:
        if self._at == -1 and at >= self._from:
            return -1
        if not (self._from <= at <= self._at):
            self._at, self._from = self._text.find(self._sign, at), at
        return self._at


class _Ends:
    """Ends of targets that are no plain addresses."""

    def __init__(self, text: str) -> None:
        self._brackets, self._drawings = (
            _Closings(text, ")"),
            (_Closings(text, "</svg>"), _Closings(text, "%3C/svg%3E")),
        )

    def bracket(self, at: int) -> int:
        """The next closing bracket; -1 for none."""
        return self._brackets.behind(at)

    def drawing(self, at: int) -> int:
        """Return the end of the SVG that begins at an offset, percent-encoded or not; the offset if it never ends."""
        ends = [end for closes in self._drawings if (end := closes.behind(at)) >= 0]
        return min(ends, default=at)


def markdown_pictures(text: str, is_visible: Callable[[int], bool]) -> Iterator[Picture]:
    """Yield the pictures of a text in order; `is_visible` tells whether the text at an offset is visible."""
    pairs, openings = _brackets(text)
    definitions = link_definitions(text) if "]:" in text else {}
    ends = _Ends(text)
    end_of_last = 0
    for opening in openings:
        if opening not in pairs or opening - 1 < end_of_last or not is_visible(opening - 1):
            continue
        close = pairs[opening]
        if close - opening > LONGEST_ALT:
            continue
        picture = _inline(text, opening, close, ends) or _referred(text, opening, close, definitions)
        if picture is not None and (behind := _ATTRIBUTES.match(text, picture.end)):
            picture = replace(picture, end=behind.end())
        if picture is not None and not is_ornament_address(picture.target):
            linked = _with_link(text, picture, pairs)
            end_of_last = linked.end
            yield linked


def link_definitions(text: str) -> dict[str, Definition]:
    """Return the link definitions of a text by label in lower case; the first of equal labels counts."""
    definitions: dict[str, Definition] = {}
    for line in _DEFINITION.finditer(text):
        start = line.end()
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        target_end = start
        if text[start] == "<" and (bracket := text.find(">", start, min(end, start + LONGEST_PATH))) > 0:
            span, target_end = (start + 1, bracket), bracket + 1
        else:
            while target_end < end and not text[target_end].isspace():
                target_end += 1
            span = (start, target_end)
        title = _TITLE.match(text, target_end, end)
        words = next((part for part in title.groups() if part), "") if title else ""
        definitions.setdefault(line[1].strip().casefold(), Definition(line.start(), end, *span, words))
    return definitions


def _brackets(text: str) -> tuple[dict[int, int], list[int]]:
    """Return the closing bracket of each opening one in the same paragraph, and the brackets of pictures in order."""
    opened: list[int] = []
    pictured: list[int] = []
    pairs: dict[int, int] = {}
    for token in _SIGN.finditer(text):
        sign = token[0]
        if sign in ("[", "!["):
            opened.append(token.end() - 1)
            if sign == "![":
                pictured.append(token.end() - 1)
        elif sign == "]" and opened:
            pairs[opened.pop()] = token.start()
        elif sign[0] == "\n":
            opened.clear()
    return pairs, pictured


def _inline(text: str, opening: int, close: int, ends: _Ends) -> Picture | None:
    if text[close + 1 : close + 2] != "(":
        return None
    at = close + 2
    while text[at : at + 1] in (" ", "\t", "\n", "<") and at < close + 12:
        at += 1
    if text[at : at + 5].lower() == "data:":
        return _data(text, opening, close, at, ends)
    target = destination(text, close + 2, len(text))
    if target is not None:
        return _pointing(text, opening, close, target[1])
    end = ends.bracket(close + 2)
    line = text[close + 2 : min(end, close + 2 + LONGEST_PATH)] if end >= 0 else ""
    if end < 0 or end - close > LONGEST_PATH or "\n" in line or not _PICTURE_END.search(line):
        return None
    return _pointing(text, opening, close, end + 1)  # "](a chart (1.png)"


def _pointing(text: str, opening: int, close: int, end: int) -> Picture:
    start, stop = close + 2, end - 1
    titled = _END_OF_TITLED.search(text, max(start, end - 1_000), end)
    title = ""
    if titled and (titled.start() > start) and text[titled.start() - 1] in " \t\n":
        title = next((part for part in titled.groups() if part), "")
        stop = titled.start()
    if sized := _SIZE.search(text, max(start, stop - 40), stop):
        stop = sized.start()
    while start < stop and text[start] in " \t\n<":
        start += 1
    while stop > start and text[stop - 1] in " \t\n>":
        stop -= 1
    return _picture(text, opening, close, end, start, stop, title)


def _data(text: str, opening: int, close: int, at: int, ends: _Ends) -> Picture | None:
    """Return a picture whose bytes are in the text; plain SVG may hold brackets and blanks."""
    from_here = at
    head = text[at : at + 200]
    if data_type(head) == "image/svg+xml" and ";base64" not in head.partition(",")[0].lower():
        from_here = ends.drawing(at)
    end = ends.bracket(from_here)
    if end < 0:
        return None
    stop, title = end, ""
    quote = text.find(' "', max(from_here, end - 700), end)
    if quote >= 0:
        stop, title = quote, text[quote + 2 : end].rstrip().rstrip('"')
    while stop > at and text[stop - 1] in " \t\n>":
        stop -= 1
    return _picture(text, opening, close, end + 1, at, stop, title)


def _referred(text: str, opening: int, close: int, definitions: Mapping[str, Definition]) -> Picture | None:
    alt = text[opening + 1 : close]
    named = _LABEL.match(text, close + 1)
    label = (named[1] if named and named[1].strip() else alt).strip().casefold()
    defined = definitions.get(label)
    if defined is None:
        return None
    end = named.end() if named else close + 1
    return _picture(text, opening, close, end, defined.target_start, defined.target_end, defined.title)


def _picture(text: str, opening: int, close: int, end: int, start: int, stop: int, title: str) -> Picture:
    shown, form, media_type = shown_target(text[start : min(stop, start + LONGEST_PATH + 400)])
    alt = " ".join(unescaped(text[opening + 1 : close]).split())
    target = unescaped(shown) if form != "data" else shown
    return Picture("markdown", opening - 1, end, target, start, stop, form, media_type, alt, title)


def _with_link(text: str, picture: Picture, pairs: Mapping[int, int]) -> Picture:
    """Return the picture with the link that holds only this picture: `[![alt](target)](page)`."""
    before, behind = picture.start, picture.end
    while before > 0 and text[before - 1] in " \t\n" and picture.start - before < 4:
        before -= 1
    while behind < len(text) and text[behind] in " \t\n" and behind - picture.end < 4:
        behind += 1
    if before < 1 or pairs.get(before - 1) != behind or text[behind + 1 : behind + 2] != "(":
        return picture
    target = destination(text, behind + 2, len(text))
    if target is None:
        return picture
    start = behind + 2
    while text[start] in " \t<":
        start += 1
    stop = next((at for at in range(start, target[1]) if text[at] in " \t\n>"), target[1] - 1)
    return replace(picture, start=before - 1, end=target[1], link=(start, stop, target[0]))
