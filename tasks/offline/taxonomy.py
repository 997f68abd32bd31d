"""Grades of a taxonomy against another by words and counts: a stand-in for a judge that understands both.

It sees whether words of topics come again and whether depth and number of topics are alike. Whether a topic is a kind
of the one above it is beyond it: it looks for names that stand twice on one way down, and calls the rest sound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 5  # letters of a word that count: "robots" is "robotics"
_SHARE_AT = (0.25, 0.5, 0.75, 0.95)  # of what there could be, from which the next grade holds


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
    """The grade for a share of what there could be.

    >>> [grade_of(share) for share in (0, 0.25, 0.6, 0.8, 1)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(share >= least for least in _SHARE_AT)


def covered(expert: Sequence[Topic], tree: Sequence[Topic]) -> Grade:
    """How many of the expert's topics share a word with a topic of the tree."""
    known = {stem for topic in tree for stem in stems(topic.name)}
    below = [topic for topic in expert if topic.depth and stems(topic.name)]
    there = [topic.name for topic in below if stems(topic.name) & known]
    share = len(there) / len(below) if below else 1.0
    return Grade(
        _named(there), f"{len(there)} of {len(below)} topics share a word with one of the tree", grade_of(share)
    )


def apart(tree: Sequence[Topic]) -> Grade:
    """How many topics share no word with a sibling."""
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
        shared += [one.name for one in family if any(2 <= counts[stem] < most for stem in stems(one.name))]
    share = 1 - len(shared) / len(tree) if tree else 0.0
    return Grade(
        _named(shared), f"{len(shared)} of {len(tree)} topics share a word with some of their siblings", grade_of(share)
    )


def sound(tree: Sequence[Topic]) -> Grade:
    """How many topics do not repeat the name of one above them."""
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
        _named(again), f"{len(again)} topics repeat the name of one above them; more cannot be told by words", grade
    )


def shaped(expert: Sequence[Topic], tree: Sequence[Topic]) -> Grade:
    """How near depth and number of topics come."""
    depths = [max((topic.depth for topic in one), default=0) + 1 for one in (expert, tree)]
    share = min(depths) / max(depths) * min(len(expert), len(tree)) / max(len(expert), len(tree), 1)
    told = f"{len(tree)} topics on {depths[1]} levels, the experts' are {len(expert)} on {depths[0]}"
    return Grade(told, "by the numbers of topics and levels alone", grade_of(share))


def stems(name: str) -> set[str]:
    """The words of a name that count, each by its beginning: "robots" is "robotics"."""
    return {word[:_STEM].casefold() for word in _WORD.findall(name)}


def _named(names: Sequence[str]) -> str:
    return "; ".join(names[:5]) or "none"
