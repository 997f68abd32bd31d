"""What speaks for a title that begins at one boundary of a printed reference and ends at another.

The features are the names of what a reader sees: the marks at both ends, what stands before, inside and after. Their
weights were learnt from references whose parts are known (docs/extraction.md, "Printed references").
"""

from __future__ import annotations

from tasks.tex.printed.looks import look
from tasks.tex.printed.pieces import Pieces

STARTS, LONGEST_TITLE = 14, 16
"""At most so many boundaries are looked at as the start of a title, and so many pieces as a title."""
_NAMES = frozenset("NnIbA")
_PLAIN = frozenset(["", ",", ".", ";", ":", "y", "Y", "Y,", "Y.", "N", ".N"])
"""Boundaries without markup that opens or closes."""
_CLOSING = {"q": "Q", "e": "E", "l": "L", "g": "G", "(": ")"}


class Seen:
    """The features of one reference; each boundary is looked at once."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.count = len(pieces)
        self.marks = [_symbol(mark) for mark in pieces.marks]
        self.kinds = ["Y" if dated else kind for kind, dated in zip(pieces.kinds, pieces.dated, strict=True)]
        self.words = [*(len(pieces[number].split()) for number in range(self.count)), 0]
        self.open = self._open()
        self.first = {mark: self._first(mark) for mark in "Nqleg:."}
        self._looks: dict[int, str] = {}
        self.starts = self._starts()

    def _open(self) -> list[str]:
        """Which markup is open at each boundary, before what opens there."""
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
        """The boundaries at which a title may begin; the last one is where there may be nothing but names."""
        plausible = [number for number, kind in enumerate(self.kinds) if kind not in "YA"]
        if len(plausible) > STARTS:
            plausible = sorted(sorted(plausible, key=lambda number: (self._in_names(number), number))[:STARTS])
        return [*plausible, self.count] if self.count else []

    def _in_names(self, number: int) -> bool:
        """Whether a boundary stands amid a run of names."""
        around = self.kinds[max(0, number - 1) : number + 2]
        return all(kind[0] in _NAMES for kind in around) and not set(self.marks[number]) & set("Nql:;")

    def ends(self, start: int) -> range:
        """Where a title from `start` may end; at `start` itself if there is none, as an address is no title."""
        if self.kinds[start : start + 1] == ["x"] and self.look(start) == "url":
            return range(start, start + 1)
        return range(start or 1, min(self.count, start + LONGEST_TITLE) + 1)

    def people(self, start: int) -> int:
        """The end of the names before a title that begins at `start`."""
        while start and self.kinds[start - 1] == "Y":
            start -= 1
        return start

    def at_start(self, start: int) -> list[str]:
        """What speaks for a title that begins here, whatever its end."""
        if start == 0:
            return [
                "0",
                f"0 {self.marks[0]}",
                f"0 {self._kind(0)} {self._kind(1)}",
                f"0 {self.look(0)} {self.marks[1]}",
                f"0w {_size(self.words[0])}",
            ]
        mark, end = self.marks[start], self.people(start)
        before, here, after = self._kind(end - 1), self._kind(start), self._kind(start + 1)
        dated = "Y" if "Y" in mark else "" if end == start else f"y{self.marks[end]}"
        names = self.kinds[:end]
        good = sum(kind[0] in _NAMES for kind in names)
        joined = [number for number, kind in enumerate(names) if kind.endswith("&")]
        last = "none" if not joined else "last" if joined[-1] >= end - (2 if names[-1][0] in "IA" else 1) else "earlier"
        coming = sum(kind[0] in "NI" for kind in self.kinds[start : start + 4])
        share = "all" if good == end else "most" if good >= 0.9 * end else "many" if good >= 0.6 * end else "few"
        features = [
            f"s {mark}",
            f"o {self.open[start]}",
            f"k {before} {here}",
            f"k {mark} {before} {here[0]}",
            f"k {here} {after}",
            f"d {dated} {mark}",
            f"d {bool(dated)} {before[0]}",
            f"n {share} {_size(end)}",
            f"n {share} {before[0]} {last}",
            f"& {last} {here} {mark}",
            f"c {coming} {last}",
            f"l {self.look(start)} {mark}",
            f"w {_size(self.words[start])} {here[0]}",
            f"~ {self.pieces.soft[start]} {here[0]} {self.look(start)}",
        ]
        for mark_, first in self.first.items():
            if first >= 0:
                features.append(f"1{mark_} {'is' if first == start else 'before' if first < start else 'after'}")
        return features

    def at_end(self, end: int) -> list[str]:
        """What speaks for a title that ends here, whatever its start."""
        mark = self.marks[end]
        following = self.look(end)
        later = self.look(end + 1)
        return [
            f"e {mark}",
            f"e {mark} {following}",
            f"e {following} {self.marks[end + 1] if end < self.count else ''} {later}",
            f"e {mark} {self._kind(end)[0]}",
            f"e {self.look(end - 1)} {mark[:2]} {following}",
        ]

    def of_title(self, start: int, end: int) -> list[str]:
        """What speaks for just this span as the title; for no title where `end` is `start`."""
        if start == self.count:
            return ["none", "none all", f"none all {self._kind(self.people(start) - 1)}"]
        if start == end:
            rest, run = sum(self.words[start:]), self._names_from(start)
            prose = any(self.look(number) == "sentence" for number in range(start, min(self.count, start + 6)))
            return [
                "none",
                f"none {self.marks[start]} {self.look(start)}",
                f"none {self.look(start)} {self.look(start + 1)}",
                f"none {_size(rest)} {prose}",
                f"none {self.marks[start]} {self.marks[start + 1]}",
                f"none {_size(self.words[start])} {prose}",
                f"none run {min(run - start, 3)} {self._kind(run)[0]} {self.marks[run][:1]}",
            ]
        opening, closing = self.marks[start], self.marks[end]
        inner = "".join(self.marks[start + 1 : end])
        words = sum(self.words[start:end])
        features = [
            f"t {_size(words)}",
            f"t {self.look(start)} {_size(words)}",
            f"t {end - start if end - start < 4 else 'many'} {_size(words)}",
            f"t last {self.look(end - 1)} {closing[:2]}"
            if end - start > 1
            else f"t only {self.look(start)} {closing[:2]}",
        ]
        if end - start == 1:
            features.append(f"t {self.kinds[start]} {_size(words)}")
        features.append(f"o {self.open[start]} {self.open[end]}")
        features += [f"x {mark} {min(inner.count(mark), 2)}" for mark in set(inner)]
        for opened, closed in ("qQ", "eE", "lL", "gG"):
            depth = opening.count(opened) + inner.count(opened) - inner.count(closed)
            if opened in opening or opened in inner or closed in inner or closed in closing:
                features.append(
                    f"p {opened}{opened in opening}{closed in closing}{min(max(depth, -1), 2)}{opened in inner}"
                )
        features += [f"i {name}" for name in {self.look(number) for number in range(start + 1, end)}]
        if end - start > 1:
            names = sum(kind[0] in "NI" for kind in self.kinds[start:end])
            features.append(f"i names {min(names, 3)}")
        for mark in ".,":
            first = next((number for number in range(start + 1, self.count + 1) if mark in self.marks[number]), 0)
            features.append(f"f {mark} {(first > end) - (first < end)} {opening[-1:] if opening[-1:] in 'ql' else ''}")
        return features

    def _names_from(self, start: int) -> int:
        """The end of the run of names, or of what may be names, that begins here."""
        while start < self.count and self.kinds[start][0] in _NAMES:
            start += 1
        return start

    def habits(self, start: int, end: int) -> tuple[str, str]:
        """How the title begins and how it ends, as the other references of the list may do it too."""
        dated = "Y" if start and (self.people(start) < start or "Y" in self.marks[start]) else ""
        return f"{self.marks[start]}{dated}" if end > start else f"none{dated}", self.marks[end] if end > start else ""

    def _kind(self, number: int) -> str:
        return self.kinds[number] if 0 <= number < self.count else "$"

    def look(self, number: int) -> str:
        """What a piece looks like, "$" beyond the last."""
        if not 0 <= number < self.count:
            return "$"
        if number not in self._looks:
            self._looks[number] = "year" if self.kinds[number] == "Y" else look(self.pieces[number])
        return self._looks[number]


def _symbol(mark: str) -> str:
    """A boundary in short: each mark once, in the order of their first appearance."""
    return "".join(dict.fromkeys(mark.replace("y", "Y")))[:6]


def _size(words: int) -> str:
    for limit in (0, 1, 2, 3, 5, 8, 12, 18, 30, 60):
        if words <= limit:
            return str(limit)
    return "more"
