"""Floats and their captions, headings, and which of them speak of a taxonomy."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from litgauge.tasks.latex.expansion.arguments import environment_ends, group, option

SPEAKING = re.compile(
    r"\b(?:taxonom(?:y|ies|ic\w*|ía|ia|ie)|typolog\w*|(?:sub-?)?categori[sz]ations?"
    r"|classifications?\s+(?:scheme|framework|tree|hierarchy|criteria|of\s+(?:\w+[\s-]+){0,6}?"
    r"(?:methods?|approach(?:es)?|techniques?|works?|literature|models?|algorithms?|systems?|studies|papers?|research"
    r"|strateg(?:y|ies)|attacks?|defen[cs]es?|applications?|architectures?|tools?|frameworks?|tasks?))"
    r"|hierarchical\s+(?:classification|overview|organi[sz]ation)|klassifikation\w*)\b|分类|分類|类型学",
    re.IGNORECASE,
)
"""Words by which a caption or a heading speaks of a taxonomy, a typology or a categorisation."""
_FLOAT = re.compile(
    r"\\begin[ \t]*\{((?:figure|table|sidewaysfigure|sidewaystable|wrapfigure|wraptable|SCfigure|longtable"
    r"|longtblr|xltabular"
    r"|algorithm|deluxetable|NiceTabular|teaserfigure|marginfigure|margintable|tabularx|tblr|talltblr|supertabular|center|minipage|landscape)\*?)\}"
)
_CAPTION = re.compile(
    r"\\(?:caption|captionof|tablecaption|topcaption|bottomcaption|figcaption|tbl|tabcap)(?![a-zA-Z@])\*?"
)
_TBLR = re.compile(r"\\begin[ \t]*\{(?:longtblr|talltblr|tblr)\}")
_CAPTION_KEY = re.compile(r"\bcaption\s*=\s*(?=\{)")
_HEADING = re.compile(r"\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)(?![a-zA-Z@])\*?")
_LONGEST = 3_000
_NEAR = 1_500
MOST_CAPTIONS = 2_000


class Caption(NamedTuple):
    """A caption: where it stands, its LaTeX, and the stretch of the text that it belongs to."""

    position: int
    raw: str
    start: int
    stop: int

    @property
    def speaks(self) -> str:
        """Return the word by which it speaks of a taxonomy; "" if it does not."""
        match = SPEAKING.search(self.raw)
        return " ".join(match[0].split()) if match else ""


class Captions:
    """Captions of a text, found by what they belong to."""

    def __init__(self, text: str, start: int) -> None:
        self.all = list(_captions(text, start))[:MOST_CAPTIONS]

    def of(self, start: int, stop: int) -> Caption | None:
        """Return the caption of what takes this stretch.

        Of the smallest float around it, or in it, else the nearest.
        """
        around = [caption for caption in self.all if caption.start <= start and stop <= caption.stop]
        inside = [caption for caption in self.all if start <= caption.position < stop]
        if around or inside:
            return min([*around, *inside], key=lambda caption: (caption.stop - caption.start, caption.position))
        near = [
            caption
            for caption in self.all
            if caption.start == caption.stop and -_NEAR < caption.position - stop < _NEAR
        ]
        return min(near, key=lambda caption: abs(caption.position - stop), default=None)


def _captions(text: str, start: int) -> Iterator[Caption]:
    yield from _captions_in_options(text, start)
    floats = sorted(_floats(text, start))
    opened: list[tuple[int, int, str]] = []
    upcoming = 0
    for match in _CAPTION.finditer(text, start):
        while upcoming < len(floats) and floats[upcoming][0] <= match.start():
            opened.append(floats[upcoming])
            upcoming += 1
        opened = [opening for opening in opened if opening[1] > match.start()]
        holding = next(
            (opening for opening in reversed(opened) if opening[2] not in ("center", "minipage", "landscape")), None
        )
        holding = holding or (opened[-1] if opened else None)
        raw = _argument(text, match.end(), two=match[0].startswith("\\captionof"))
        if raw:
            begin, end = holding[:2] if holding else (match.start(), match.start())
            yield Caption(match.start(), raw, begin, end)


def _captions_in_options(text: str, start: int) -> Iterator[Caption]:
    """\\begin{longtblr}[caption={words}]"""
    ends = environment_ends(text)
    for match in _TBLR.finditer(text, start):
        options = option(text, match.end(), len(text))
        key = _CAPTION_KEY.search(text, options.start, options.stop) if options else None
        words = group(text, key.end(), len(text)) if key else None
        if key is not None and words is not None:
            end = ends.get(match.end(), (0, words.end))[1]
            yield Caption(key.start(), text[words.start : words.stop][:_LONGEST], match.start(), end)


def _floats(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    ends = environment_ends(text)
    for match in _FLOAT.finditer(text, start):
        if match.end() in ends:
            yield match.start(), ends[match.end()][1], match[1].rstrip("*")


def _argument(text: str, position: int, *, two: bool = False) -> str:
    if two and (kind := group(text, position, len(text))):
        position = kind.end
    if options := option(text, position, len(text)):
        position = options.end
    span = group(text, position, len(text))
    return text[span.start : min(span.stop, span.start + _LONGEST)] if span else ""


class Heading(NamedTuple):
    """A heading: its command, its LaTeX, where it stands, and where the text below it begins."""

    command: str
    raw: str
    position: int
    stop: int

    @property
    def speaks(self) -> str:
        """Return the word by which it speaks of a taxonomy; "" if it does not."""
        match = SPEAKING.search(self.raw)
        return " ".join(match[0].split()) if match else ""


def headings(text: str, start: int) -> list[Heading]:
    """Return the headings of a text, in its order."""
    captions = []
    for command in _HEADING.finditer(text, start):
        options = option(text, command.end(), len(text))
        title = group(text, options.end if options else command.end(), len(text))
        if title:
            raw = text[title.start : min(title.stop, title.start + _LONGEST)]
            captions.append(Heading(command[1], raw, command.start(), title.end))
    return captions


def at(starts: list[int], position: int) -> int:
    """Return the number of the stretch that a position lies in; -1 before the first."""
    return bisect_right(starts, position) - 1
