"""Whether a tree organises the papers that were given: each once, at leaves, under one root."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.benchmarks.taxobench.alignment import Alignment, align_papers
from tasks.benchmarks.taxobench.trees import Placed, Tree

MOST_TOLD = 60
"""Faults that a model is told at once."""
_SHOWN = 100  # characters of a title or a name


@dataclass(frozen=True, slots=True)
class Checked:
    """A tree with its papers under the titles that were given, or what is wrong with it."""

    tree: Tree | None
    faults: tuple[str, ...]  # in words that a model can act on

    def told(self) -> str:
        """The faults as a list."""
        more = len(self.faults) - MOST_TOLD
        lines = [f"- {fault}" for fault in self.faults[:MOST_TOLD]]
        return "\n".join([*lines, *([f"- and {more} more"] if more > 0 else [])])


def check_tree(tree: Tree, titles: Sequence[str]) -> Checked:
    """The tree, if it holds each of the papers exactly once and only at leaves, under one root with a name.

    Papers are named by their numbers in the list, from 1, or by titles as models write them.
    """
    found = align_papers(titles, [placed.title for placed in tree.papers])
    faults = (*_of_papers(tree, titles, found), *_of_topics(tree))
    if faults:
        return Checked(None, faults)
    title_at = {pair.found: titles[pair.expected] for pair in found.pairs}
    papers = tuple(Placed(title_at[at], placed.node) for at, placed in enumerate(tree.papers))
    return Checked(Tree(tree.names, tree.parents, papers), ())


def _of_papers(tree: Tree, titles: Sequence[str], found: Alignment) -> Iterator[str]:
    for position in found.missing:
        yield f"paper {position + 1} is missing: {_short(titles[position])}"
    for position in found.doubled:
        placed = tree.papers[position]
        yield f"{_short(placed.title)} under {_where(tree, placed.node)} stands somewhere else already"
    for position in found.invented:
        placed = tree.papers[position]
        yield f"{_short(placed.title)} under {_where(tree, placed.node)} is none of the papers"


def _of_topics(tree: Tree) -> Iterator[str]:
    holding: dict[int, list[str]] = defaultdict(list)
    for placed in tree.papers:
        holding[placed.node].append(placed.title)
    for node, name in enumerate(tree.names):
        if not name.strip():
            children = ", ".join(_short(tree.names[child]) for child in tree.children[node][:5])
            if node == 0:
                yield f"there is no topic at the top: put {children or 'everything'} under one, and give it a name"
            else:
                yield f"a topic under {_where(tree, tree.parents[node])} has no name"
        if tree.children[node] and node in holding:
            papers = ", ".join(map(_short, holding[node][:5]))
            yield f"{_where(tree, node)} has papers beside its sub-topics: put {papers} below one of them"
        if not tree.children[node] and node not in holding:
            yield f"{_where(tree, node)} has neither papers nor sub-topics"


def _where(tree: Tree, node: int) -> str:
    path = [_short(name) for name in tree.named_path(node)]
    return " > ".join(path if len(path) < 5 else [path[0], "…", *path[-3:]])


def _short(text: str) -> str:
    """In quotation marks, cut off where it is long.

    >>> _short("a" * 200) == "“" + "a" * 100 + "…”"
    True
    """
    return f"“{text}”" if len(text) <= _SHOWN else f"“{text[:_SHOWN]}…”"
