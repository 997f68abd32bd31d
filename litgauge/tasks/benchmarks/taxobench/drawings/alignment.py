"""One tree out of a survey's drawing, tables and sections, with a confidence for each edge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmarks.taxobench.drawings.sections import compared_name
from litgauge.tasks.benchmarks.taxobench.drawings.shape import Node

_WORD = re.compile(r"[^\W\d_]{3,}")
_ENOUGH = 0.6  # of all works: what a joined tree must hold without the sections that its drawing does not name
_FEWEST_PAIRS = 2
_COMMON = 1 / 3  # of the names: a word that stands in more of them tells none apart
_NAMED_ALIKE = 0.33  # words shared, of all words of two names
_IN_SECTION, _BESIDE = 0.7, 0.4  # of a table's topic in the section around it, of a section that no drawing names


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing, a table or a list, and the section around it."""

    top: Node
    section: Node | None  # None where it stands in none that discusses works
    drawn: bool  # a drawing, not a table or list
    speaks: bool
    place: str  # kind, file and line, for people


def joined_tree(sections: Node, parts: Sequence[Part]) -> tuple[Node, list[str]] | None:
    """Return a tree of all works that sections, drawing and tables place, and what was joined; None if nothing was.

    The drawing that names most sections is the upper part, where it names at least half of the works' sections; a
    table's topics stand below the section in which it stands. `sections` is changed.
    """
    works = len(_keys(sections))
    best = max(
        ((part, pairs) for part in parts if part.drawn if (pairs := _pairs(part.top, sections))),
        key=lambda named: (named[0].speaks, len(named[1])),
        default=None,
    )
    top, joined = sections, []
    if best is not None and _names_most(best[0].top, best[1], works):
        part, pairs = best
        top = part.top
        left_out = _graft(top, sections, pairs, works)
        without = f", without {left_out} sections that it does not name" if left_out else ""
        joined.append(f"{part.place} over the sections: {len(pairs)} topics are called like sections{without}")
    for part in parts:
        if not part.drawn and (host := _merged(top, part)) is not None:
            joined.append(f"{part.place} below “{host.name}”")
    _prune(top)
    return (top, joined) if joined else None


def _nodes(top: Node) -> Iterator[Node]:
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _keys(top: Node) -> set[str]:
    return {key for node in _nodes(top) for key in node.papers}


def _pairs(drawing: Node, sections: Node) -> list[tuple[Node, Node, float]]:
    """Return topics with the section that is called like each, and how alike the names are: the likest first."""
    ours, theirs = list(_nodes(drawing))[1:], list(_nodes(sections))[1:]
    common = _common([node.name for node in ours]) | _common([node.name for node in theirs])
    alike = []
    for topic in ours:
        for section in theirs:
            if (likeness := _likeness(topic.name, section.name, common)) > 0:
                alike.append((likeness, topic, section))
    pairs: list[tuple[Node, Node, float]] = []
    paired_nodes: set[int] = set()
    for likeness, topic, section in sorted(alike, key=lambda pair: -pair[0]):
        if not paired_nodes & {id(topic), id(section)}:
            pairs.append((topic, section, likeness))
            paired_nodes |= {id(topic), id(section)}
    return pairs


def _common(names: Sequence[str]) -> set[str]:
    counts = Counter(word for name in names for word in _words(name))
    return {word for word, count in counts.items() if count > max(2, len(names) * _COMMON)}


def _words(name: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(name.lower())}  # without most endings


def _likeness(first: str, second: str, common: set[str]) -> float:
    """Return 1 for the same name, less for names that share the words by which they are told apart, else 0."""
    if compared_name(first) == compared_name(second):
        return 1.0
    ours, theirs = _words(first) - common, _words(second) - common
    shared = len(ours & theirs)
    if not shared or shared / len(ours | theirs) < _NAMED_ALIKE:
        return 0.0
    return 0.9 * shared / len(ours | theirs)


def _names_most(drawing: Node, pairs: Sequence[tuple[Node, Node, float]], works: int) -> bool:
    keys = _keys(drawing)
    for _, section, _ in pairs:
        keys |= _keys(section)
    return len(pairs) >= _FEWEST_PAIRS and len(keys) >= works / 2


def _graft(drawing: Node, sections: Node, pairs: Sequence[tuple[Node, Node, float]], works: int) -> int:
    """Hang the sections below the topics that are called like them; the number of those left out at the top."""
    partner = {id(section): (topic, likeness) for topic, section, likeness in pairs}
    placed = _keys(drawing)
    beside: list[Node] = []
    waiting = [(section, drawing) for section in reversed(sections.children)]
    while waiting:
        section, host = waiting.pop()
        topic, likeness = partner.get(id(section), (None, 1.0))
        if topic is None:
            topic = Node(section.name, section.position, confidence=_IN_SECTION if host is not drawing else _BESIDE)
            (beside if host is drawing else host.children).append(topic)
        for key, position in section.papers.items():
            if key not in placed:
                topic.papers[key] = position
                topic.from_section.add(key)
                topic.sureness[key] = likeness * section.sureness.get(key, 1.0)
        waiting += [(child, topic) for child in reversed(section.children)]
    beside = [node for node in beside if _keys(node)]
    if len(_keys(drawing)) >= _ENOUGH * works:
        return len(beside)
    drawing.children += beside
    return 0


def _merged(top: Node, part: Part) -> Node | None:
    """Place a table's topics in the section around it, and return that; None where they do not belong together."""
    works, rows = _keys(part.top), [node for node in _nodes(part.top) if node.papers]
    if not part.speaks and len(works) < 2 * len(rows):
        return None  # a work a row: what is compared, not sorted
    within = {id(node): node for node in _nodes(top)}
    host = part.section if part.section is not None and id(part.section) in within else None
    if host is None:
        host = top if part.speaks else None
    if host is None:
        return None
    elsewhere = _keys(top) - _keys(host)
    own = works - elsewhere if host is not top else works
    if 2 * len(own) < len(works) or len(own) < 3:
        return None
    for node in _nodes(host):
        for key in own & node.papers.keys():
            del node.papers[key]
    host_nodes = list(_nodes(host))[1:]
    waiting = [(part.top, host)]
    while waiting:
        topic, to = waiting.pop()
        to.papers |= {key: position for key, position in topic.papers.items() if key in own}
        for child in topic.children:
            likeness, at = max(
                ((_likeness(child.name, node.name, set()), -at) for at, node in enumerate(host_nodes)), default=(0.0, 0)
            )
            if likeness:
                below = host_nodes[-at]
            else:
                below = Node(child.name, child.position, confidence=_IN_SECTION)
                to.children.append(below)
            waiting.append((child, below))
    return host


def _prune(top: Node) -> None:
    """Leave out topics that hold nothing."""
    for node in reversed(list(_nodes(top))):
        node.children = [child for child in node.children if child.children or child.papers]
