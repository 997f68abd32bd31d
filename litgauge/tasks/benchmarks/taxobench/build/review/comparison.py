"""Comparison of two trees of one survey: same topics, moved papers, agreement of their groups."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.benchmarks.taxobench.clustering import agreement
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.text import compact_title

_ALIKE = 0.5
"""Share of the papers of the smaller of two topics that both hold, from which they are one under another name."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Differences between two trees of one survey."""

    papers_added: tuple[str, ...]
    papers_removed: tuple[str, ...]
    papers_moved: tuple[str, ...]  # to another topic, not where their topic was renamed
    topics_added: tuple[str, ...]
    topics_removed: tuple[str, ...]
    topics_renamed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Agreement of two reviewers of a survey."""

    both: int  # papers that both trees hold
    alike: float | None  # share of these at the same topic; None without any
    ari: float | None  # of the groups that these papers form, [-0.5, 1]; None without any
    moves: int  # of these, papers at different topics
    only_first: int
    only_second: int


def changes(before: Tree, after: Tree) -> Changes:
    """Return the differences between two trees."""
    old, new = _homes(before), _homes(after)
    node_after = _same_topics(before, after)
    titles = {compact_title(paper.title): paper.title for paper in (*before.papers, *after.papers)}
    moved = [key for key in old if key in new and not _stayed(old[key], new[key], node_after)]
    partners = {partner: node for node, partner in node_after.items()}
    return Changes(
        tuple(titles[key] for key in new if key not in old),
        tuple(titles[key] for key in old if key not in new),
        tuple(titles[key] for key in moved),
        tuple(name for node, name in enumerate(after.names) if node not in partners),
        tuple(name for node, name in enumerate(before.names) if node not in node_after),
        tuple(
            (before.names[node], after.names[partner])
            for node, partner in sorted(node_after.items())
            if compact_title(before.names[node]) != compact_title(after.names[partner])
        ),
    )


def pair_agreement(first: Tree, second: Tree) -> PairAgreement:
    """Return the agreement of two reviewers; a paper at several topics counts at its first."""
    first_homes, second_homes = _homes(first), _homes(second)
    shared = [key for key in first_homes if key in second_homes]
    node_in_second = _same_topics(first, second)
    moves = sum(not _stayed(first_homes[key], second_homes[key], node_in_second) for key in shared)
    groups = [min(first_homes[key]) for key in shared], [min(second_homes[key]) for key in shared]
    return PairAgreement(
        len(shared),
        (len(shared) - moves) / len(shared) if shared else None,
        agreement(*groups).ari if shared else None,
        moves,
        len(first_homes) - len(shared),
        len(second_homes) - len(shared),
    )


def _homes(tree: Tree) -> dict[str, set[int]]:
    homes: dict[str, set[int]] = {}
    for placed in tree.papers:
        homes.setdefault(compact_title(placed.title), set()).add(placed.node)
    return homes


def _stayed(old: set[int], new: set[int], node_after: dict[int, int]) -> bool:
    return {node_after.get(node, -1) for node in old} == new


def _same_topics(first: Tree, second: Tree) -> dict[int, int]:
    """Topics of the first tree with those of the second that they are: by path, else by papers, on one level."""
    paths = {topic_path(second, node): node for node in range(len(second) - 1, -1, -1)}
    matches = {node: paths[path] for node in range(len(first)) if (path := topic_path(first, node)) in paths}
    matched = set(matches.values())
    old, new = _papers_below(first), _papers_below(second)
    ranked = sorted(
        (
            (len(old[node] & new[other]) / len(old[node] | new[other]), -node, -other)
            for node in range(len(first))
            if node not in matches and old[node]
            for other in range(len(second))
            if other not in matched and first.depths[node] == second.depths[other] and old[node] & new[other]
        ),
        reverse=True,
    )
    for _, before, after in ranked:
        node, other = -before, -after
        smaller = min(len(old[node]), len(new[other]))
        if len(old[node] & new[other]) >= _ALIKE * smaller and node not in matches and other not in matched:
            matches[node] = other
            matched.add(other)
    return matches


def topic_path(tree: Tree, node: int) -> tuple[str, ...]:
    """Return the names on the way to a topic; the root's is left out, it is the survey's."""
    return tuple(compact_title(name) or name for name in tree.named_path(node)[1:])


def _papers_below(tree: Tree) -> list[set[str]]:
    """Return the papers of each topic and all below it."""
    papers: list[set[str]] = [set() for _ in tree.names]
    for placed in tree.papers:
        papers[placed.node].add(compact_title(placed.title))
    for node in range(len(tree) - 1, 0, -1):
        papers[tree.parents[node]] |= papers[node]
    return papers
