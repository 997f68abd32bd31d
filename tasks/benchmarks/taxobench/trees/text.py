"""A tree out of text: nested lists, headings, drawn branches, by indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from tasks.benchmarks.taxobench.trees.tree import Tree, TreeBuilder
from tasks.benchmarks.taxobench.trees.values import MAX_NODES

_HEADING = re.compile(r"(?P<signs>#{1,6})\s+(?P<text>\S.*)")
_DRAWN = re.compile(r"(?P<indent>[│| \t\u00a0]*)(?:[├└|`+\\][─—-]+|[╰╞][─═]+)\s*(?P<text>\S.*)")
_BULLET = re.compile(r"(?P<indent>\s*)(?P<sign>[-*+•◦▪●○–]|\(?\d+(?:\.\d+)*[.)]|\(?[a-z][.)])\s+(?P<text>\S.*)")
_PLAIN = re.compile(r"(?P<indent>\s*)(?P<text>\S.*)")
_PAPERS_FOLLOW = re.compile(
    r"(?:[-*]\s*)?\W{0,4}(?:papers?|references?|works?)\W{0,4}\s*[:：]\W{0,4}\s*(?P<rest>.*)", re.IGNORECASE
)
_COUNTED = re.compile(r"(?P<number>\d+(?:\.\d+)*)[.)]?\s+(?P<text>\S.*)")
_NESTED = re.compile(r"^[ \t]*(?:#+[ \t]+)?\W{0,2}\d+\.\d+(?:\.\d+)*[.)]?[ \t]+\S", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z][\w-]*>")
_EMPHASIS = re.compile(r"(?:\*\*|__|`)")
_NUMBERED = re.compile(r"\d+(?:\.\d+)*[.)]?\s+")
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
    lines = list(_lines(text))
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
        elif drawn := _DRAWN.fullmatch(line):
            yield _Line("item", len(drawn["indent"]) + 1, _plain(drawn["text"]), marked=True)
        elif bullet := _BULLET.fullmatch(line):
            yield _Line("item", len(bullet["indent"]) + 1, _plain(bullet["text"]), marked=True)
        elif plain := _PLAIN.fullmatch(line):
            yield _Line("item", len(plain["indent"]), _plain(plain["text"]), marked=False)


def _plain(text: str, *, number: bool = False) -> str:
    text = " ".join(_EMPHASIS.sub("", text).split())
    return _NUMBERED.sub("", text, count=1) if number else text


def _without_prose(lines: list[_Line]) -> list[_Line]:
    """Unmarked lines go, but for the root that stands above drawn branches or a list."""
    kept: list[_Line] = []
    for position, line in enumerate(lines):
        below = lines[position + 1] if position + 1 < len(lines) else None
        is_root = (
            not kept and below is not None and below.marked and below.kind != "heading" and line.text[-1] not in ".!?"
        )
        if is_root and below is not None and below.kind == "counted" and not line.marked:
            kept.append(replace(line, kind="counted", indent=_BELOW_HEADINGS))
        elif line.marked or is_root:
            kept.append(line)
    return kept


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
            open_nodes.append(builder.add(line.text.rstrip(":："), open_nodes[-1] if open_nodes else -1))
        else:
            builder.place(line.text, open_nodes[-1])
    return (builder.build(), tuple(said)) if builder.names else (None, (TreeDiagnostic("tree-unreadable"),))


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
