"""Papers with the topics above them, as lines, rows and values name them, and the tree that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from litgauge.tasks.benchmarks.taxobench.trees.names import STEPS
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree, TreeBuilder

Path = tuple[str, ...]
"""Names of topics, the highest first."""
Assigned = tuple[Path, str]
"""The topics of a paper, and its title; "" for topics that may hold none."""
BETWEEN_STEPS = (STEPS, re.compile(r"\s+[/|\\]\s+|\s*::\s*|\t+"), re.compile(r"(?<=\w)/(?=\w)"))
"""What stands between the topics of a path, the surest first."""


def tree_of_assignments(assigned: Sequence[Assigned]) -> Tree | None:
    """Return the tree of papers with their topics, below a root without a name where they have none in common.

    Names that are paths, "Agents > Memory", are topics below each other. None without any paper.

    >>> tree_of_assignments([(("Owls > Flight",), "Silent Wings"), (("Owls > Senses",), "Ears")]).names
    ('Owls', 'Flight', 'Senses')
    """
    if not any(title for _, title in assigned):
        return None
    assigned = list(_with_steps(assigned))
    if len({path[:1] for path, _ in assigned}) > 1 or any(not path for path, _ in assigned):
        assigned = [(("", *path), title) for path, title in assigned]
    builder = TreeBuilder()
    nodes: dict[Path, int] = {}
    for path, title in assigned:
        for depth in range(1, len(path) + 1):
            if path[:depth] not in nodes:
                nodes[path[:depth]] = builder.add(path[depth - 1], nodes.get(path[: depth - 1], -1))
        if title:
            builder.place(title, nodes[path])
    return builder.build()


def _with_steps(assigned: Sequence[Assigned]) -> Iterator[Assigned]:
    steps = steps_in({name for path, _ in assigned for name in path})
    for path, title in assigned:
        yield tuple(step for name in path for step in steps.get(name, (name,))), title


def steps_in(names: Iterable[str]) -> dict[str, Path]:
    """Return the steps of each name that is a path, where several are and some begin with the same topic."""
    for between in BETWEEN_STEPS:
        steps = {name: tuple(filter(None, between.split(name.strip("[]./ ")))) for name in names}
        paths = {name: way for name, way in steps.items() if len(way) > 1}
        if len({way[0] for way in paths.values()}) < len(paths):
            return {name: way for name, way in steps.items() if way}
    return {}


def assignments_of(tree: Tree) -> Iterator[Assigned]:
    """Yield the papers of a tree, and its topics, in its order."""
    below: dict[int, list[str]] = {}
    for placed in tree.papers:
        below.setdefault(placed.node, []).append(placed.title)
    for node in range(len(tree)):
        path = tree.named_path(node)
        path = path if path[0] else path[1:]
        yield path, ""
        yield from ((path, title) for title in below.get(node, ()))


def at_planned_topics(assigned: Sequence[Assigned], plans: Sequence[Sequence[Path]]) -> list[Assigned]:
    """Return the papers at the topics of a plan, which names topics alone; [] where no plan has the topics of all.

    A plan is the path of each of its topics. Steps of a paper that the plan does not have, as "Assignments", count for
    nothing if they stand before those that it has.
    """
    for plan in plans:
        ends: dict[Path, list[Path]] = {}
        for path in plan:
            for start in range(len(path)):
                ends.setdefault(_folded(path[start:]), []).append(path)
        names = {path[-1].casefold() for path in plan}
        homes: dict[Path, Path] = {}
        for path in {path for path, title in assigned if title}:
            steps = _folded(path)
            known = next(at for at in range(len(steps) + 1) if names.issuperset(steps[at:]))
            if len(fits := ends.get(steps[known:], [])) != 1:
                break
            homes[path] = fits[0]
        if homes and len(homes) == len({path for path, title in assigned if title}):
            start = max(0, _shared(list(homes.values())) - 1)
            topics = [(path[start:], "") for path in plan if len(path) > start]
            return topics + [(homes[path][start:], title) for path, title in assigned if title]
    return []


def _folded(path: Path) -> Path:
    return tuple(step.casefold() for step in path)


def _shared(paths: Sequence[Path]) -> int:
    """Return with how many steps all paths begin, the last of none among them."""
    first, last = min(paths), max(paths)
    shared = 0
    while shared < min(len(first), len(last)) - 1 and first[shared] == last[shared]:
        shared += 1
    return shared
