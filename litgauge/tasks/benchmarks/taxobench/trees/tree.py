"""A taxonomy as it is kept: flat, in the order in which a person reads it, so that no depth can break it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from litgauge.tasks.base.crash import encodable
from litgauge.tasks.text import compact_title

MAX_NODES = 20_000
"""Topics of a tree that is read."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A paper at a node."""

    title: str
    node: int


@dataclass(frozen=True)
class Tree:
    """Topics in pre-order, node 0 the root; papers in the order in which they are written.

    The skeleton of the paper (section 3.2), T_s, is all nodes, the root among them; papers are no nodes.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]  # of each node; -1 of the root
    papers: tuple[Placed, ...] = ()

    def __len__(self) -> int:
        """Nodes of the skeleton."""
        return len(self.names)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the children of each node, in their order."""
        below: list[list[int]] = [[] for _ in self.names]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                below[parent].append(node)
        return tuple(map(tuple, below))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """Return how many edges each node is below the root."""
        depths: list[int] = []
        for parent in self.parents:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        return tuple(depths)

    @property
    def depth(self) -> int:
        """Levels of topics: 1 for a root alone, 0 for no tree."""
        return max(self.depths, default=-1) + 1

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """Return the nodes that hold papers: the clusters of the leaf level."""
        return tuple(sorted({placed.node for placed in self.papers}))

    @cached_property
    def first_places(self) -> tuple[int, ...]:
        """Of each paper the position, in `papers`, of the first topic at which the same paper stands, if not its own.

        >>> Tree(("A", "B"), (-1, 0), (Placed("Owls", 0), Placed("Gulls", 1), Placed("OWLS.", 1))).first_places
        (0, 1, 0)
        """
        first: dict[str, int] = {}
        for position in sorted(range(len(self.papers)), key=lambda at: self.papers[at].node):
            first.setdefault(_one_paper(self.papers[position].title), position)
        return tuple(first[_one_paper(placed.title)] for placed in self.papers)

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the root to this one, both among them."""
        steps = [node]
        while (parent := self.parents[steps[-1]]) >= 0:
            steps.append(parent)
        return tuple(reversed(steps))

    def named_path(self, node: int) -> tuple[str, ...]:
        """Return the names from the root to this node."""
        return tuple(self.names[step] for step in self.path(node))

    def lines(self) -> Iterator[str]:
        """Yield the tree as a nested list, for people."""
        at: dict[int, list[str]] = {}
        for placed in self.papers:
            at.setdefault(placed.node, []).append(placed.title)
        for node, name in enumerate(self.names):
            yield f"{'  ' * self.depths[node]}- {name}"
            yield from (f"{'  ' * (self.depths[node] + 1)}* {title}" for title in at.get(node, ()))


def _one_paper(title: str) -> str:
    """Return a key that titles of one paper share; a title without letters is its own key."""
    return compact_title(title) or title


def plain_words(text: str) -> str:
    r"""Words as files, tables and embeddings can hold them: no NUL, no half of a surrogate pair, one space.

    >>> plain_words("BERT\0 \ud83d\n and  more")
    'BERT ? and more'
    """
    return " ".join(encodable(text).replace("\0", "").split())


@dataclass
class TreeBuilder:
    """Grows a tree node by node; nodes must be added parents first, and come out in pre-order."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    papers: list[Placed] = field(default_factory=list)

    def add(self, name: str, parent: int) -> int:
        """A new node; its number until the tree is built."""
        self.names.append(plain_words(name))
        self.parents.append(parent)
        return len(self.names) - 1

    def place(self, title: str, node: int) -> None:
        """A paper at a node."""
        self.papers.append(Placed(plain_words(title), node))

    def build(self) -> Tree:
        """Return the tree, renumbered to pre-order; siblings keep the order in which they were added."""
        order = list(self._pre_order())
        new = {node: position for position, node in enumerate(order)}
        papers = sorted(self.papers, key=lambda placed: new[placed.node])
        return Tree(
            names=tuple(self.names[node] for node in order),
            parents=tuple(new[self.parents[node]] if self.parents[node] >= 0 else -1 for node in order),
            papers=tuple(Placed(placed.title, new[placed.node]) for placed in papers),
        )

    def _pre_order(self) -> Iterator[int]:
        children: list[list[int]] = [[] for _ in self.names]
        roots: list[int] = []
        for node, parent in enumerate(self.parents):
            (children[parent] if parent >= 0 else roots).append(node)
        waiting = roots[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(children[node]))


def joined_trees(trees: Sequence[Tree]) -> Tree:
    """Several trees under one root: that of all where all have the same, else one without a name."""
    same = len({tree.names[0] for tree in trees}) == 1
    builder = TreeBuilder()
    root = builder.add(trees[0].names[0] if same else "", -1)
    for tree in trees:
        new: dict[int, int] = {-1: root}
        for node, (name, parent) in enumerate(zip(tree.names, tree.parents, strict=True)):
            new[node] = root if same and not node else builder.add(name, new[parent])
        for placed in tree.papers:
            builder.place(placed.title, new[placed.node])
    return builder.build()


def nested(tree: Tree) -> dict[str, object]:
    """Return the tree in the published format: name, then subtopics or papers.

    >>> nested(Tree(("A", "B"), (-1, 0), (Placed("p", 1),)))
    {'name': 'A', 'subtopics': [{'name': 'B', 'papers': ['p']}]}
    """
    nodes: list[dict[str, object]] = [{"name": name} for name in tree.names]
    for node, children in enumerate(tree.children):
        if children:
            nodes[node]["subtopics"] = [nodes[child] for child in children]
    papers: dict[int, list[str]] = {}
    for placed in tree.papers:
        papers.setdefault(placed.node, []).append(placed.title)
    for node, titles in papers.items():
        nodes[node]["papers"] = titles
    return nodes[0] if nodes else {}
