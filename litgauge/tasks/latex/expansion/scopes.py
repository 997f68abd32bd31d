"""Groups of TeX: where a definition that is no global one ends to count."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.machine import Frame, Machine

_GLOBAL = re.compile(r"\\global\s*+(?:\\long\s*+)?\Z")
_BLANK_END = re.compile(r"(?:\s|%[^\n]*+\n)++\Z")
_WORD_BEFORE = re.compile(r"\\([a-zA-Z@]+)\*?\Z")
_TAKES_NONE = re.compile(r"if.*|else|fi|or|relax|par|(?:no)?indent|leavevmode|centering|small|large|bigskip|medskip")
_LONGEST_PREFIX, _MOST_ARGUMENTS, _FAR = 200, 9, 5_000


def group_end(machine: Machine, frame: Frame, position: int) -> int:
    r"""Return where the group ends that a definition of the frame stands in: {…} that is no argument, or \begingroup.

    -1 where it stands in none, or is global.
    """
    text = frame.text
    if _GLOBAL.search(text, max(0, position - _LONGEST_PREFIX), position):
        return -1
    start = max(position - _FAR, 0)
    opened = text.rfind("\\begingroup", start, position)
    if opened >= 0 and opened > text.rfind("\\endgroup", start, position):
        return text.find("\\endgroup", position, frame.end)
    frame.depth += text.count("{", frame.counted, position) - text.count("}", frame.counted, position)
    frame.counted = max(position, frame.counted)
    if frame.depth <= 0:
        return frame.end if frame.restore else -1
    groups = _groups(text)
    number = bisect_left(groups.openings, position) - 1
    while number >= 0:
        brace, close = groups.openings[number], groups.closings[number]
        if position < close <= frame.end and not _is_argument(machine, text, brace):
            return close
        number = groups.parents[number]
    return -1


class _Groups(NamedTuple):
    """The groups of a text by their openings: where they close, and the number of the one around each, or -1."""

    openings: list[int]
    closings: list[int]
    parents: list[int]
    by_closing: dict[int, int]


@lru_cache(maxsize=16)
def _groups(text: str) -> _Groups:
    ends = arguments.closings(text)
    openings = sorted(ends)
    closings = [ends[opening] for opening in openings]
    parents: list[int] = []
    around: list[int] = []
    for number, opening in enumerate(openings):
        while around and closings[around[-1]] < opening:
            around.pop()
        parents.append(around[-1] if around else -1)
        around.append(number)
    return _Groups(openings, closings, parents, {close: opening for opening, close in ends.items()})


def _is_argument(machine: Machine, text: str, brace: int) -> bool:
    """True if the group that opens there may be an argument, by what stands before it."""
    for _ in range(_MOST_ARGUMENTS):
        before = text[max(0, brace - _LONGEST_PREFIX) : brace]
        blank = _BLANK_END.search(before)
        before = before[: blank.start()] if blank else before
        if before.endswith("]"):
            return True
        if before.endswith("}"):
            if blank and "%" not in blank.group() and machine.begun:
                return False
            end = brace - (len(blank.group()) if blank else 0) - 1
            brace = _groups(text).by_closing.get(end, -1)
            if brace < 0:
                return True
            continue
        word = _WORD_BEFORE.search(before)
        return word is not None and not _TAKES_NONE.fullmatch(word[1])
    return True
