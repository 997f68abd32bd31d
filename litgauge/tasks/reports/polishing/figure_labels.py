"""Figures of a section: places of their labels, and their new numbers in the whole report."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from litgauge.tasks.reports.polishing.own_lists import without_code

_NO_FIGURE = "地版视意企试截蓝插拼构略草缩制画底海脑航谱"  # before 图: a map, a plan, an intention
_WORD = rf"(?:(?<!\w)(?:F(?:igure|IGURE|ig|IG)|f(?:igure|ig))[sS]?\.?|(?<![{_NO_FIGURE}])[图圖]表?)"
_NUMBER = r"\d{1,3}(?!\d|[.．]\d)"
LABEL = re.compile(
    rf"(?:[*_>\s]|<(?:b|strong|em|i|p|span)\b[^<>]{{0,200}}>){{0,12}}{_WORD}\s{{0,2}}(?P<number>{_NUMBER})"
)
"""A label at the beginning of a caption."""

REFERENCE = (
    rf"(?P<word>{_WORD})(?P<labels>(?P<gap>\s{{0,2}}){_NUMBER}"
    rf"(?:(?:(?<=\d)\s{{0,2}}(?:[,、，&–—-]|and|to|和|与|及|至|到)\s{{0,2}}){_NUMBER}){{0,20}})"
)
_ELSEWHERE_BEHIND = re.compile(
    r"(?:\s?\([a-z]\)|[a-z](?![a-z]))?\s+(?:(?:of|from|by)\s+(?!this\b|our\b)|in\s+(?:[A-Z\[<]|(?:the|their|its)\s+(?!next|previous|following|present)\w))"
)
_ELSEWHERE_BEFORE = re.compile(r"(?:\w['’]s?|\b(?:its|their|his|her|whose|therein))\s{1,2}[*_]{0,3}$")
_FIGURE_ID = re.compile(r"(?:fig|figure|img|chart)[\W_]?(\d{1,3})", re.IGNORECASE)
_ELEMENT = re.compile(r"<figure\b[^<>]{0,300}>(?:(?!</?figure\b).){0,20000}?</figure\s?>", re.IGNORECASE | re.DOTALL)
_CAPTION = re.compile(
    r"<figcaption\b[^<>]{0,300}>((?:(?!</?fig).){0,8000}?)</figcaption\s?>", re.IGNORECASE | re.DOTALL
)
_ID_OF_TAG = re.compile(r"<(?:figure|figcaption|img|a)\b[^<>]{0,2000}?\bid\s?=\s?[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_PICTURE = re.compile(r"!\[(?P<alt>[^\[\]\n]{0,2000})\]\(|<img\b", re.IGNORECASE)
_ENDS_LABEL = re.compile(r"[*_]{0,3}\s{0,2}(?:[:：.。|、—–-]|[*_]|</|$)|(?<=[图圖表]\d)\s|(?<=[图圖表]\s\d)\s")
_ENDS_IN_ELEMENT = re.compile(r"\W|$")


@dataclass(frozen=True, slots=True)
class OwnFigure:
    """A figure that has a label or an id."""

    start: int  # of the element, the line of the picture or the caption, whichever is first
    end: int
    number: str  # of its label; "" without
    label: tuple[int, int]  # offsets of that number; (-1, -1) without
    caption: tuple[int, int]  # offsets of the caption's words
    anchor: str  # the number of its id; "" without


@dataclass(frozen=True)
class FigureNumbers:
    """New numbers of a section's figures."""

    figures: tuple[OwnFigure, ...]
    first: int  # number of the first of them in the report
    by_number: Mapping[str, int] = field(default_factory=dict)
    by_anchor: Mapping[str, int] = field(default_factory=dict)

    def of_number(self, number: str) -> int | None:
        """Return the new number of the section's figure with this number; None without one."""
        return self.by_number.get(number, self.by_anchor.get(number))

    def of_anchor(self, number: str) -> int | None:
        """Return the new number of the figure that a link names."""
        return self.by_anchor.get(number, self.by_number.get(number))

    def around(self, at: int) -> int | None:
        """Return the new number of the figure whose element contains an offset."""
        place = bisect_right(self._starts, at) - 1
        return self.first + place if place >= 0 and at < self.figures[place].end else None

    def relabelled(self, words: str, at: int) -> str:
        """Return screen-reader text of the figure around an offset, with its new number if it begins with one."""
        new, label = self.around(at), LABEL.match(words)
        if new is None or label is None or str(int(label["number"])) != self.figures[new - self.first].number:
            return words
        return f"{words[: label.start('number')]}{new}{words[label.end('number') :]}"

    def label_at(self, at: int) -> int | None:
        """Return the new number of the figure whose label has its number at an offset."""
        return self._labels.get(at)

    def in_caption(self, at: int) -> bool:
        """Return whether an offset is in a caption."""
        place = bisect_right(self._captions, (at, sys.maxsize)) - 1
        return place >= 0 and at < self._captions[place][1]

    @cached_property
    def _starts(self) -> list[int]:
        return [figure.start for figure in self.figures]

    @cached_property
    def _labels(self) -> dict[int, int]:
        return {
            figure.label[0]: number for number, figure in enumerate(self.figures, self.first) if figure.label[0] >= 0
        }

    @cached_property
    def _captions(self) -> list[tuple[int, int]]:
        return sorted(figure.caption for figure in self.figures if figure.caption[0] >= 0)


def figure_numbers(text: str, first: int) -> FigureNumbers:
    """Return the numbers of a section's figures, counted from `first`; of equal labels the first is meant."""
    figures = tuple(sorted(own_figures(without_code(text)), key=lambda figure: figure.start))
    by_number: dict[str, int] = {}
    by_anchor: dict[str, int] = {}
    for number, figure in enumerate(figures, start=first):
        if figure.number:
            by_number.setdefault(figure.number, number)
        if figure.anchor:
            by_anchor.setdefault(figure.anchor, number)
    return FigureNumbers(figures, first, by_number, by_anchor)


def own_figures(text: str) -> list[OwnFigure]:
    """Return the figures with a label or an id: elements, and pictures with a caption on the next line or the line
    before, or a label in their alt text."""
    elements = list(_ELEMENT.finditer(text))
    starts = [element.start() for element in elements]
    figures = [figure for match in elements if (figure := _of_element(text, match))]
    labels = {figure.label[0] for figure in figures}
    for match in _PICTURE.finditer(text):
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and match.start() < elements[place].end():
            continue
        figure = _of_picture(text, match)
        if figure and figure.label[0] not in labels:
            labels.add(figure.label[0])
            figures.append(figure)
    return figures


def figure_anchor(name: str) -> str:
    """Return the number of a figure's id; "" for any other.

    >>> figure_anchor("fig3"), figure_anchor("figure-03"), figure_anchor("ref3")
    ('3', '3', '')
    """
    match = _FIGURE_ID.fullmatch(name)
    return str(int(match[1])) if match else ""


def is_elsewhere(text: str, start: int, end: int) -> bool:
    """Return whether a label between two offsets belongs to another work ("Figure 12 of the IEA", "Lee's Figure 2")."""
    return bool(_ELSEWHERE_BEHIND.match(text, end) or _ELSEWHERE_BEFORE.search(text[max(0, start - 40) : start]))


def _of_element(text: str, element: re.Match[str]) -> OwnFigure | None:
    caption = _CAPTION.search(text, element.start(), element.end())
    anchors = (figure_anchor(tag[1]) for tag in _ID_OF_TAG.finditer(text, element.start(), element.end()))
    anchor = next(filter(None, anchors), "")
    span = caption.span(1) if caption else (-1, -1)
    label = _label(text, *span, _ENDS_IN_ELEMENT) if caption else None
    if not anchor and label is None:
        return None
    return _figure(text, element.span(), label, span, anchor)


def _of_picture(text: str, picture: re.Match[str]) -> OwnFigure | None:
    start, end = _line_around(text, picture.start())
    for line in _neighbours(text, start, end):
        if label := _label(text, *line):
            return _figure(text, (min(start, line[0]), max(end, line[1])), label, line, "")
    if picture["alt"] is not None and (label := _label(text, *picture.span("alt"))):
        return _figure(text, picture.span("alt"), label, picture.span("alt"), "")
    return None


def _figure(
    text: str, span: tuple[int, int], label: tuple[int, int] | None, caption: tuple[int, int], anchor: str
) -> OwnFigure:
    number = str(int(text[slice(*label)])) if label else ""
    return OwnFigure(*span, number, label or (-1, -1), caption, anchor)


def _label(text: str, start: int, end: int, closes: re.Pattern[str] = _ENDS_LABEL) -> tuple[int, int] | None:
    match = LABEL.match(text, start, end)
    if match is None or not closes.match(text, match.end(), end) or is_elsewhere(text, start, match.end()):
        return None
    return match.span("number")


def _line_around(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _neighbours(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the next non-empty line and the previous one, each with at most one empty line between."""
    at = end
    for _ in range(2):
        if at >= len(text):
            break
        line = _line_around(text, at + 1)
        if text[slice(*line)].strip():
            yield line
            break
        at = line[1]
    at = start
    for _ in range(2):
        if at <= 0:
            break
        line = _line_around(text, at - 1)
        if text[slice(*line)].strip():
            yield line
            break
        at = line[0]
