"""A tree out of text: nested lists, headings, drawn branches, by indentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from tasks.benchmarks.taxobench.trees.tree import Tree, TreeBuilder
from tasks.benchmarks.taxobench.trees.values import MAX_NODES

_HEADING = re.compile(r"\s{0,3}(?P<signs>#{1,6})\s+(?P<text>\S.*?)(?:(?<!\s)\s++#+)?")
_BOLD = re.compile(r"(\*\*|__)(?!\1)(?:(?!\1).)+\1:?")
_BELOW_SIGNS = 7  # levels of headings with signs
_DRAWN = re.compile(r"(?P<indent>[│┃║| \t\u00a0]*)(?:[├└|`+\\┣┗╠╚][─—━═-]+|[╰╞][─═]+)\s*(?P<text>\S.*)")
_COUNT = r"\(?(?:\d+(?:\.\d+)*|[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})[.)]"
_BULLET = re.compile(rf"(?P<indent>\s*)(?P<sign>[-*+•◦▪●○–]|{_COUNT})\s+(?:\[[ xX]\]\s+)?(?P<text>\S.*)")
_PLAIN = re.compile(r"(?P<indent>\s*)(?P<text>\S.*)")
_PAPERS_FOLLOW = re.compile(
    r"(?:[-*]\s*)?\W{0,4}(?:papers?|references?|works?)\W{0,4}\s*[:：]\W{0,4}\s*(?P<rest>.*)", re.IGNORECASE
)
_COUNTED = re.compile(r"(?P<number>\d+(?:\.\d+)*)[.)]?\s+(?P<text>\S.*)")
_NESTED = re.compile(r"^[ \t]*(?:#+[ \t]+)?\W{0,2}\d+\.\d+(?:\.\d+)*[.)]?[ \t]+\S", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z][\w-]*>")
_SIGNS = re.compile(r"^(?:[^\w\s\"'“‘«(\[{<*$#@&+\\-]+\s+)+")
_QUOTED = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_ASIDE = re.compile(
    r"(?:\w+\s)?(?:notes?|summary|explanations?|rationale|remarks?|observations?|conclusions?):?", re.IGNORECASE
)
_STEPS = re.compile(r"(?<!\s)\s++(?:>|→|»|::|->)\s+")
_LONGEST_ROOT = 8  # words of a line above a list that names its root; of one that ends in a colon two fewer
_KIND = re.compile(
    r"^(?:sub-?)?(?:category|topic|group|theme|cluster|branch)\s+\d+(?:\.\d+)*\s*[:.–—-]\s+", re.IGNORECASE
)
_COUNTS = re.compile(r"\s*[(\[]\d+(?:\s+(?:papers?|works?))?[)\]]$")
_AROUND_NAMES = "*_/:： "
_EMPHASIS = re.compile(r"(?:\*\*|__|`)")
_NUMBERED = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")
_NUMBERED_HEADING = re.compile(r"^[ \t]*(#+)[ \t]+\W{0,2}\d", re.MULTILINE)
_SIGN = re.compile(r"^[-*+•]\s+")
_BELOW_HEADINGS = 10
_TAB = 4


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is a topic or a paper; one that is counted (1.2 Memory) is as deep as its number has parts."""

    kind: Literal["heading", "counted", "item"]
    indent: int
    text: str
    marked: bool  # it has a bullet, a number, a drawn branch or a heading's signs


class _Outline:
    """The numbers of an outline, where a text has nested ones: 1, 1.1, 1.2, 2; numbers of papers are none of them."""

    def __init__(self, text: str) -> None:
        self._given = len(_NESTED.findall(text)) > 1
        self._headings = len({len(found[1]) for found in _NUMBERED_HEADING.finditer(text)}) < 2
        self._top, self._listed = 0, 0

    def counted(self, line: str) -> _Line | None:
        """The line, if its number goes on in the outline."""
        heading = _HEADING.fullmatch(line)
        if not self._given or (heading and not self._headings):
            return None
        found = _COUNTED.fullmatch(_plain(heading["text"] if heading else _SIGN.sub("", line.strip())))
        if found is None:
            return None
        parts = [int(part[:9]) for part in found["number"].split(".")]
        if len(parts) == 1 and not heading:
            if parts[0] == self._listed + 1 and (self._listed or self._top == parts[0]):
                self._listed += 1
                return None
            if parts[0] != self._top + 1:
                return None
        self._top, self._listed = parts[0], 0
        return _Line("heading" if heading else "counted", _BELOW_HEADINGS + len(parts), found["text"], marked=True)


def tree_in_text(text: str) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """The tree that a text draws; None where nothing in it is nested.

    A line with lines below it is a topic, one without is a paper. Headings are always topics. Where nothing is marked
    as a list, indentation alone tells; prose without either is no tree.
    """
    if (rows := text.strip().splitlines()) and all(line.lstrip().startswith(">") for line in rows if line.strip()):
        text = _QUOTED.sub("", text)
    lines = list(_by_steps(text) or _lines(text))
    if not any(line.marked for line in lines) and len({line.indent for line in lines}) < 2:
        return None, (TreeDiagnostic("tree-unreadable", "no list, no headings, nothing indented"),)
    if any(line.marked for line in lines):
        lines = _without_prose(lines)
    if len(lines) > MAX_NODES:
        return None, (TreeDiagnostic("tree-too-large", f"{len(lines):,} lines"),)
    return _grown(lines)


def _lines(text: str) -> Iterator[_Line]:
    in_fence = False
    outline = _Outline(text)
    for raw in text.splitlines():
        line = raw.expandtabs(_TAB).rstrip()
        if line.lstrip().startswith("```"):
            in_fence = not in_fence
            continue
        if not line.strip() or set(line.strip()) <= set("-=*_│| ") or _TAG.fullmatch(line.strip()):
            continue
        if counted := outline.counted(line):
            yield counted
        elif heading := _HEADING.fullmatch(line):
            yield _Line("heading", len(heading["signs"]), _plain(heading["text"], number=True), marked=True)
        elif _BOLD.fullmatch(line):
            yield _Line("heading", _BELOW_SIGNS, _plain(line, number=True), marked=True)
        elif drawn := _DRAWN.fullmatch(line):
            yield _Line("item", len(drawn["indent"]) + 1, _plain(drawn["text"]), marked=True)
        elif bullet := _BULLET.fullmatch(line):
            yield _Line("item", len(bullet["indent"]) + 1, _plain(bullet["text"]), marked=True)
        elif plain := _PLAIN.fullmatch(line):
            yield _Line("item", len(plain["indent"]), _plain(plain["text"]), marked=False)


def _plain(text: str, *, number: bool = False) -> str:
    text = " ".join(_SIGNS.sub("", _EMPHASIS.sub("", text).strip()).split())
    return _NUMBERED.sub("", text, count=1) if number else text


def _by_steps(text: str) -> list[_Line]:
    """The lines of a text that writes each paper with its way: Agents > Memory > MemGPT. Empty for other texts."""
    rows = [_STEPS.split(line.strip(" \t-*•")) for line in text.splitlines() if line.strip()]
    ways = [row for row in rows if len(row) > 1]
    if len(ways) < 3 or 3 * len(ways) < 2 * len(rows):
        return []
    lines: list[_Line] = []
    known: list[str] = []
    for *topics, paper in sorted(ways, key=_first_seen(ways)):
        shared = next((at for at, (one, other) in enumerate(zip(known, topics, strict=False)) if one != other), None)
        shared = min(len(known), len(topics)) if shared is None else shared
        lines += [_Line("heading", depth, _plain(topics[depth]), marked=True) for depth in range(shared, len(topics))]
        lines.append(_Line("item", 1, _plain(paper), marked=True))
        known = topics
    return lines


def _first_seen(ways: list[list[str]]) -> Callable[[list[str]], tuple[int, ...]]:
    """The order in which topics are first named, so that those of one topic stand together."""
    first: dict[tuple[str, ...], int] = {}
    for way in ways:
        for depth in range(1, len(way) + 1):
            first.setdefault(tuple(way[:depth]), len(first))
    return lambda way: tuple(first[tuple(way[:depth])] for depth in range(1, len(way) + 1))


def _without_prose(lines: list[_Line]) -> list[_Line]:
    """Unmarked lines go, but for papers named in one and the root that stands above; so do notes below the tree."""
    kept: list[_Line] = []
    aside = 0
    for position, line in enumerate(lines):
        if line.kind == "heading":
            aside = line.indent if kept and _ASIDE.fullmatch(line.text) else aside if aside < line.indent else 0
        follow = None if line.marked else _PAPERS_FOLLOW.fullmatch(line.text)
        if aside:
            continue
        if line.marked or (follow and follow["rest"]):
            kept.append(line)
        elif not kept and _is_root(line, lines[position + 1 :]):
            above_outline = lines[position + 1].kind == "counted"
            kept.append(replace(line, kind="counted", indent=_BELOW_HEADINGS) if above_outline else line)
    return kept


def _is_root(line: _Line, below: Sequence[_Line]) -> bool:
    """Whether an unmarked line names the root of the list below it, and does not introduce it: Here is my taxonomy:"""
    if not below or not below[0].marked or below[0].kind == "heading" or line.text[-1] in ".!?":
        return False
    return len(line.text.split()) <= _LONGEST_ROOT - 2 * line.text.endswith((":", "："))


def _grown(lines: list[_Line]) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    builder, said = TreeBuilder(), []
    tops = sum(1 for level in _levels(lines) if level == 0)
    levels = list(_levels(lines))
    open_nodes: list[int] = []
    if tops != 1:
        open_nodes = [builder.add("", -1)]
        levels = [level + 1 for level in levels]
        said.append(TreeDiagnostic("several-roots", str(tops)))
    for position, (line, level) in enumerate(zip(lines, levels, strict=True)):
        del open_nodes[level:]
        deeper = position + 1 < len(lines) and levels[position + 1] > level
        if found := _PAPERS_FOLLOW.fullmatch(line.text):
            # "Papers:" is no topic: what stands below it, or behind it, belongs to the topic above.
            if open_nodes:
                open_nodes.append(open_nodes[-1])
                for title in filter(None, (one.strip() for one in found["rest"].split(";"))):
                    builder.place(title, open_nodes[-1])
        elif deeper or line.kind == "heading" or not open_nodes:
            open_nodes.append(builder.add(_bare(line.text), open_nodes[-1] if open_nodes else -1))
        else:
            builder.place(line.text, open_nodes[-1])
    return (builder.build(), tuple(said)) if builder.names else (None, (TreeDiagnostic("tree-unreadable"),))


def _bare(name: str) -> str:
    """A topic's name without "Category 2:" before and "(3 papers)" behind it; one that is nothing else keeps it."""
    name = name.strip(_AROUND_NAMES)
    return _COUNTS.sub("", _KIND.sub("", name)) or name


def _levels(lines: list[_Line]) -> Iterator[int]:
    """How deep each line is: below the headings above it, and below the lines that are less indented."""
    headings: list[int] = []
    indents: list[int] = []
    for line in lines:
        if line.kind != "item":
            while headings and headings[-1] >= line.indent:
                headings.pop()
            headings.append(line.indent)
            indents.clear()
            yield len(headings) - 1
        else:
            while indents and indents[-1] >= line.indent:
                indents.pop()
            indents.append(line.indent)
            yield len(headings) + len(indents) - 1
