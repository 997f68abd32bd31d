"""Branches of trees that are written in another notation than JSON, and how they become values in the published one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

DEEPEST = 100
"""Levels that people and models write down by hand; deeper ones are not read."""


@dataclass(slots=True)
class Branch:
    """What is written at a place, what stands below it, and whether it is a topic even with nothing below."""

    name: str
    below: list[Branch] = field(default_factory=list)
    topic: bool = False

    @property
    def depth(self) -> int:
        """Levels, itself counted; of more than `DEEPEST` one more than that."""
        depth, level = 0, [self]
        while level and depth <= DEEPEST:
            depth, level = depth + 1, [below for branch in level for below in branch.below]
        return depth

    def published(self) -> dict[str, Any]:
        """The branch as the published format has it, what has nothing below it as a paper."""
        found: dict[str, Any] = {"name": self.name}
        if papers := [one.name for one in self.below if not (one.below or one.topic)]:
            found["papers"] = papers
        if topics := [one.published() for one in self.below if one.below or one.topic]:
            found["subtopics"] = topics
        return found


def by_indent(lines: Iterable[tuple[int, str]]) -> Iterator[Branch]:
    """The branches of lines, each below the nearest line before it that is less indented."""
    above: list[tuple[int, Branch]] = []
    roots: list[Branch] = []
    for indent, words in lines:
        while above and above[-1][0] >= indent:
            above.pop()
        here = Branch(words)
        (above[-1][1].below if above else roots).append(here)
        above.append((indent, here))
    yield from (root for root in roots if root.depth <= DEEPEST)
