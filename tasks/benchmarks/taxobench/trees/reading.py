"""An agent's tree, whatever it is wrapped in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tasks.answers.deep_json import TOO_DEEP
from tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from tasks.benchmarks.taxobench.trees.notations import noted
from tasks.benchmarks.taxobench.trees.text import tree_in_text
from tasks.benchmarks.taxobench.trees.tree import Tree
from tasks.benchmarks.taxobench.trees.values import tree_of

NOT_GIVEN = frozenset({"", "fix failed", "none", "null", "n/a"})
"""What stands in published files where a model gave no tree."""
MAX_TEXT = 20_000_000
"""Characters of an answer that is read."""
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_FENCE = re.compile(
    r"^[ \t]*```[ \t]*(?P<language>\w*)[^\n]*\n(?P<inside>.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE
)
_OPENING = re.compile(r"\{|\[(?=\s*[\[{\"'\]])")
_BRACKET = re.compile(r"[][{}]")
_QUOTE = re.compile(r'(?<!\\)"')
_COMMA_BEFORE_END = re.compile(r",(?=\s*[}\]])")
_MOST_STARTS = 64
_MOST_SAID = 50
_MOST_REPAIRED = 300_000  # characters
_DEEPEST_REPAIRED = 200


@dataclass(frozen=True, slots=True)
class ReadTree:
    """A tree as an answer gives it, or none, and what is odd about it."""

    tree: Tree | None
    diagnostics: tuple[TreeDiagnostic, ...]

    @property
    def missing(self) -> bool:
        """Whether nothing was given, as against something that is no tree."""
        return any(one.code == "tree-missing" for one in self.diagnostics)


def read_tree(answer: Any) -> ReadTree:
    """The tree in an answer: a JSON value, JSON in a text or a code fence, a nested list, headings, a drawn tree.

    Without a tree, a diagnostic says why; nothing raises. The largest tree of a text counts.
    """
    if not is_given(answer):
        return ReadTree(None, (TreeDiagnostic("tree-missing"),))
    if answer == TOO_DEEP:
        return ReadTree(None, (TreeDiagnostic("tree-too-deep"),))
    tree, said = _in_text(answer[:MAX_TEXT]) if isinstance(answer, str) else tree_of(answer)
    if tree is None or not len(tree):
        return ReadTree(None, said or (TreeDiagnostic("tree-unreadable"),))
    return ReadTree(tree, tuple((*said, *oddities(tree))[:_MOST_SAID]))


def is_given(answer: Any) -> bool:
    """Whether there is an answer, be it a tree or not, as against what stands in files where a model gave none."""
    return answer not in (None, {}, []) and not (isinstance(answer, str) and answer.strip().lower() in NOT_GIVEN)


def _in_text(text: str) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    text = _THOUGHTS.sub("", text, count=1) if text.lstrip().startswith("<think") else text
    why: tuple[TreeDiagnostic, ...] = ()
    best: tuple[Tree, tuple[TreeDiagnostic, ...]] | None = None
    for value, repaired in _values(text):
        tree, said = tree_of(value)
        if tree is None:
            why = why or said
        elif best is None or _weight(tree) > _weight(best[0]):
            best = tree, (*said, TreeDiagnostic("repaired")) if repaired else said
    if best is not None and len(best[0]) + len(best[0].papers) > 1:
        return best
    drawn = tree_in_text(text)
    return drawn if drawn[0] is not None and len(drawn[0]) > 1 else (None, why or drawn[1])


def _weight(tree: Tree) -> int:
    return len(tree) + len(tree.papers)


def _values(text: str) -> Iterator[tuple[Any, bool]]:
    """The values of a text, whole, in its fences or between words, and whether they had to be repaired."""
    places = [(match["inside"], match["language"].lower()) for match in _FENCE.finditer(text)] or [(text, "")]
    for place, language in places:
        yield from ((value, False) for value in _noted(place, language))
        yield from _decoded(place)


def _noted(text: str, language: str) -> Iterator[Any]:
    """Values in another notation than JSON; several trees side by side are one value."""
    values = list(noted(text, language))
    if values:
        yield values if len(values) > 1 else values[0]


def _decoded(text: str) -> Iterator[tuple[Any, bool]]:
    decoder = json.JSONDecoder(strict=False)
    start, tried = _OPENING.search(text), 0
    while start and tried < _MOST_STARTS:
        tried += 1
        try:
            value, end = decoder.raw_decode(text, start.start())
        except RecursionError:
            yield TOO_DEEP, False
            return
        except ValueError:
            if tried == 1 and (mended := _mended(text[start.start() :])) is not None:
                yield mended, True
                return
            start = _OPENING.search(text, start.end())
            continue
        yield value, False
        start = _OPENING.search(text, end)


def _mended(text: str) -> Any | None:
    """The value in JSON with commas too many, or that was cut off; None if it cannot be read.

    A title that was cut off ends in an ellipsis, and so is no other paper.
    """
    from json_repair import repair_json  # only where it is needed: its import is a tenth of a second

    try:
        value = json.JSONDecoder(strict=False).raw_decode(_COMMA_BEFORE_END.sub("", text))[0]
    except RecursionError:
        return None
    except ValueError:
        if _depth(text) > _DEEPEST_REPAIRED:
            return None
        cut = '…"' if len(_QUOTE.findall(text)) % 2 else ""
        try:
            value = repair_json(text[:_MOST_REPAIRED] + cut, return_objects=True)
        except (ValueError, RecursionError):  # nested too deep for it
            return None
    return value if isinstance(value, (dict, list)) and value else None


def _depth(text: str) -> int:
    """How many brackets are open at once, those in strings among them."""
    depth = deepest = 0
    for sign in _BRACKET.findall(text):
        depth += 1 if sign in "{[" else -1
        deepest = max(deepest, depth)
    return deepest


def oddities(tree: Tree) -> Iterator[TreeDiagnostic]:
    """What is wrong with a tree that was read."""
    holding = {placed.node for placed in tree.papers}
    for node, name in enumerate(tree.names):
        where = name or f"node {node}"
        if not name.strip() and node:
            yield TreeDiagnostic("name-missing", f"node {node}")
        if node in holding and tree.children[node]:
            yield TreeDiagnostic("papers-at-inner-node", where)
        if node not in holding and not tree.children[node]:
            yield TreeDiagnostic("empty-node", where)
    for title, count in Counter(placed.title for placed in tree.papers).items():
        if count > 1:
            yield TreeDiagnostic("paper-twice", f"{title[:120]} ({count} times)")
