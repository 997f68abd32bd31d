"""Entry that each place in the text cites: GROBID's links, and callouts that it failed to link.

Of the 1,446 entries in 35 real GROBID outputs, about one in eight has no link from the text. Some are debris
(affiliations, lines of code), and more than half of the rest are cited in ways that GROBID reads but does not link:
"[8]- [12]" links both ends and nothing between, "(Liu et al., 2025a)" is ambiguous to it, and callouts in tables
or after a line break are not marked at all. Three rules find those, and leave alone what fits nothing or too much:

- **range**: the numbers between two linked ones that a dash joins;
- **number**: a bracketed number that was not linked, if the linked numbers around it agree on the entry;
- **author-year**: a surname and a year in the text that fit exactly one entry, or by its letter one of several.

An entry that no rule reaches stays uncited.
"""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from litgauge.tasks.papers.pdf.tei.passages import Callout, TeiPassage
from litgauge.tasks.records import Reference

Rule = Literal["bibr", "range", "number", "author-year"]

MAX_RANGE = 40
_CUE = 40  # characters before a callout in which a work may be named

_ONE_NUMBER = re.compile(r"[\s(\[]*(\d{1,4})[\s)\],;.]*[-–—]?\s*")
_DASH = re.compile(r"[\])]?\s*[-–—−]\s*[\[(]?")
_LIST = r"(\d{1,4}(?:\s?[,;–—-]\s?\d{1,4}){0,60})"
_NUMBERS = re.compile(rf"\[{_LIST}\s?\]|\b[Rr]efs?\.?\s{_LIST}(?![\d%])")
_NUMBER_OR_DASH = re.compile(r"\d+|[–—-]")
_CO_AUTHORS = r"(?:\s+et\.?\s+al\.?|\s*,?\s*(?:and|&)\s+[^\W\d_][\w'’-]*|\s*,\s*[^\W\d_][\w'’-]*){0,3}"
_AUTHOR_YEAR = re.compile(
    rf"(?<![\w'’-])(?P<name>[^\W\d_][\w'’-]*){_CO_AUTHORS}\s*+,?+\s*+[(\[]?+\s*+"
    r"(?P<years>(?:1[89]|20)\d\d[a-z]?(?:\s*[,;]\s*(?:(?:1[89]|20)\d\d[a-z]?|[a-z])(?!\w)){0,8})(?!\w)"
)
_YEAR_LETTER = re.compile(r"((?:1[89]|20)\d\d)?([a-z])?(?![\w])")


@dataclass(frozen=True, slots=True)
class Link:
    """One place in a passage that cites one entry, and the rule that says so."""

    key: str
    start: int
    end: int
    rule: Rule


class Linker:
    """Links of a whole document; made once from its entries and passages."""

    def __init__(self, entries: Sequence[Reference], passages: Sequence[TeiPassage]) -> None:
        self._keys = [entry.key for entry in entries]
        self._places = {key: place for place, key in enumerate(self._keys)}
        self._numbers = _printed_numbers(passages, self._places)
        self._offsets = sorted(self._numbers.items())
        marked = [callout for passage in passages for callout in passage.callouts if callout.target in self._places]
        self._numeric = (
            len(self._numbers) >= 3
            and sum(1 for passage in passages for callout in passage.callouts if _number(passage, callout) is not None)
            > len(marked) / 2
        )
        self._by_author = _by_first_author(entries)

    def links(self, passage: TeiPassage) -> list[Link]:
        """Every link of the passage, in the order of the text."""
        links = [
            Link(callout.target, callout.start, callout.end, "bibr")
            for callout in passage.callouts
            if callout.target in self._places
        ]
        covered = [(link.start, link.end) for link in links]
        if self._numeric:
            links += self._ranges(passage)
            links += self._bare_numbers(passage, covered)
        else:
            links += self._author_years(passage, covered)
        unique: dict[tuple[str, int], Link] = {}
        for link in links:
            unique.setdefault((link.key, link.start), link)
        return sorted(unique.values(), key=lambda link: (link.start, self._places[link.key]))

    def _ranges(self, passage: TeiPassage) -> Iterator[Link]:
        linked = [callout for callout in passage.callouts if callout.target in self._places]
        for left, right in pairwise(linked):
            low, high = _number(passage, left), _number(passage, right)
            between = passage.text[left.end : right.start]
            dashed = passage.text[left.start : left.end].rstrip().endswith(("-", "–", "—")) and not between.strip()
            if low is None or high is None or not (dashed or _DASH.fullmatch(between.strip() or " ")):
                continue
            first, last = self._places[left.target or ""], self._places[right.target or ""]
            if 1 < last - first == high - low <= MAX_RANGE:
                for place in range(first + 1, last):
                    yield Link(self._keys[place], left.start, right.end, "range")

    def _bare_numbers(self, passage: TeiPassage, covered: list[tuple[int, int]]) -> Iterator[Link]:
        for match in _NUMBERS.finditer(passage.text):
            if _overlaps(match.span(), covered):
                continue
            for number in _numbers_in(match[1] or match[2]):
                key = self._entry_of(number)
                if key is not None:
                    yield Link(key, match.start(), match.end(), "number")

    def _entry_of(self, number: int) -> str | None:
        """Return the entry that a printed number means, if the linked numbers on both sides of it agree."""
        if number in self._numbers:
            return self._keys[self._numbers[number] + number]
        place = bisect.bisect_left(self._offsets, (number, -1))
        around = {offset for _, offset in self._offsets[max(place - 1, 0) : place + 1]}
        if len(around) != 1:
            return None
        index = number + around.pop()
        return self._keys[index] if 0 <= index < len(self._keys) else None

    def _author_years(self, passage: TeiPassage, covered: list[tuple[int, int]]) -> Iterator[Link]:
        position = 0
        while match := _AUTHOR_YEAR.search(passage.text, position):
            position = match.start() + len(match["name"])
            candidates = self._by_author.get(match["name"].casefold(), ())
            if not candidates or not match["name"][0].isupper():
                continue
            position = match.end()
            if _overlaps(match.span(), covered):
                continue
            for year, letter in _years(match["years"]):
                before = passage.text[max(0, match.start() - _CUE) : match.start()]
                if (entry := _choose(candidates, year, letter, before)) is not None:
                    yield Link(entry.key, match.start(), match.end(), "author-year")


def _printed_numbers(passages: Sequence[TeiPassage], places: dict[str, int]) -> dict[int, int]:
    """For each number that the text prints for a linked entry: the entry's index minus the number."""
    votes: dict[int, Counter[int]] = {}
    for passage in passages:
        for callout in passage.callouts:
            number = _number(passage, callout)
            if number is not None and callout.target in places:
                votes.setdefault(number, Counter())[places[callout.target] - number] += 1
    return {number: offsets.most_common(1)[0][0] for number, offsets in votes.items()}


def _number(passage: TeiPassage, callout: Callout) -> int | None:
    match = _ONE_NUMBER.fullmatch(passage.text[callout.start : callout.end])
    return int(match[1]) if match else None


def _numbers_in(text: str) -> list[int]:
    """Return the numbers of "35, 36" or "8-12"; none for an interval such as "0, 1" or a list that does not ascend."""
    numbers: list[int] = []
    dash = False
    for token in _NUMBER_OR_DASH.findall(text):
        if not token.isdigit():
            dash = True
            continue
        number = int(token)
        if number < 1 or (numbers and number <= numbers[-1]):
            return []
        if dash and numbers and number - numbers[-1] <= MAX_RANGE:
            numbers.extend(range(numbers[-1] + 1, number))
        numbers.append(number)
        dash = False
    return numbers


def _by_first_author(entries: Sequence[Reference]) -> dict[str, list[Reference]]:
    """Entries under the last word of their first author's surname, in the order of the list."""
    by_name: dict[str, list[Reference]] = {}
    for entry in entries:
        if entry.authors and (words := entry.authors[0].family.split()):
            by_name.setdefault(words[-1].casefold(), []).append(entry)
    return by_name


def _years(text: str) -> list[tuple[int, str]]:
    """Return the years of "2018, 2021" or "2024a, b" with their letters."""
    years: list[tuple[int, str]] = []
    year = 0
    for part in re.split(r"\s*[,;]\s*", text):
        match = _YEAR_LETTER.match(part)
        if match and (match[1] or year):
            year = int(match[1] or year)
            years.append((year, match[2] or ""))
    return years


def _choose(candidates: Sequence[Reference], year: int, letter: str, before: str) -> Reference | None:
    """Return the entry of that year; GROBID loses the year of "2025a", so entries without one count as well.

    Of several, the one whose title begins with a word that the text says just before ("SynLogic (Liu et al.,
    2025a)"), else the one at the letter's place, for styles give letters in the order of the list.
    """
    fitting = [entry for entry in candidates if entry.year in (year, None)]
    if not letter:
        fitting = [entry for entry in fitting if entry.year == year] or fitting
    if len(fitting) == 1:
        return fitting[0]
    titled = [entry for entry in fitting if _is_named(entry, before)]
    if len(titled) == 1:
        return titled[0]
    place = ord(letter) - ord("a") if letter else len(fitting)
    return fitting[place] if place < len(fitting) else None


def _is_named(entry: Reference, before: str) -> bool:
    word = (entry.title or "").partition(" ")[0].strip(".,:;()").casefold()
    return len(word) >= 4 and word in before.casefold()


def _overlaps(span: tuple[int, int], covered: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in covered)
