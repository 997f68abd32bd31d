"""Entries of an outline as topics and papers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from litgauge.tasks.answers.outlines import Entry, OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.names import (
    inline_papers,
    is_papers_label,
    is_side_by_side,
    listed_papers,
    numbered_papers,
    split_papers,
    topic_name,
)
from litgauge.tasks.benchmarks.taxobench.trees.table_trees import table_entries
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree, TreeBuilder

_TITLED = re.compile(r"(?:paper\s)?title\s*[:：]\s*(?P<title>\S.*)", re.IGNORECASE)


def tree_of_entries(entries: Sequence[Entry]) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the tree of an outline's entries, under a root without a name where they are several; and what is odd."""
    builder = TreeBuilder()
    side_by_side = any(is_side_by_side(line) for line in _leaves(entries))
    diagnostics: tuple[TreeDiagnostic, ...] = ()
    root = -1
    if len(entries) != 1 or entries[0].line.kind == "table":
        root = builder.add("", -1)
        if entries and entries[0].line.kind != "table":
            diagnostics = (TreeDiagnostic("several-roots", str(len(entries))),)
    waiting = [(entry, root) for entry in reversed(entries)]
    while waiting:
        entry, parent = waiting.pop()
        line = entry.line
        if line.kind == "table":
            waiting += [(row, parent) for row in reversed(table_entries(line.rows))]
            continue
        if (
            len(entry.below) == 1
            and not entry.below[0].below
            and (titled := _TITLED.fullmatch(entry.below[0].line.text))
        ):
            entry, line = Entry(replace(line, kind="item")), replace(line, kind="item", text=titled["title"])
        papers = listed_papers(line.text)
        inline = None if papers or entry.below or line.kind == "heading" else inline_papers(line, alone=side_by_side)
        if papers or (line.kind == "heading" and parent >= 0 and entry.below and is_papers_label(line.text)):
            # "Papers:" is no topic: what stands behind it or below it belongs to the topic above.
            node = parent
            for title in split_papers(papers.rest) if papers and node >= 0 else ():
                builder.place(title, node)
        elif inline:
            node = builder.add(inline[0], parent)
            for title in inline[1]:
                builder.place(title, node)
        elif entry.below or line.kind == "heading" or parent < 0:
            node = builder.add(topic_name(line), parent)
        else:
            for title in numbered_papers(line.text) or [line.text]:
                builder.place(title, parent)
            continue
        waiting += [(child, node) for child in reversed(entry.below)]
    return (builder.build(), diagnostics) if builder.names else (None, (TreeDiagnostic("tree-unreadable"),))


def _leaves(entries: Sequence[Entry]) -> Iterator[OutlineLine]:
    waiting = list(entries)
    while waiting:
        entry = waiting.pop()
        if entry.below:
            waiting += entry.below
        elif entry.line.kind not in ("table", "heading"):
            yield entry.line
