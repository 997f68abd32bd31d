"""A tree as a drawing, a table or a list has it: boxes with LaTeX in them, before anybody asks what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from litgauge.tasks.benchmarks.taxobench.drawings.candidates import Kind

MOST_BOXES = 5_000
"""Of one tree; beyond what any person draws, the rest is left out."""
DEEPEST = 40


@dataclass(slots=True)
class Box:
    """A box: what is written in it, where it stands, and what hangs below it."""

    position: int  # in the document's text
    label: str  # LaTeX, without options
    besides: str = ""  # LaTeX of its options and notes: what it cites counts, its words do not
    hidden: bool = False  # drawn without a box: its children hang on the box above
    children: list[Box] = field(default_factory=list)

    def all(self) -> Iterator[Box]:
        """This box and all below it, in the order in which a tree is read."""
        waiting = [self]
        while waiting:
            box = waiting.pop()
            yield box
            waiting.extend(reversed(box.children))


@dataclass(slots=True)
class Drawn:
    """One tree of a source: its boxes, how it is written there, and which stretch of the text it takes."""

    kind: Kind
    roots: list[Box]
    start: int
    stop: int
    reasons: list[str] = field(default_factory=list)
    papers_as_leaves: bool = False  # whether a leaf is a paper whatever is written in it (the rows of a table)

    @property
    def size(self) -> int:
        """Return how many boxes it has."""
        return sum(1 for root in self.roots for _ in root.all())
