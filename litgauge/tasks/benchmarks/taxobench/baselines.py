"""Trees that take no thought, beside every score: what a number is worth shows against them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree

SINGLETONS, ONE_CLUSTER, RANDOM, ANOTHER = (
    "singletons",
    "one cluster",
    "random of the same shape",
    "another survey's tree",
)
BASELINES = (SINGLETONS, ONE_CLUSTER, RANDOM, ANOTHER)


def baseline_trees(expert: Tree, another: Tree | None, seed: str) -> Iterator[tuple[str, Tree]]:
    """Yield the trivial answers to a task whose papers are given.

    `another` is the tree of another survey, if there is one.

    Every paper a topic of its own, named by it; all papers at the root; the experts' own topics with the papers
    shuffled; the topics of another survey with this one's papers dealt out over its categories.
    """
    once = [expert.papers[position] for position in sorted(set(expert.first_places))]
    titles = [placed.title for placed in once]
    root = expert.names[0]
    yield (
        SINGLETONS,
        Tree((root, *titles), (-1, *[0] * len(titles)), tuple(Placed(t, at) for at, t in enumerate(titles, start=1))),
    )
    yield ONE_CLUSTER, Tree((root,), (-1,), tuple(Placed(title, 0) for title in titles))
    shuffled = random.Random(seed).sample(titles, len(titles))
    dealt = tuple(Placed(title, placed.node) for title, placed in zip(shuffled, once, strict=True))
    yield RANDOM, Tree(expert.names, expert.parents, dealt)
    if another is not None and another.categories:
        places = another.categories
        spread = sorted((places[at % len(places)], title) for at, title in enumerate(shuffled))
        yield ANOTHER, Tree(another.names, another.parents, tuple(Placed(title, node) for node, title in spread))
