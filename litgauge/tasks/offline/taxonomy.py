"""Grades and errors of a taxonomy by words and counts: a stand-in for a judge that understands it.

The rules see whether words of topics come again, siblings that share words, names that stand twice on one way down, and
depth and number of topics. They cannot tell whether a topic is a kind of the one above it: they call it sound unless a
name repeats. They never name an error that takes understanding: a misplaced topic, a blurred border, another concept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 5  # letters of a word that count: "robots" is "robotics"
_SHARE_AT = (0.25, 0.5, 0.75, 0.95)  # of what there could be, from which the next grade holds
_MANY = 0.25  # of the topics, from which something is an error of the whole
_LARGER = 1.5  # times as many topics
_LARGEST_BRANCH = 0.5  # of all topics below the root
_LEAST_BRANCHES = 3  # among which one can be too large
_MOST_SIBLINGS = 8


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a taxonomy in pre-order."""

    name: str
    depth: int  # 0 is the root


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade from 1 to 5 and what it rests on."""

    evidence: str
    reason: str
    score: int


def grade_of(share: float) -> int:
    """Return the grade for a share of what there could be.

    >>> [grade_of(share) for share in (0, 0.25, 0.6, 0.8, 1)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(share >= least for least in _SHARE_AT)


def covered(expert: Sequence[Topic], tree: Sequence[Topic]) -> Grade:
    """Grade how many of the expert's topics share a word with a topic of the tree."""
    tree_stems = {stem for topic in tree for stem in stems(topic.name)}
    below = [topic for topic in expert if topic.depth and stems(topic.name)]
    shared = [topic.name for topic in below if stems(topic.name) & tree_stems]
    share = len(shared) / len(below) if below else 1.0
    return Grade(
        _names(shared), f"{len(shared)} of {len(below)} topics share a word with one of the tree", grade_of(share)
    )


def apart(tree: Sequence[Topic]) -> Grade:
    """Grade how many topics share no word with a sibling."""
    families: dict[int, list[Topic]] = {}
    above: list[int] = []
    for number, topic in enumerate(tree):
        del above[topic.depth :]
        families.setdefault(above[-1] if above else -1, []).append(topic)
        above.append(number)
    shared = []
    for family in families.values():
        counts = Counter(stem for topic in family for stem in stems(topic.name))
        most = max(2, len(family) // 2 + 1)  # a word that most of them have names the family
        shared += [topic.name for topic in family if any(2 <= counts[stem] < most for stem in stems(topic.name))]
    share = 1 - len(shared) / len(tree) if tree else 0.0
    return Grade(
        _names(shared), f"{len(shared)} of {len(tree)} topics share a word with some of their siblings", grade_of(share)
    )


def sound(tree: Sequence[Topic]) -> Grade:
    """Grade how many topics do not repeat the name of one above them."""
    above: list[str] = []
    again = []
    for topic in tree:
        del above[topic.depth :]
        if topic.name.casefold() in above:
            again.append(topic.name)
        above.append(topic.name.casefold())
    share = 1 - len(again) / len(tree) if tree else 0.0
    grade = min(grade_of(share), 4)  # words cannot tell that all is strict
    return Grade(
        _names(again), f"{len(again)} topics repeat the name of one above them; more cannot be told by words", grade
    )


def shaped(expert: Sequence[Topic], tree: Sequence[Topic]) -> Grade:
    """Grade how near depth and number of topics come."""
    depths = [max((topic.depth for topic in topics), default=0) + 1 for topics in (expert, tree)]
    share = min(depths) / max(depths) * min(len(expert), len(tree)) / max(len(expert), len(tree), 1)
    evidence = f"{len(tree)} topics on {depths[1]} levels, the experts' are {len(expert)} on {depths[0]}"
    return Grade(evidence, "by the numbers of topics and levels alone", grade_of(share))


def stems(name: str) -> set[str]:
    """Return the words of a name that count, each by its beginning: "robots" is "robotics"."""
    return {word[:_STEM].casefold() for word in _WORD.findall(name)}


def _names(names: Sequence[str]) -> str:
    return "; ".join(names[:5]) or "none"


def taxonomy_errors(expert: Sequence[Topic], tree: Sequence[Topic]) -> dict[str, str]:
    """Return the kinds of errors that are found, each with its evidence."""
    return {**dict(_coverage(expert, tree)), **dict(_order(tree)), **dict(_shape(expert, tree))}


def _coverage(expert: Sequence[Topic], tree: Sequence[Topic]) -> Iterator[tuple[str, str]]:
    theirs, ours = _without(expert, tree), _without(tree, expert)
    if missing := [topic.name for topic in theirs if topic.depth == 1]:
        yield "missing_core_branches", _names(missing)
    deeper = [topic.name for topic in theirs if topic.depth > 1]
    if len(deeper) > _MANY * sum(topic.depth > 1 for topic in expert):
        yield "missing_subfields", _names(deeper)
    if len(ours) > _MANY * sum(topic.depth > 0 for topic in tree):
        yield "irrelevant_additions", _names([topic.name for topic in ours])


RULED_TYPES = frozenset(
    {
        "missing_core_branches", "missing_subfields", "irrelevant_additions", "semantic_overlap",
        "logical_inconsistency", "over_fragmentation", "under_fragmentation", "too_shallow", "too_deep",
        "over_expanded", "under_expanded", "structural_imbalance",
    }
)  # fmt: skip
"""Types of errors that rules can find; of the others they can say nothing."""


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
        yield "over_fragmentation", _names(many)
    if alone := [tree[node].name for node, count in children.items() if count == 1]:
        yield "under_fragmentation", _names(alone)


def _shape(expert: Sequence[Topic], tree: Sequence[Topic]) -> Iterator[tuple[str, str]]:
    levels, of_expert = _levels(tree), _levels(expert)
    evidence = f"{len(tree)} topics on {levels} levels, the experts' are {len(expert)} on {of_expert}"
    if levels != of_expert:
        yield "too_shallow" if levels < of_expert else "too_deep", evidence
    if len(tree) > _LARGER * len(expert):
        yield "over_expanded", evidence
    if len(expert) > _LARGER * len(tree):
        yield "under_expanded", evidence
    branches = _branches(tree)
    if len(branches) >= _LEAST_BRANCHES and max(branches.values()) > _LARGEST_BRANCH * sum(branches.values()):
        name, size = branches.most_common(1)[0]
        yield "structural_imbalance", f"{name}: {size} of {sum(branches.values())} topics below the root"


def _without(some: Sequence[Topic], others: Sequence[Topic]) -> list[Topic]:
    """Return the topics below the root that share no word with any of the others."""
    other_stems = {stem for topic in others for stem in stems(topic.name)}
    return [topic for topic in some if topic.depth and (own := stems(topic.name)) and not own & other_stems]


def _branches(tree: Sequence[Topic]) -> Counter[str]:
    """Return the topics of each main branch, itself among them."""
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
