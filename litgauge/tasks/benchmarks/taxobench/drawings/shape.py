"""Boxes to topics: what is a name, what is a list of papers, and what is drawn only to hold other boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import Box, Drawn
from litgauge.tasks.benchmarks.taxobench.drawings.labels import Label, LabelReader
from litgauge.tasks.text import compact_title

_LIKE_A_NAME = re.compile(r"\S[A-Z0-9]")
_AUTHORS = re.compile(r"\bet al\b\.?(?:\s*[(,]?\s*(?:19|20)\d\d[a-z]?\)?)?$")


@dataclass(slots=True)
class Node:
    """A topic that is being made: its name, where it stands, its papers (key and position), its topics."""

    name: str
    position: int
    papers: dict[str, int] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    points_to: tuple[str, ...] = ()
    from_section: set[str] = field(default_factory=set)  # papers that the section gave which the box points to
    confidence: float = 1.0  # that it belongs below the topic above
    sureness: dict[str, float] = field(default_factory=dict)  # that a paper belongs here, where that is not certain


def shaped(
    drawn: Drawn, labels: LabelReader, root_name: Callable[[], str], titles: Mapping[str, str] = MappingProxyType({})
) -> Node:
    """Return the tree of topics that a drawing means.

    - A box that is not drawn, or has no words, gives what hangs on it to the box above.
    - A box that is all that hangs on another, and lists works one by one or has no words, is their list: they stand
      at the box above. So do boxes side by side that name their works one by one: by the title (in `titles`, by key),
      by its authors (Devlin et al.), or by one word: one that the title begins with, one written as names are (GPT2,
      RoBERTa), any where no title is known.
    - Several roots, and one without words, stand under a root of the name that the survey gives.
    """
    roots = [
        node
        for root in drawn.roots
        for node in _Shaper(labels, titles, papers_as_leaves=drawn.papers_as_leaves).nodes(root)
    ]
    if len(roots) == 1 and roots[0].name:
        return roots[0]
    top = Node(root_name(), roots[0].position if roots else drawn.start)
    for root in roots:
        if root.name:
            top.children.append(root)
        else:
            top.papers |= root.papers
            top.children += root.children
    return top


@dataclass(slots=True)
class _Leaf(Node):
    """A box with nothing below it, as long as nobody has said whether it is a topic or a list of papers."""

    label: Label | None = None


class _Shaper:
    def __init__(self, labels: LabelReader, titles: Mapping[str, str], *, papers_as_leaves: bool) -> None:
        self._labels, self._titles, self._papers_as_leaves = labels, titles, papers_as_leaves

    def nodes(self, root: Box) -> list[Node]:
        """Return the topics of a box and all below it; from the leaves up, without recursion."""
        nodes_by_box: dict[int, list[Node]] = {}
        for box in reversed(list(root.all())):
            label = self._labels.read(box.label, box.besides)
            below = [node for child in box.children for node in nodes_by_box.pop(id(child))]
            nodes_by_box[id(box)] = self._joined(box, label, below)
        return nodes_by_box[id(root)]

    def _joined(self, box: Box, label: Label, below: Sequence[Node]) -> list[Node]:
        papers = dict.fromkeys(label.keys, box.position)
        if not below:
            name = "" if box.hidden else self._topic(label)
            if not name and not label.keys:
                return []
            return [_Leaf(name, box.position, papers, points_to=label.points_to, label=label)]
        node = Node("" if box.hidden else label.name, box.position, papers, points_to=label.points_to)
        self._hang(node, below)
        if node.name:
            return [node]
        own = [_Leaf("", node.position, node.papers)] if node.papers else []
        return [*own, *node.children]

    def _topic(self, label: Label) -> str:
        """A box's name, without the works that it lists behind a colon: Pooling: Social-LSTM [1], Social-GAN [2]."""
        words, keys = label.cited[0] if label.cited else ("", ())
        head, _, work = words.partition(": ")
        if not work or not keys or compact_title(words) in compact_title(self._titles.get(keys[0], "")):
            return label.name
        return head if len(label.cited) > 1 or self._is_work(work, keys[0]) else label.name

    def _hang(self, node: Node, below: Sequence[Node]) -> None:
        """Hang topics on a node, and take what lists papers for its papers."""
        leaves = [child for child in below if isinstance(child, _Leaf)]
        each_one = len(leaves) == len(below) and all(leaf.papers for leaf in leaves)
        each_one = each_one and (self._are_works(leaves) or all(map(_lists_several, leaves)))
        for child in below:
            if isinstance(child, _Leaf) and child.papers and (each_one or self._is_list(child, alone=len(below) == 1)):
                for key, position in child.papers.items():
                    node.papers.setdefault(key, position)
            else:
                node.children.append(child)

    def _is_list(self, leaf: _Leaf, *, alone: bool) -> bool:
        """Return whether a box only holds papers: BERT [1], RoBERTa [2]."""
        several = leaf.label is not None and len(leaf.label.cited) > 1
        return self._papers_as_leaves or not leaf.name or (alone and several)

    def _are_works(self, leaves: Sequence[_Leaf]) -> bool:
        """Return whether most boxes have the names of the works that they cite; all boxes, where one lists several."""
        named = [leaf for leaf in leaves if leaf.name]
        named_works = sum(self._names_works(leaf) for leaf in named)
        if all(len(leaf.papers) == 1 for leaf in leaves):
            return 2 * named_works >= len(named)
        return named_works == len(named)

    def _names_works(self, leaf: _Leaf) -> bool:
        """Return whether a box has the name of each work that it cites: BERT [1], RoBERTa [2]."""
        if len(leaf.papers) == 1:
            return self._is_work(leaf.name, next(iter(leaf.papers)))
        cited = leaf.label.cited if leaf.label is not None else ()
        return bool(cited) and all(words and len(keys) == 1 and self._is_work(words, keys[0]) for words, keys in cited)

    def _is_work(self, words: str, key: str) -> bool:
        title, name = compact_title(self._titles.get(key, "")), compact_title(words)
        one_word = len(words.split()) == 1
        if _AUTHORS.search(words):
            return True
        if not title or (one_word and _LIKE_A_NAME.search(words)):
            return one_word
        return title.startswith(name) if one_word else name in title  # "Detection" stands in many titles, and heads few


def _lists_several(leaf: _Leaf) -> bool:
    """Return whether a box lists works with commas between them, each with its own words: Longformer [1], ETC [2]."""
    cited = leaf.label.cited if leaf.label is not None and leaf.name == leaf.label.name else ()
    between = sum(leaf.name.count(sign) for sign in ",;、，；")
    return len(cited) > 1 and 2 * between >= len(cited) - 1 and all(words for words, _ in cited)
