"""Errors of a taxonomy that words and counts can show: a stand-in for a judge that understands it.

It sees topics whose words come nowhere again, siblings that share words, names that stand twice on one way down, and
shapes. What takes understanding (whether a topic is misplaced, a border blurred, a concept another one) it never names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tasks.offline.taxonomy import Topic, apart, sound, stems

_MANY = 0.25  # of the topics, from which something is an error of the whole
_LARGER = 1.5  # times as many topics
_LARGEST_BRANCH = 0.5  # of all topics below the root
_LEAST_BRANCHES = 3  # among which one can be too large
_MOST_SIBLINGS = 8


def taxonomy_errors(expert: Sequence[Topic], tree: Sequence[Topic]) -> dict[str, str]:
    """The kinds of errors that are found, each with its evidence."""
    return {**dict(_coverage(expert, tree)), **dict(_order(tree)), **dict(_shape(expert, tree))}


def _coverage(expert: Sequence[Topic], tree: Sequence[Topic]) -> Iterator[tuple[str, str]]:
    theirs, ours = _without(expert, tree), _without(tree, expert)
    if missing := [topic.name for topic in theirs if topic.depth == 1]:
        yield "missing_core_branches", _named(missing)
    deeper = [topic.name for topic in theirs if topic.depth > 1]
    if len(deeper) > _MANY * sum(topic.depth > 1 for topic in expert):
        yield "missing_subfields", _named(deeper)
    if len(ours) > _MANY * sum(topic.depth > 0 for topic in tree):
        yield "irrelevant_additions", _named([topic.name for topic in ours])


def _order(tree: Sequence[Topic]) -> Iterator[tuple[str, str]]:
    if (shared := apart(tree)).evidence != "none":
        yield "semantic_overlap", shared.evidence
    if (again := sound(tree)).evidence != "none":
        yield "logical_inconsistency", again.evidence
    children: Counter[int] = Counter()
    above: list[int] = []
    for number, topic in enumerate(tree):
        del above[topic.depth :]
        if above:
            children[above[-1]] += 1
        above.append(number)
    if many := [tree[node].name for node, count in children.items() if count > _MOST_SIBLINGS]:
        yield "over_fragmentation", _named(many)
    if alone := [tree[node].name for node, count in children.items() if count == 1]:
        yield "under_fragmentation", _named(alone)


def _shape(expert: Sequence[Topic], tree: Sequence[Topic]) -> Iterator[tuple[str, str]]:
    levels, of_expert = _levels(tree), _levels(expert)
    told = f"{len(tree)} topics on {levels} levels, the experts' are {len(expert)} on {of_expert}"
    if levels != of_expert:
        yield "too_shallow" if levels < of_expert else "too_deep", told
    if len(tree) > _LARGER * len(expert):
        yield "over_expanded", told
    if len(expert) > _LARGER * len(tree):
        yield "under_expanded", told
    branches = _branches(tree)
    if len(branches) >= _LEAST_BRANCHES and max(branches.values()) > _LARGEST_BRANCH * sum(branches.values()):
        name, size = branches.most_common(1)[0]
        yield "structural_imbalance", f"{name}: {size} of {sum(branches.values())} topics below the root"


def _without(some: Sequence[Topic], others: Sequence[Topic]) -> list[Topic]:
    """The topics below the root that share no word with any of the others."""
    known = {stem for topic in others for stem in stems(topic.name)}
    return [topic for topic in some if topic.depth and (own := stems(topic.name)) and not own & known]


def _branches(tree: Sequence[Topic]) -> Counter[str]:
    """The topics of each main branch, itself among them."""
    sizes: Counter[str] = Counter()
    branch = ""
    for number, topic in enumerate(tree):
        if topic.depth == 1:
            branch = f"{topic.name} ({number})"
        if topic.depth:
            sizes[branch] += 1
    return Counter({name.rsplit(" (", 1)[0]: size for name, size in sizes.items()})


def _levels(tree: Sequence[Topic]) -> int:
    return max((topic.depth for topic in tree), default=0) + 1


def _named(names: Sequence[str]) -> str:
    return "; ".join(names[:5])
