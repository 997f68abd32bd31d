"""Trees at random, for properties."""

from __future__ import annotations

import random

from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree, TreeBuilder

WORDS = ("retrieval", "agents", "planning", "memory", "alignment", "reward", "safety", "vision", "graphs", "speech")


def random_tree(source: random.Random, most_nodes: int, papers: int = 0, names: int = 6) -> Tree:
    """A tree of 1 to `most_nodes` nodes with few different names, and papers `p0` … at random nodes."""
    builder = TreeBuilder()
    for _ in range(source.randint(1, most_nodes)):
        builder.add(WORDS[source.randrange(names)], source.randrange(len(builder.names)) if builder.names else -1)
    for number in range(papers):
        builder.place(f"paper number {number} on {WORDS[number % 10]}", source.randrange(len(builder.names)))
    return builder.build()


def relabelled(tree: Tree, order: list[int]) -> Tree:
    """The same papers, written in another order."""
    return Tree(tree.names, tree.parents, tuple(Placed(tree.papers[at].title, tree.papers[at].node) for at in order))
