r"""Trees of the package dirtree: \dirtree{.1 root. .2 topic. .3 leaf.}."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.latex.expansion.arguments import group

_DIRTREE = re.compile(r"\\dirtree[ \t\n]*(?=\{)")
_MARK = re.compile(r"\\.|[{}]|(?<![\w.\\])\.(\d{1,2})(?=[ \t\n{\\])", re.DOTALL)

_FILE = re.compile(r"(?:\S*/|\S+\.[a-zA-Z]\w{0,4})\s*(?:\\DTcomment.*)?", re.DOTALL)
"""Names of folders and files: such a tree shows what lies on a disk."""


def dirtrees(text: str, start: int) -> Iterator[Drawn]:
    """Every dirtree of the text from `start`."""
    for match in _DIRTREE.finditer(text, start):
        inside = group(text, match.end(), len(text))
        if inside is not None and (entries := list(_entries(text, inside.start, inside.stop))):
            files = sum(_FILE.fullmatch(box.label) is not None for _, box in entries)
            if 2 * files < len(entries):
                yield Drawn("dirtree", _grown(entries), match.start(), inside.end)


def _entries(text: str, start: int, stop: int) -> Iterator[tuple[int, Box]]:
    """Yield the level of each entry, and its box: .2 words."""
    level, since, depth = 0, start, 0
    for mark in _MARK.finditer(text, start, stop):
        if mark[0] in ("{", "}"):
            depth = max(0, depth + (1 if mark[0] == "{" else -1))
        elif mark[1] and not depth:
            if level:
                yield level, _box(text, since, mark.start())
            level, since = int(mark[1]), mark.end()
    if level:
        yield level, _box(text, since, stop)


def _box(text: str, start: int, stop: int) -> Box:
    raw = text[start:stop].strip().removesuffix("\\").rstrip()
    return Box(start, raw.removesuffix(".").strip())


def _grown(entries: list[tuple[int, Box]]) -> list[Box]:
    """Return the boxes hung up by their levels; a level that is left out is no reason to lose what follows."""
    roots: list[Box] = []
    above: list[tuple[int, Box]] = []
    for level, box in entries[:MOST_BOXES]:
        while above and above[-1][0] >= level:
            above.pop()
        (above[-1][1].children if above else roots).append(box)
        above.append((level, box))
        if len(above) > DEEPEST:
            break
    return roots
