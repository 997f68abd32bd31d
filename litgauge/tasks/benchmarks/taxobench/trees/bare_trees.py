"""Trees without what is no name: numbers before topics, and a root that only says that a tree follows."""

from __future__ import annotations

import re

from litgauge.tasks.benchmarks.taxobench.trees.names import is_tree_label
from litgauge.tasks.benchmarks.taxobench.trees.tree import Placed, Tree

_NUMBER = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})*[.):]?\s+(?=[^\W\d])|[A-Z](?:\.\d{1,2})*[.)]\s+(?=\w))")
_MOST_ARE_NUMBERED = 0.75  # of the topics beside each other


def bare_tree(tree: Tree) -> Tree:
    """Return the tree without the numbers of its topics, and without a root that names nothing above a single topic.

    >>> bare_tree(Tree(("Proposed taxonomy", "Owls", "A. Flight", "B. Senses"), (-1, 0, 1, 1))).names
    ('Owls', 'Flight', 'Senses')
    """
    return _without_numbers(_under_its_root(tree)) if len(tree) else tree


def _under_its_root(tree: Tree) -> Tree:
    if tree.names[0] and not is_tree_label(tree.names[0]):
        return tree
    if len(tree.children[0]) > 1:
        return Tree(("", *tree.names[1:]), tree.parents, tree.papers)
    if len(tree.children[0]) != 1 or any(not placed.node for placed in tree.papers):
        return tree
    if tree.names[0] and not tree.children[1]:
        return tree
    papers = tuple(Placed(placed.title, placed.node - 1) for placed in tree.papers)
    return Tree(tree.names[1:], (-1, *(parent - 1 for parent in tree.parents[2:])), papers)


def _without_numbers(tree: Tree) -> Tree:
    """Return the tree without the numbers that all topics beside each other have: "1.2 Memory"."""
    counted = {
        child
        for children in tree.children
        if sum(1 for child in children if _NUMBER.match(tree.names[child])) > max(1, _MOST_ARE_NUMBERED * len(children))
        for child in children
    }
    counted |= {children[0] for children in tree.children if len(children) == 1} if counted else set()
    names = (_NUMBER.sub("", name) if node in counted else name for node, name in enumerate(tree.names))
    return Tree(tuple(names), tree.parents, tree.papers)
