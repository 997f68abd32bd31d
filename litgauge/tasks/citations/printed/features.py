"""Features of a title that begins at one boundary of a printed reference and ends at another.

The weights of the features (`sights`) were learnt from references whose parts are known (docs/notes/extraction.md,
"Printed references").
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from litgauge.tasks.citations.printed import sights
from litgauge.tasks.citations.printed.looks import look
from litgauge.tasks.citations.printed.pieces import Pieces
from litgauge.tasks.citations.printed.sights import Sight

STARTS, LONGEST_TITLE = 14, 16
"""At most so many boundaries are looked at as the start of a title, and so many pieces as a title."""
_NAMES = frozenset("NnIbA")
_PLAIN = frozenset(["", ",", ".", ";", ":", "y", "Y", "Y,", "Y.", "N", ".N"])
"""Boundaries without markup that opens or closes."""
_TITLE_LOOKS = frozenset(["word", "sentence", "capitals", "Capitals", "mixed", "acronym"])
_CLOSING = {"q": "Q", "e": "E", "l": "L", "g": "G", "(": ")", "[": "]"}


class Observations:
    """Observations on one reference; each boundary is examined once."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.count = len(pieces)
        self.marks = [_symbol(mark) for mark in pieces.marks]
        self.kinds = ["Y" if dated else kind for kind, dated in zip(pieces.kinds, pieces.dated, strict=True)]
        self.words = [*(len(pieces[number].split()) for number in range(self.count)), 0]
        self.open = self._open()
        self.first = [self._first(mark) for mark in sights.FIRST_MARKS]
        self._looks: dict[int, str] = {}
        self.starts = self._starts()
        self.run = self._runs()
        self.good = list(accumulate((kind[0] in _NAMES for kind in self.kinds), initial=0))
        self.sure = list(accumulate((kind[0] in "NI" for kind in self.kinds), initial=0))
        joined = (number if kind[-1] == "&" else -1 for number, kind in enumerate(self.kinds))
        self.joined = list(accumulate(joined, max, initial=-1))

    def _open(self) -> list[str]:
        """Return the markup that is open at each boundary, before the markup that opens there."""
        depth = dict.fromkeys(_CLOSING, 0)
        states, state = [], ""
        for mark in self.pieces.marks:
            if mark in _PLAIN:
                states.append(state)
                continue
            for opening, closing in _CLOSING.items():
                depth[opening] = max(0, depth[opening] - mark.count(closing))
            states.append("".join(opening for opening, count in depth.items() if count))
            for opening in _CLOSING:
                depth[opening] += mark.count(opening)
            state = "".join(opening for opening, count in depth.items() if count)
        return states

    def _first(self, mark: str) -> int:
        return next((number for number in range(self.count) if mark in self.marks[number]), -1)

    def _starts(self) -> list[int]:
        """Return the boundaries at which a title may begin; the last one is where there may be nothing but names."""
        plausible = [number for number, kind in enumerate(self.kinds) if kind not in "YA"]
        if len(plausible) > STARTS:
            plausible = sorted(sorted(plausible, key=lambda number: (self._in_names(number), number))[:STARTS])
        return [*plausible, self.count] if self.count else []

    def _in_names(self, number: int) -> bool:
        """Return whether a boundary lies within a run of names."""
        around = self.kinds[max(0, number - 1) : number + 2]
        return all(kind[0] in _NAMES for kind in around) and not set(self.marks[number]) & set("Nql:;")

    def _runs(self) -> list[int]:
        """Return, for each boundary, where the run of possible names that begins there ends."""
        ends = [self.count] * (self.count + 1)
        for number in reversed(range(self.count)):
            ends[number] = ends[number + 1] if self.kinds[number][0] in _NAMES else number
        return ends

    def people(self, start: int) -> int:
        """Return the end of the names before a title that begins at `start`."""
        while start and self.kinds[start - 1] == "Y":
            start -= 1
        return start

    def at_start(self, start: int) -> list[Sight]:
        """Return the features of a title that begins here, whatever its end."""
        look, words = self.look(start), _size(self.words[start])
        if start == 0:
            return [(sights.front, self.marks[0], self.marks[1], self._kind(0), self._kind(1), look, words)]
        mark, end = self.marks[start], self.people(start)
        before, here, after = self._kind(end - 1), self._kind(start), self._kind(start + 1)
        dated = "Y" if "Y" in mark else "" if end == start else f"y{self.marks[end]}"
        good, joined = self.good[end], self.joined[end]
        last = "none" if joined < 0 else "last" if joined >= end - (2 if before[0] in "IA" else 1) else "earlier"
        coming = self.sure[min(start + 4, self.count)] - self.sure[start]
        share = "all" if good == end else "most" if good >= 0.9 * end else "many" if good >= 0.6 * end else "few"
        again = "q" in mark and self.first[1] < start
        return [
            *([(sights.quoted_again, mark, end == start)] if again else []),
            (sights.start, mark, before, here, after, dated),
            (sights.people, share, _size(end), before[0], last, here, mark),
            (sights.words, look, mark, words, here[0], self.pieces.soft[start]),
            (sights.coming, coming, last, self.open[start]),
            (sights.firsts, *[(first > start) - (first < start) if first >= 0 else None for first in self.first]),
        ]

    def at_end(self, end: int) -> Sight:
        """Return the feature of a title that ends here, whatever its start."""
        following = self.marks[end + 1] if end < self.count else ""
        last, look, later = self.look(end - 1), self.look(end), self.look(end + 1)
        return sights.end, self.marks[end], following, last, look, later, self._kind(end)[0]

    def of_titles(self, start: int) -> Iterator[tuple[int, list[Sight]]]:
        """Yield each end of a title from `start`, with the features of this span; the end `start` means no title."""
        if not self.is_bare(start):
            yield start, self.of_nothing(start)
        if self.kinds[start : start + 1] == ["x"] and self.look(start) == "url":
            return  # an address is no title
        opening, first, kind = self.marks[start], self.look(start), self._kind(start)
        marked = opening[-1:] if opening[-1:] in ("q", "l") else ""
        stops = [next((at for at in range(start + 1, self.count + 1) if mark in self.marks[at]), 0) for mark in ".,"]
        inner, looks, words = "", frozenset[str](), 0
        for end in range(start + 1, min(self.count, start + LONGEST_TITLE) + 1):
            pieces, closing, last = end - start, self.marks[end], self.look(end - 1)
            words += self.words[end - 1]
            if pieces > 1:
                looks = looks if last in looks else looks | {last}
                inner = "".join(sorted(inner + self.marks[end - 1])) if self.marks[end - 1] else inner
            dot, comma = ((stop > end) - (stop < end) for stop in stops)
            size = _size(words)
            evidence: list[Sight] = [
                (sights.span, min(pieces, 4), size, first, kind if pieces == 1 else ""),
                (sights.last, pieces > 1, last, closing[:2]),
                (sights.markup, opening, inner, closing, self.open[start], self.open[end]),
                (sights.inside, looks, min(self.sure[end] - self.sure[start], 3) if pieces > 1 else -1),
                (sights.stops, dot, comma, marked),
            ]
            if start == 0:
                evidence.append((sights.people_follow, self._kind(end), closing, min(self.run[end] - end, 3), size))
            yield end, evidence

    def is_bare(self, start: int) -> bool:
        """Return whether a possible title has no number after it: a journal would have a volume, a page or a year."""
        look = self.look(start)
        titled = look in _TITLE_LOOKS or (look == "lower" and set("eqN") & set(self.marks[start]))
        return bool(titled) and not any(map(str.isdigit, self.pieces.span(start, self.count)))

    def of_nothing(self, start: int) -> list[Sight]:
        """Return the features of a reference without a title, where the names end at `start`."""
        if start == self.count:
            return [(sights.only_people, self._kind(self.people(start) - 1))]
        run = self.run[start]
        prose = any(self.look(number) == "sentence" for number in range(start, min(self.count, start + 6)))
        evidence: list[Sight] = []
        if "e" in self.marks[start]:  # a journal, or the title of a book: the text after it decides
            end = next((at for at in range(start + 1, self.count) if "E" in self.marks[at]), self.count)
            evidence.append((sights.no_book, self.marks[end], self.look(end), self.look(end + 1)))
        return [
            *evidence,
            (sights.nothing, self.marks[start], self.marks[start + 1], self.look(start), self.look(start + 1)),
            (sights.no_prose, _size(sum(self.words[start:])), _size(self.words[start]), prose),
            (sights.no_run, min(run - start, 3), self._kind(run)[0], self.marks[run][:1]),
        ]

    def habits(self, start: int, end: int) -> tuple[str, str]:
        """Return how the title begins and ends, to be compared with the other references of the list."""
        dated = "Y" if start and (self.people(start) < start or "Y" in self.marks[start]) else ""
        return f"{self.marks[start]}{dated}" if end > start else f"none{dated}", self.marks[end] if end > start else ""

    def _kind(self, number: int) -> str:
        return self.kinds[number] if 0 <= number < self.count else "$"

    def look(self, number: int) -> str:
        """Return what a piece looks like, "$" beyond the last."""
        if not 0 <= number < self.count:
            return "$"
        if number not in self._looks:
            self._looks[number] = "year" if self.kinds[number] == "Y" else look(self.pieces[number])
        return self._looks[number]


def _symbol(mark: str) -> str:
    """Return a boundary's marks, each once, in the order of first appearance."""
    return "".join(dict.fromkeys(mark.replace("y", "Y")))[:6] if len(mark) > 1 else "Y" if mark == "y" else mark


def _size(words: int) -> str:
    return _SIZES[words] if words < len(_SIZES) else "more"


_SIZES = [str(next(limit for limit in (0, 1, 2, 3, 5, 8, 12, 18, 30, 60) if words <= limit)) for words in range(61)]
