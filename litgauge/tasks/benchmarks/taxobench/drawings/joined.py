"""Boxes that lines join, as trees: where every box but one has exactly one line that leads to it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, Box

FEWEST = 4
"""Boxes of a tree; fewer joined ones are some other drawing."""
_MOST = 20_000


@dataclass(slots=True)
class Joins:
    """Lines between named boxes, in the order drawn."""

    pairs: dict[tuple[str, str], None] = field(default_factory=dict)

    def add(self, start: str, end: str) -> None:
        """One more line; the same one, or its reverse, counts once."""
        if start != end and (end, start) not in self.pairs and len(self.pairs) < _MOST:
            self.pairs[start, end] = None


def joined_trees(named: Mapping[str, Box], joins: Joins) -> Iterator[Box]:
    """Yield the trees that the lines make. A drawing with a circle, or with two lines to one box, is none."""
    beside: dict[str, list[str]] = defaultdict(list)
    above: dict[str, list[str]] = defaultdict(list)
    for start, end in joins.pairs:
        beside[start].append(end)
        beside[end].append(start)
        above[end].append(start)
    members_of_joined: set[str] = set()
    for name in beside:
        if name in members_of_joined:
            continue
        members = _reached(name, beside)
        members_of_joined.update(members)
        lines = sum(len(beside[member]) for member in members) // 2
        if len(members) < FEWEST or lines != len(members) - 1:
            continue
        roots = [member for member in members if not above[member]]
        root = roots[0] if len(roots) == 1 else members[0]  # lines without direction: from what was joined first
        if _hang(root, named, beside):
            yield named[root]


def hang_joined(roots: Sequence[Box], named: Mapping[str, Box], joins: Joins) -> None:
    """Hang on boxes of trees what lines lead to and is in no tree: leaves that stand below one and are joined to it."""
    placed = {id(box) for root in roots for box in root.all()}
    beside: dict[str, list[str]] = defaultdict(list)
    for start, end in joins.pairs:
        beside[start].append(end)
        beside[end].append(start)
    waiting = deque((name, 0) for name in beside if id(named[name]) in placed)
    while waiting:
        name, depth = waiting.popleft()
        for other in beside[name] if depth < DEEPEST else ():
            if id(named[other]) not in placed:
                placed.add(id(named[other]))
                named[name].children.append(named[other])
                waiting.append((other, depth + 1))


def _reached(name: str, beside: Mapping[str, list[str]]) -> list[str]:
    above, waiting = {name: None}, [name]
    while waiting:
        for other in beside[waiting.pop()]:
            if other not in above:
                above[other] = None
                waiting.append(other)
    return list(above)


def _hang(root: str, named: Mapping[str, Box], beside: Mapping[str, list[str]]) -> bool:
    """Hang each box on the one that leads to it; False if that goes deeper than any taxonomy."""
    placed, level = {root}, [root]
    for _ in range(DEEPEST):
        below = []
        for name in level:
            for other in beside[name]:
                if other not in placed:
                    placed.add(other)
                    named[name].children.append(named[other])
                    below.append(other)
        if not below:
            return True
        level = below
    return False
