"""Abridges printed references with long lists of names, so that their titles are found in bounded time."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONG, _LONGEST = 8_000, 20_000
"""Characters of a reference that is read as it is, and of what is read of one that is no list of names."""
_HEAD, _TAIL = 2_000, 5_000
MOST_NAMES = 400_000
"""Characters of names that are kept: ten times those of the longest lists that collaborations print."""
_TURNED = re.compile(r"\W{0,8}[^\W\d_a-z][\w'’\\{}\"^`~-]{1,40},[\s~]+[^\W\d_a-z][a-z]?\.")
_BETWEEN = re.compile(r"[,;]\s+")
_BETWEEN_TURNED = re.compile(r"(?<=\.),\s+|;\s+")
_NAME = re.compile(r"(?:and\s+)?(?:\{*[^\W\d_]|\\)[^,;]{0,60}")
_LEAST_NAMES = 0.9


@dataclass(frozen=True, slots=True)
class Abridged:
    """LaTeX of a reference without the names after `head`, which are kept separately."""

    text: str
    head: str = ""
    names: str = ""
    is_cut: bool = False


def abridged(body: str) -> Abridged:
    """Return a reference of bounded length: without the middle of its names, or cut at its end if it has no such list.

    The middle is kept in the result, up to MOST_NAMES characters.
    """
    if len(body) <= _LONG:
        return Abridged(body)
    between = _BETWEEN_TURNED if _TURNED.match(body) else _BETWEEN
    first, last = between.search(body, _HEAD), between.search(body, len(body) - _TAIL)
    names = body[first.end() : last.start()] if first and last and first.end() < last.start() else ""
    parts = _BETWEEN.split(names[:MOST_NAMES])
    if not first or not last or sum(_NAME.fullmatch(part) is not None for part in parts) < _LEAST_NAMES * len(parts):
        return Abridged(body[:_LONGEST], is_cut=len(body) > _LONGEST)
    middle = names if len(names) <= MOST_NAMES else names[: names.rfind(first.group(), 0, MOST_NAMES)]
    return Abridged(body[: first.end()] + body[last.end() :], body[: first.end()], middle, len(middle) < len(names))
