"""Leaves of a tree that are known papers: topics that are called so, numbers in the list given, lines of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from litgauge.tasks.benchmarks.taxobench.match_papers import (
    Mode,
    align_papers,
    numbered_title,
    titles_meant,
)
from litgauge.tasks.benchmarks.taxobench.short_titles import named_by_part
from litgauge.tasks.benchmarks.taxobench.trees.names_in_one import with_papers_apart
from litgauge.tasks.benchmarks.taxobench.trees.tree import Placed, Tree, TreeBuilder

_LEAVES_THAT_ARE_PAPERS = 0.5
"""Share of a tree's leaves that must be expected papers for all of them to be read as papers."""


_FEWEST_LEFT = 3  # words of a title that was cut off


def leaves_as_papers(
    tree: Tree, titles: Sequence[str], given: Sequence[str] | None = None, mode: Mode = "ours"
) -> Tree:
    """Return the tree with topics that are expected papers as papers, and numbers in the list given as titles.

    `given` is what the agent was given; where that is not known, it is those expected.
    All leaves are papers where the tree holds none by name and half of its leaves are expected ones. In other trees
    topics that are called like an expected paper are, if nothing but explanations stand below them; and a line that
    names several expected papers is taken apart.
    """
    if mode == "ours":
        tree = _with_titles(tree, list(dict.fromkeys(titles)) if given is None else given)
    leaves = [node for node, children in enumerate(tree.children) if not children and node]
    if not tree.papers and leaves:
        pairs = align_papers(titles, [tree.names[node] for node in leaves], mode, numbers=False).pairs
        if len(pairs) >= _LEAVES_THAT_ARE_PAPERS * len(leaves):
            return _with_papers(tree, set(leaves))
    if mode == "released":
        return tree
    tree = _with_papers(_with_cut_end(tree, titles), _explained_papers(tree, titles))
    return with_papers_apart(tree, titles, titles if given is None else given)


def _with_cut_end(tree: Tree, titles: Sequence[str]) -> Tree:
    """Return the tree with an ellipsis behind its last title, where only so it is an expected paper: it was cut off;
    without that title, where too little of one is left.
    """
    if not tree.papers or titles_meant(titles, [tree.papers[-1].title]):
        return tree
    *papers, last = tree.papers
    cut = Placed(f"{last.title.rstrip()}…", last.node)
    if titles_meant(titles, [cut.title]):
        return replace(tree, papers=(*papers, cut))
    left = last.title.rstrip(" .…").casefold()
    is_rest = len(left.split()) < _FEWEST_LEFT and any(title.casefold().startswith(left) for title in titles)
    return replace(tree, papers=tuple(papers)) if is_rest else tree


def _with_titles(tree: Tree, given: Sequence[str]) -> Tree:
    """Return the tree with the titles of papers, and of leaves, that are numbers in the list given; and of papers that
    are named by a part of one of its titles.
    """
    holding = {placed.node for placed in tree.papers}
    names = (
        name if tree.children[node] or node in holding or not node else numbered_title(name, given) or name
        for node, name in enumerate(tree.names)
    )
    titles = [numbered_title(placed.title, given) or placed.title for placed in tree.papers]
    whole = named_by_part(titles, given)
    papers = (Placed(whole.get(title, title), placed.node) for title, placed in zip(titles, tree.papers, strict=True))
    return Tree(tuple(names), tree.parents, tuple(papers))


def _explained_papers(tree: Tree, titles: Sequence[str]) -> set[int]:
    """Return the topics that are called like papers which the tree does not hold, and have only leaves below them."""
    alignment = align_papers(titles, [placed.title for placed in tree.papers], numbers=False)
    holding = {tree.papers[pair.found].node for pair in alignment.pairs}
    nodes = [
        node
        for node, children in enumerate(tree.children)
        if node and holding.isdisjoint((node, *children)) and not any(tree.children[child] for child in children)
    ]
    if not nodes or not alignment.missing:
        return set()
    missing = [titles[position] for position in alignment.missing]
    return {
        nodes[pair.found] for pair in align_papers(missing, [tree.names[node] for node in nodes], numbers=False).pairs
    }


def _with_papers(tree: Tree, nodes: set[int]) -> Tree:
    """Return the tree with these topics as papers, without what stands below them."""
    if not nodes:
        return tree
    builder = TreeBuilder()
    new: dict[int, int] = {-1: -1}
    for node, (name, parent) in enumerate(zip(tree.names, tree.parents, strict=True)):
        if parent not in new:
            continue
        if node in nodes:
            builder.place(name, new[parent])
        else:
            new[node] = builder.add(name, new[parent])
    for placed in tree.papers:
        if placed.node in new:
            builder.place(placed.title, new[placed.node])
    return builder.build()
