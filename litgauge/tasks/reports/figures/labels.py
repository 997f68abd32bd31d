"""Labels of figures in captions and sentences: "Figure 3", "Abb. 2a", "图 3-1"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litgauge.tasks.text.wordings import alternatives

SERIES = ("figure", "chart", "image", "exhibit")
"""Labels of one series are numbered together."""

_PLACE = ("litgauge.tasks.reports.figures", "figure_wordings.json")
_WORDS = {series: re.compile(alternatives(*_PLACE, series), re.IGNORECASE) for series in SERIES}
_ANY_WORD = "|".join(alternatives(*_PLACE, series) for series in ("chart", "image", "exhibit", "figure"))
_NUMBER = (
    r"(?:(?-i:[A-Z])[.-]?)?[0-9０-９]{1,3}(?:\s?[.．\-–—‑]\s?[0-9０-９]{1,3}(?![0-9０-９])){0,2}(?:[a-z](?![a-z])|\([a-z]\))?"
    r"|(?-i:[IVX]{1,6}|[A-Z])(?![A-Za-z'’])|[一二三四五六七八九十]{1,3}(?![\u4e00-\u9fff])"
)
_BEFORE = r"(?<![\w地绘蓝企试意构版拼力贪截附])"
_WORD_END = r"(?![a-zA-Z\u00c0-\u024f\u0400-\u04ff])"
_EMPHASIS = r"(?:[*_]{1,3}|</?(?:b|strong|em|i|a|span|u)\b[^<>]{0,200}>)"
_LEAD = r"(?:[\s>*_~#|:\[(（【—–\uf8e1-\uf8ea\u200b\u25a0-\u27bf\ufe0f\U0001f300-\U0001faff]|" + (
    r"</?[a-zA-Z][\w-]{0,15}(?:\s[^<>]{0,300})?>){0,40}+"
)
_AT_START = re.compile(
    rf"{_LEAD}((?:{_ANY_WORD}){_WORD_END}(?:\s|\.|&nbsp;|\u00a0|[#№]){{0,3}}(?:{_EMPHASIS}{{0,2}}\s{{0,2}})?({_NUMBER}))"
    rf"((?:{_EMPHASIS}|\])*+)[ \t\u00a0\u3000]{{0,4}}([:：.．。|｜,，、)）】–—-]|\uf8ea|$)?",
    re.IGNORECASE,
)
_PART = re.compile(r"[\s*_]{0,3}[(（][^()（）\n]{1,20}[)）][\s*_]{0,3}[:：]")
"""Behind a label, which part of the picture: "Figure 3 (left): …"."""

_CASED = re.compile(r"[IVX]{1,6}|[A-Z]")
_MENTION = re.compile(
    rf"{_BEFORE}((?:{_ANY_WORD})){_WORD_END}(?:\s|&nbsp;|\u00a0){{0,3}}{_EMPHASIS}?({_NUMBER})"
    rf"((?:\s?(?:,|，|、|;|&|and|or|to|und|bis|et|à|y|e|и|与|和|及|至|到|[-–—~])\s?(?:{_ANY_WORD})?\.?\s?(?:{_NUMBER})){{0,8}})",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\s{0,2}(?:of|in|from|by|aus|von|de|du|della?)\s(?:(?:the|that|their|its|his|her|der|dem|des|la|el|le)\s)?"
    r"(?:\[|\(|<a\s|[A-Z][\w&.-]{1,40}|report|paper|article|study|original|source|reference)|[)）]?\s{0,2}[,，]?\s{0,2}\[\d"
)
_CITED_PLACE = re.compile(r"(?:\[\^?\d{1,4}|\b(?:19|20)\d\d[a-z]?|\bet\sal\.?|\bibid\.?)[,:;]\s{0,3}$")
_RANGE = re.compile(r"[-–—~至到]|\b(?:to|bis)\b")
_FOLLOWING = re.compile(rf"((?:{_ANY_WORD})\.?\s?)?({_NUMBER})", re.IGNORECASE)
_CHINESE = {sign: value for value, sign in enumerate("一二三四五六七八九", 1)}
_UNNUMBERED = re.compile(
    rf"{_LEAD}(?:{alternatives(*_PLACE, 'chart')}|{alternatives(*_PLACE, 'figure')}){_WORD_END}[\s*_]{{0,3}}[:：]",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"[\s*_]{{0,4}}(?:</a\s?>)?\s{{0,2}}(?:{alternatives(*_PLACE, 'verb behind label')})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its place; `behind` is the offset at which the words of the caption begin."""

    text: str  # as written: "Figure 3", "图 3-1"
    series: str
    number: str  # canonical: "3", "3-1", "2a", "A1"
    start: int
    end: int
    behind: int
    certain: bool  # a colon or the like follows, or nothing; otherwise a sentence may begin with it

    @property
    def key(self) -> tuple[str, str]:
        """Return the form that mentions of it are compared with."""
        return self.series, self.number


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the text that names a figure."""

    series: str
    number: str
    start: int
    end: int
    foreign: bool  # of another work: "Figure 3 of the report", "[7, Fig. 2]"
    zero: bool = False  # the number begins with a zero, as in names of things

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of the label that is named."""
        return self.series, self.number


def label_at(text: str, start: int, end: int) -> Label | None:
    """Return the label at the beginning of a stretch of text, after emphasis, tags and opening brackets.

    Without a colon or the like, words before a verb are no label ("Figure 3 shows …").
    """
    match = _AT_START.match(text, start, end)
    if match is None or not _is_number(match[2]):
        return None
    bracketed = "]" in match[3]
    certain = match[4] is not None or bracketed or _PART.match(text, match.end(1), end) is not None
    if not certain and _VERB.match(text, match.end(1), end):
        return None
    behind = match.end() if match[4] is not None or bracketed else match.end(1)
    label = re.sub(r"<[^<>]{0,200}>|[*_]", "", match[1])
    return Label(" ".join(label.split()), _series(match[1]), canonical(match[2]), *match.span(1), behind, certain)


def behind_word(text: str, start: int, end: int) -> int | None:
    """Return the offset after a bare word for a figure ("图：…", "Chart: …"); None without one."""
    match = _UNNUMBERED.match(text, start, end)
    return match.end() if match else None


def mentions(text: str, start: int = 0, end: int | None = None) -> Iterator[Mention]:
    """The figures that a stretch of text names, in its order; "Figures 3 and 4" and "Figs. 2–4" name each of them."""
    stop = len(text) if end is None else end
    for match in _MENTION.finditer(text, start, stop):
        series = _series(match[1])
        if not _is_number(match[2]) or (series != "figure" and match[1][0].islower()):
            continue
        tail = _FOREIGN.match(text, match.end(), stop)
        before = text[max(start, match.start() - 40) : match.start()]
        foreign = tail is not None or _CITED_PLACE.search(before) is not None
        for number in (canonical(match[2]), *_further(canonical(match[2]), match[3])):
            yield Mention(series, number, match.start(), match.end(), foreign, match[2][0] == "0")


def canonical(number: str) -> str:
    """Return the canonical form of a label's number: digits, one kind of dash, no blanks.

    >>> canonical("３．１"), canonical("十二"), canonical("3 – 1"), canonical("2(b)")
    ('3.1', '12', '3-1', '2b')
    """
    plain = number.translate({0xFF10 + digit: str(digit) for digit in range(10)}).replace("．", ".")
    if plain[:1] and plain[0] in "一二三四五六七八九十":
        tens, ten, ones = plain.rpartition("十")
        value = (_CHINESE.get(tens, 1) * 10 if ten else 0) + _CHINESE.get(ones, 0)
        return str(value)
    plain = re.sub(r"[–—‑]", "-", re.sub(r"[\s()]", "", plain))
    return re.sub(r"(?<!\d)0+(?=\d)", "", plain)


def _is_number(number: str) -> bool:
    """Return whether a string is a number, given its case: the "a" of "figure a" is none."""
    return not number.isalpha() or number[0] in "一二三四五六七八九十" or _CASED.fullmatch(number) is not None


def _series(words: str) -> str:
    bare = words.strip()
    for series in ("chart", "image", "exhibit"):
        if _WORDS[series].match(bare):
            return series
    return "figure"


def _further(first: str, rest: str) -> Iterator[str]:
    before, at = first, 0
    for match in _FOLLOWING.finditer(rest):
        if not _is_number(match[2]):
            continue
        number = canonical(match[2])
        if _RANGE.search(rest[at : match.start()]) and before.isdecimal() and number.isdecimal():
            yield from (str(value) for value in range(int(before) + 1, min(int(number), int(before) + 30)))
        yield number
        before, at = number, match.end()
