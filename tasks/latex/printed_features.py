"""What speaks for a title that begins at one boundary of a printed reference and ends at another.

The features are the names of what a reader sees: the marks at both ends, what stands before, inside and after. Their
weights were learnt from references whose parts are known (docs/extraction.md, "Printed references").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from tasks.latex.printed_pieces import Pieces

STARTS, LONGEST_TITLE = 14, 16
"""At most so many boundaries are looked at as the start of a title, and so many pieces as a title."""
_NAMES = frozenset("NnIbA")
_LOOKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("url", r"(?:url|doi|https?|www\.|available|eprint|10\.\d{4}|isbn|issn)\b|https?://|ar[xX]iv\s*(?::|preprint|$)|\d{4}\.\d{4,5}|corr\b"),
        ("thesis", r"(?:ph\.?\s?d|doctoral|master|m\.?\s?s\.?c|bachelor|diploma?)\w*\.?\W+(?:thesis|dissertation)|(?:tech(?:nical)?\.?|research|internal)\s+rep|tech\.\s?rep|working paper|white paper|unpublished|thesis|dissertation|preprint|report\b"),
        ("edition", r"(?:\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|revised)\.?\s+(?:edition|edn?\b|aufl)|edition|edn\b"),
        ("note", r"(?:accessed|retrieved|last\s|visited|online|note|see\b|cited|submitted|accepted|to appear|in press|personal|private|unpublished|software|version|translat|edited|editors?\b|eds?\b|hrsg|org\b)"),
        ("in", r"in:?(?:\s|$)"),
        ("volume", r"(?:vol(?:ume)?|no|number|nr|pp?|pages?|issue|band|bd|chap(?:ter)?|art(?:icle)?|sec|part|t|v|s|seiten)\.?\s*\d|[A-Z]{0,2}\d+\s*(?:\(|[A-Z]?$|[–-])|\d"),
        ("meeting", r"(?:in\s+)?(?:the\s+)?(?:\d{4}\s+)?(?:\d+(?:st|nd|rd|th)\s+)?(?:\w+\s+)?(?:proc(?:eedings|\.)|(?:annual |international |european |national )*(?:conference|symposium|workshop|meeting|congress)|advances in|lecture notes|neurips|nips|icml|iclr|cvpr|acl\b)"),
        ("journal", r"(?:the\s+)?(?:journal|j\.|ieee|acm|trans(?:actions|\.)|annals|ann\.|nature|science|phys(?:ical|ics)?\b|proc\b|bulletin|bull\.|review|rev\.|letters|lett\.|communications|comm\.|int(?:ernational|\.) j|international journal|archives|acta|zeitschrift|computers|plos|monthly|mon\.|astro\w*\.?\s+j|american|amer\.|european|nuclear|nucl\.|studies in)"),
        ("press", r".*\b(?:press|publish\w*|springer|elsevier|wiley|verlag|university|universit\w+|inc|ltd|gmbh|o'reilly|mcgraw|addison|prentice|kluwer|birkh\w+|north.holland|academic|society|institute|association|foundation|corporation|laborator\w+|department|agency)\b"),
    )
)  # fmt: skip
_LOWER = re.compile(r"[^\W\d_A-Z]")
_SMALL = frozenset("of the and for in on to a an der die das de la et für und with &".split())  # noqa: SIM905
_WORD = re.compile(r"[^\W\d_][\w’'.-]*")


def look(text: str) -> str:
    """What a piece looks like outside the names: a kind of venue or note, prose, a name of capitals, abbreviations."""
    for name, pattern in _LOOKS:
        if pattern.match(text):
            return name
    words = _WORD.findall(text)
    if not words:
        return "nothing"
    if sum(word.endswith(".") for word in words) * 2 >= len(words) and len(words) > 1:
        return "abbreviated"
    content = [word for word in words if word not in _SMALL]
    lower = sum(word[0].islower() for word in content)
    ends = "#" if text[-1].isdigit() else ""
    if lower == 0:
        return ("word" if len(content) == 1 else "capitals" if len(content) < 5 else "Capitals") + ends
    if text[0].islower():
        return "lower" + ends
    return ("sentence" if lower * 2 >= len(content) else "mixed") + ends


class Seen:
    """The features of one reference; each boundary is looked at once."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.count = len(pieces)
        self.marks = [_symbol(mark) for mark in pieces.marks]
        self.kinds = ["Y" if dated else kind for kind, dated in zip(pieces.kinds, pieces.dated, strict=True)]
        self.words = [len(pieces[number].split()) for number in range(self.count)]
        self.first = {mark: self._first(mark) for mark in "Nqleg:."}

    def _first(self, mark: str) -> int:
        return next((number for number in range(1, self.count) if mark in self.marks[number]), 0)

    @cached_property
    def looks(self) -> list[str]:
        """What each piece looks like."""
        return ["year" if kind == "Y" else look(self.pieces[number]) for number, kind in enumerate(self.kinds)]

    @cached_property
    def starts(self) -> list[int]:
        """The boundaries at which a title may begin."""
        plausible = [
            number for number in range(self.count) if number == 0 or (self.kinds[number] not in "YA" and self.looks[number] != "url")
        ]
        if len(plausible) <= STARTS:
            return plausible
        ranked = sorted(plausible, key=lambda number: (self._in_names(number), number))
        return sorted(ranked[:STARTS])

    def _in_names(self, number: int) -> bool:
        """Whether a boundary stands amid a run of names."""
        around = self.kinds[max(0, number - 1) : number + 2]
        return all(kind[0] in _NAMES for kind in around) and not set(self.marks[number]) & set("Nql:;")

    def ends(self, start: int) -> range:
        """Where a title from `start` may end; at `start` itself if there is none."""
        return range(start if start else 1, min(self.count, start + LONGEST_TITLE) + 1)

    def people(self, start: int) -> int:
        """The end of the names before a title that begins at `start`."""
        while start and self.kinds[start - 1] == "Y":
            start -= 1
        return start

    def at_start(self, start: int) -> list[str]:
        """What speaks for a title that begins here, whatever its end."""
        if start == 0:
            return ["0", f"0 {self._kind(0)} {self._kind(1)}", f"0 {self.looks[0]} {self.marks[1]}", f"0w {_size(self.words[0])}"]
        mark, end = self.marks[start], self.people(start)
        before, here, after = self._kind(end - 1), self._kind(start), self._kind(start + 1)
        dated = "" if end == start else ("Y" if "Y" in self.marks[end + 1 : start + 1] else "y") + self.marks[end]
        if "Y" in mark:
            dated = "Y"
        names = self.kinds[:end]
        good = sum(kind[0] in _NAMES for kind in names)
        joined = [number for number, kind in enumerate(names) if kind.endswith("&")]
        last = "none" if not joined else "last" if joined[-1] >= end - (2 if names[-1][0] in "IA" else 1) else "earlier"
        coming = sum(kind[0] in "NI" for kind in self.kinds[start : start + 4])
        share = "all" if good == end else "most" if good >= 0.9 * end else "many" if good >= 0.6 * end else "few"
        features = [
            f"s {mark}",
            f"k {before} {here}",
            f"k {mark} {before} {here[0]}",
            f"k {here} {after}",
            f"d {dated} {mark}",
            f"d {bool(dated)} {before[0]}",
            f"n {share} {_size(end)}",
            f"n {share} {before[0]} {last}",
            f"& {last} {here} {mark}",
            f"c {coming} {last}",
            f"l {self.looks[start]} {mark}",
            f"w {_size(self.words[start])} {here[0]}",
            f"~ {self.pieces.soft[start]} {here[0]} {self.looks[start]}",
        ]
        for mark_, first in self.first.items():
            if first:
                features.append(f"1{mark_} {'is' if first == start else 'before' if first < start else 'after'}")
        return features

    def at_end(self, end: int) -> list[str]:
        """What speaks for a title that ends here, whatever its start."""
        mark = self.marks[end]
        following = self._look(end)
        later = self._look(end + 1)
        return [
            f"e {mark}",
            f"e {mark} {following}",
            f"e {following} {self.marks[end + 1] if end < self.count else ''} {later}",
            f"e {mark} {self._kind(end)[0]}",
            f"e {self._look(end - 1)} {mark[:2]} {following}",
        ]

    def of_title(self, start: int, end: int) -> list[str]:
        """What speaks for just this span as the title; for no title where `end` is `start`."""
        if start == end:
            rest = sum(self.words[start:])
            prose = any(look_ == "sentence" for look_ in self.looks[start : start + 6])
            return [
                "none",
                f"none {self.marks[start]} {self.looks[start]}",
                f"none {self.looks[start]} {self._look(start + 1)}",
                f"none {_size(rest)} {prose}",
                f"none {self.marks[start]} {self.marks[start + 1]}",
                f"none {_size(self.words[start])} {prose}",
            ]
        opening, closing = self.marks[start], self.marks[end]
        inner = "".join(self.marks[start + 1 : end])
        words = sum(self.words[start:end])
        features = [
            f"t {_size(words)}",
            f"t {self.looks[start]} {_size(words)}",
            f"t {end - start if end - start < 4 else 'many'} {_size(words)}",
            f"t last {self.looks[end - 1]} {closing[:2]}" if end - start > 1 else f"t only {self.looks[start]} {closing[:2]}",
        ]
        features += [f"x {mark} {min(inner.count(mark), 2)}" for mark in set(inner)]
        for opened, closed in ("qQ", "eE", "lL", "gG"):
            depth = opening.count(opened) + inner.count(opened) - inner.count(closed)
            if opened in opening or opened in inner or closed in inner or closed in closing:
                features.append(f"p {opened}{opened in opening}{closed in closing}{min(max(depth, -1), 2)}{opened in inner}")
        features += [f"i {name}" for name in set(self.looks[start + 1 : end])]
        if end - start > 1:
            names = sum(kind[0] in "NI" for kind in self.kinds[start:end])
            features.append(f"i names {min(names, 3)}")
        for mark in ".,":
            first = next((number for number in range(start + 1, self.count + 1) if mark in self.marks[number]), 0)
            features.append(f"f {mark} {(first > end) - (first < end)} {opening[-1:] if opening[-1:] in 'ql' else ''}")
        return features

    def habits(self, start: int, end: int) -> tuple[str, str]:
        """How the title begins and how it ends, as the other references of the list may do it too."""
        dated = "Y" if start and (self.people(start) < start or "Y" in self.marks[start]) else ""
        return f"{self.marks[start]}{dated}" if end > start else f"none{dated}", self.marks[end] if end > start else ""

    def _kind(self, number: int) -> str:
        return self.kinds[number] if 0 <= number < self.count else "$"

    def _look(self, number: int) -> str:
        return self.looks[number] if 0 <= number < self.count else "$"


def _symbol(mark: str) -> str:
    """A boundary in short: each mark once, in the order of their first appearance."""
    return "".join(dict.fromkeys(mark.replace("y", "Y")))[:6]


def _size(words: int) -> str:
    for limit in (0, 1, 2, 3, 5, 8, 12, 18, 30, 60):
        if words <= limit:
            return str(limit)
    return "more"


