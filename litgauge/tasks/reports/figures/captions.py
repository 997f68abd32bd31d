"""Captions and source lines of pictures."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace

from litgauge.tasks.reports.figures.labels import Label, behind_word, label_at
from litgauge.tasks.reports.reading.block_types import ReportLine
from litgauge.tasks.reports.reading.source_words import asserts
from litgauge.tasks.reports.reading.table_rows import is_row
from litgauge.tasks.text.inline_markup import HEADINGS, SIGNS, without_markup
from litgauge.tasks.text.sentences import BREAK
from litgauge.tasks.text.wordings import alternatives

LONGEST_CAPTION = 1_500
"""Characters of a caption with a label; longer text is prose."""

LONGEST_PLAIN = 150
"""Characters of a caption that nothing marks as one but its place right under the picture."""

LONGEST_APART = 400
"""Characters of a line in italics that stands apart from its picture."""

LONGEST_SOURCE = 500

MOST_BLANK = 8
"""Lines between a picture and its caption; tags of blocks make some of them."""

_SOURCE_WORDS = alternatives("litgauge.tasks.reports.figures", "figure_wordings.json", "source line")
_OPENING = r"(?:[\s>*_~(（\[【]|</?[a-zA-Z][\w-]{0,15}(?:\s[^<>]{0,300})?>|" + BREAK + r"){0,20}+"
_SOURCE = re.compile(
    rf"{_OPENING}(?:{_SOURCE_WORDS})(?:\s?(?:&|and|/|及|和)\s?(?:notes?|说明))?[\s*_]{{0,4}}(?:[:：]|</(?:b|strong|em|i)>\s?[:：]?|\*\*)",
    re.IGNORECASE,
)
_OF_SECTION = re.compile(r"\b(?:sources|quellen|fuentes|fontes|fonti|bronnen|источники)\b", re.IGNORECASE)
"""Several sources on a line that stands apart are those of the section."""

_SOURCE_TAIL = re.compile(
    rf"(?:(?<=[.。;；，,!！?？)）|—–·\s*_>{BREAK}])|(?=[(（\[【])|^)[\s*_(（\[【]{{0,4}}(?<![^\W_])(?:{_SOURCE_WORDS})[\s*_]{{0,4}}[:：]",
    re.IGNORECASE,
)
_BLANKS = " \t\r\n\u00a0\u3000\u200b" + SIGNS
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")
_BULLET = re.compile(r"[ \t]*(?:[-*+•●▪◦‣·]|\d{1,3}[.)])[ \t]+(?=\S)")
_TAGS = re.compile(r"</?[a-zA-Z][\w-]{0,15}(?:\s[^<>]{0,300})?>")
_EMPHASISED = re.compile(
    r"(?P<sign>\*{1,3}|_{1,3})(?=\S)(?P<words>[^\n]{2,1500}?)(?<=\S)(?P=sign)"
    r"(?P<tail>[\s.。]{0,3}(?:\[[^\[\]\n]{1,60}\](?:\([^()\s]{0,2048}\))?|[\s,;.])*)$"
)
_ELEMENT = re.compile(
    r"<(em|i|b|strong|small|sub|center|font|span)\b[^<>]{0,300}>[^\n]{1,3000}</\1\s?>[\s.]{0,3}$",
    re.IGNORECASE,
)
_CENTRED = re.compile(
    r"<(?:p|div|center|span|small)\b[^<>]{0,300}(?:align\s?=\s?[\"']?center|text-align\s?:\s?center|"
    r"class\s?=\s?[\"'][^\"'<>]{0,100}(?:caption|figure|img|image))[^<>]{0,300}>|<center\b[^<>]{0,100}>",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?。！？:：;；,，][\s*_\"”’)）\]]*$")
_RULE = re.compile(r"[ \t]{0,3}(?:[-*_=][ \t]*){3,}$")
_TABLE_LABEL = re.compile(
    r"[\s>*_#]*(?:table|tab\.|tabelle|tableau|tabla|tabela|表格?|附表)\s?[\d一二三四五六七八九十IVXA-Z]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption with its source; offsets are of the text, -1 where something is not there."""

    start: int  # of the stretch that is no prose, including a source line after it
    end: int
    words_start: int  # after the label, without emphasis
    words_end: int  # before the source that the caption ends with
    label: Label | None
    source_start: int = -1
    source_end: int = -1
    sure: bool = True  # it has a label, or is an HTML element for captions


@dataclass(slots=True)
class Page:
    """The lines of a report, with the pictures that stand on them."""

    text: str  # with its HTML made transparent, and blanks for the pictures
    raw: str
    lines: list[ReportLine]
    coded: frozenset[int]  # numbers of the lines that are code
    pictured: set[int] = field(default_factory=set)  # numbers of the lines with pictures
    starts: list[int] = field(init=False)
    caption_lines: set[int] = field(default_factory=set)  # lines of captions that belong to a figure already

    def __post_init__(self) -> None:
        self.starts = [line.start for line in self.lines]


def caption_of(text: str, start: int, end: int) -> Caption:
    """Return the caption that a stretch of the text is: label, words, source at its end."""
    label = label_at(text, start, end)
    words_start = label.behind if label else behind_word(text, start, end) or start
    source = _source_tail(text, words_start, end)
    words_end = source if source >= 0 else end
    words_start, words_end = _trimmed(text, words_start, words_end)
    return Caption(start, end, words_start, words_end, label, source, end if source >= 0 else -1)


def below(page: Page, last: int, at: int) -> Caption | None:
    """Return the caption under the pictures that end on line `last` at offset `at`; None without one."""
    rest_end = page.lines[last].end
    if page.text[at:rest_end].strip(_BLANKS + "*_|"):
        if _ENDS.match(page.text, at) or not page.text[at:rest_end].strip():
            return None
        return _judged(page, last, at, adjoining=True, rest=True)
    first = last + 1
    while first < len(page.lines) and first - last <= MOST_BLANK and not page.lines[first].text.strip(_BLANKS + ">"):
        first += 1
    if first >= len(page.lines) or first in page.pictured or first in page.coded:
        return None
    start = page.lines[first].end - len(page.lines[first].text.lstrip(_BLANKS))
    between = page.raw[at:start]
    if between.count("\n") > MOST_BLANK // 2:
        return None
    adjoining = between.count("\n") < 2
    tagged = adjoining and _CENTRED.search(between) is not None
    return _judged(page, first, start, adjoining=adjoining, tagged=tagged)


def above(page: Page, first: int) -> Caption | None:
    """Return the caption above the pictures that begin on line `first`; None without one."""
    last = first - 1
    blanks = 0
    while last >= 0 and blanks < 3 and not page.lines[last].text.strip(_BLANKS):
        last, blanks = last - 1, blanks + 1
    if last < 0 or last in page.pictured or last in page.coded or last in page.caption_lines:
        return None
    if is_row(page.lines, last):
        return None
    adjoining = blanks == 0
    if last > 0 and page.lines[last - 1].text.strip(_BLANKS) and label_at(page.text, *_span(page.lines[last])) is None:
        return None  # the last line of a paragraph
    caption = _judged(page, last, page.lines[last].start, adjoining=adjoining, over=True)
    return caption if caption and (caption.sure or adjoining) else None


def source_below(page: Page, at: int) -> tuple[int, int] | None:
    """Return the source line under a figure ("Source: …"), at most one blank line below it."""
    number = line_of(page, at)
    if page.text[at : page.lines[number].end].strip(_BLANKS + "*_|"):
        start = at
    else:
        number, blanks = number + 1, 0
        while number < len(page.lines) and blanks < 3 and not page.lines[number].text.strip(_BLANKS):
            number, blanks = number + 1, blanks + 1
        if number >= len(page.lines) or number in page.coded or number in page.pictured:
            return None
        start = page.lines[number].start
    if page.lines[number].text.lstrip()[:1] in HEADINGS or is_row(page.lines, number):
        return None
    end = page.lines[number].end
    shown = _BULLET.match(page.text, start, end)
    source = None if shown or end - start > LONGEST_SOURCE else _SOURCE.match(page.text, start, end)
    apart = page.raw[at:start].count("\n") > 1
    return (start, end) if source and not (apart and _OF_SECTION.search(source[0])) else None


def _judged(
    page: Page, first: int, start: int, *, adjoining: bool, rest: bool = False, tagged: bool = False, over: bool = False
) -> Caption | None:
    """Return the paragraph from `start` on as a caption; None if it is none."""
    line = page.lines[first]
    if is_row(page.lines, first) or _RULE.match(line.text):
        return None
    quoted = _QUOTED.match(page.text, start, line.end)
    start = quoted.end() if quoted else start
    label = label_at(page.text, start, line.end)
    if page.text[start : line.end].lstrip(_BLANKS)[:1] in ("#",) and label is None:
        return None
    if line.text.lstrip()[:1] in HEADINGS and label is None:
        return None
    if _BULLET.match(page.text, start, line.end) and not rest:
        return None
    end = line.end if over else _paragraph_end(page, first, label is not None)
    words = page.text[start:end].strip(_BLANKS)
    if not words or len(words) > LONGEST_CAPTION:
        return None
    if label is not None and (label.certain or _short(words, page.text[label.end : end])):
        return caption_of(page.text, start, end)
    if behind_word(page.text, start, end) is not None and len(words) <= LONGEST_APART:
        return caption_of(page.text, start, end)
    if _SOURCE.match(page.text, start, end):
        return None
    first_line = page.text[start : line.end].strip(_BLANKS)
    if _TABLE_LABEL.match(first_line) and not adjoining:
        return None
    marked = _is_emphasised(first_line) and (adjoining or (_slanted(first_line) and len(first_line) <= LONGEST_APART))
    if marked and not (over and not adjoining):
        return _weak(page, start, line.end)
    if tagged and len(words) <= LONGEST_CAPTION // 2:
        return _weak(page, start, end)
    plain = adjoining and not over and len(words) <= LONGEST_PLAIN and not _ENDS.search(words) and not asserts(words)
    whole = rest or end == line.end
    if plain and whole and "://" not in words and any(map(str.isalpha, words)) and "](" not in words:
        return _weak(page, start, line.end)
    return None


def _weak(page: Page, start: int, end: int) -> Caption:
    return replace(caption_of(page.text, start, end), sure=False)


def _paragraph_end(page: Page, first: int, labelled: bool) -> int:
    """Return the end of a caption's paragraph: before a source line, a list or a picture."""
    last = first
    while last + 1 < len(page.lines):
        following = page.lines[last + 1]
        if (
            not following.text.strip(_BLANKS)
            or last + 1 in page.pictured
            or last + 1 in page.coded
            or _BULLET.match(following.text)
            or following.text.lstrip()[:1] in ("#", "|", *HEADINGS)
            or _SOURCE.match(following.text)
            or label_at(page.text, *_span(following))
        ):
            break
        if labelled and _ENDS.search(page.lines[last].text):
            break
        last += 1
    return page.lines[last].end


def _short(words: str, behind: str) -> bool:
    """Return whether a line that begins with a label without a colon is a title, not a sentence."""
    bare = without_markup(behind).strip()
    if not bare:
        return True
    title = bare[0].isupper() or "\u3000" < bare[0] < "\uac00" or bare[0] in '“"«「《('
    return title and len(words) <= 200 and (not _ENDS.search(words) or not asserts(bare))


def _is_emphasised(words: str) -> bool:
    if _ELEMENT.match(words):
        return True
    match = _EMPHASISED.match(words)
    return match is not None and match["sign"] not in match["words"]


def _slanted(words: str) -> bool:
    """Return whether the emphasis is italic; separate lines in bold are headings."""
    bare = words.lstrip()
    if bare[:1] == "<":
        return bare[:3].lower() in ("<em", "<i>", "<i ", "<sm", "<ce", "<su")
    return not bare.startswith(("**", "__"))


def _source_tail(text: str, start: int, end: int) -> int:
    """Return where the source begins that a caption ends with; -1 for none."""
    tails = (tail.start() for tail in _SOURCE_TAIL.finditer(text, start, end))
    return next((at for at in tails if end - at <= LONGEST_SOURCE + 2_000), -1)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch without blanks, emphasis and tags at its ends."""
    while start < end:
        if text[start] in _BLANKS + "*_~|>▲△▼▽":
            start += 1
        elif text[start] == "<" and (tag := _TAGS.match(text, start, end)) and not _leads(tag[0]):
            start = tag.end()
        else:
            break
    while end > start and text[end - 1] in _BLANKS + "*_~|(（[【":
        end -= 1
    while end > start and text[end - 1] == ">":
        opening = text.rfind("<", max(start, end - 300), end)
        if opening < 0 or not re.fullmatch(
            r"</?(?:em|i|b|strong|small|sub|center|font|span|p|div|u)\b[^<>]*>", text[opening:end], re.IGNORECASE
        ):
            break
        end = opening
        while end > start and text[end - 1] in _BLANKS + "*_~|":
            end -= 1
    return start, end


def _leads(tag: str) -> bool:
    return re.match(r"<(?:a|sup|cite)\b", tag, re.IGNORECASE) is not None


def _span(line: ReportLine) -> tuple[int, int]:
    return line.start, line.end


def line_of(page: Page, at: int) -> int:
    """Return the number of the line that holds an offset."""
    return max(0, bisect_right(page.starts, at) - 1)
