"""A tree out of an outline: headings, nested lists, numbers, drawn branches, indentation, paths, tables.

A line with lines below it is a topic, one without is a paper; headings are always topics. Prose around the tree, and
what answers say about themselves or about a paper ("Notes", "Year: 2023"), is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from litgauge.tasks.answers.markdown_blocks import MarkdownBlock
from litgauge.tasks.answers.outlines import Entry, OutlineLine, nested, outline_lines, plain_text
from litgauge.tasks.answers.sentences import ends_sentence
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import LOOKED_FOR, TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.entry_trees import tree_of_entries
from litgauge.tasks.benchmarks.taxobench.trees.names import (
    BOLD_LEAD,
    STEPS,
    bare_name,
    inline_papers,
    is_introduction,
    listed_papers,
    papers_behind_sentence,
)
from litgauge.tasks.benchmarks.taxobench.trees.outline_asides import (
    is_aside,
    without_asides,
    without_comments,
    without_details,
    without_introduced_lists,
    without_labels,
    without_offers,
    without_opening,
    without_prose_sections,
)
from litgauge.tasks.benchmarks.taxobench.trees.prose_papers import prose_lines
from litgauge.tasks.benchmarks.taxobench.trees.reference_numbers import with_reference_titles
from litgauge.tasks.benchmarks.taxobench.trees.repeated_roots import without_repeated_roots
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES, Tree

_SLASHES = re.compile(r"(?<![/:\s])/(?=[^/\s])")
_SPACED_SLASHES = re.compile(r"\s+[/|\\]\s+")
_LABEL_WORDS = 8  # of a line that names the list below it; of one that ends in a colon two fewer
_FORMULA_WORDS = 3  # of a line that introduces lists; a shorter one may be a topic that returns
_LABEL_LEVEL = 9  # of such a line, among headings
_LONGEST_TITLE = 30  # words


def outline_tree(blocks: Sequence[MarkdownBlock]) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the tree that the blocks of a text outline, None where nothing is nested, and what is odd about it."""
    return tree_of_lines(outline_lines(blocks))


def tree_of_lines(lines: Sequence[OutlineLine]) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the same of the lines of an outline."""
    if len(lines) > MAX_NODES:
        return None, (TreeDiagnostic("tree-too-large", f"{len(lines):,} lines"),)
    read = _tree_of_lines(lines)
    return with_reference_titles(read[0], lines), read[1]


def _tree_of_lines(lines: Sequence[OutlineLine]) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    lines = _with_assigned(list(_with_labelled_ends(lines)))
    lines = prose_lines(lines) or _of_paths(lines) or lines
    if not any(line.marked or (BOLD_LEAD.match(line.source) and inline_papers(line)) for line in lines):
        if len({line.level for line in lines}) < 2:
            return None, (TreeDiagnostic("tree-unreadable", LOOKED_FOR),)
        entries = nested(lines)
        if any(entry.below for entry in entries):
            entries = [entry for entry in entries if entry.below]
    else:
        entries = nested(_structure(lines))
    return tree_of_entries(_under_title(without_repeated_roots(entries)))


def _with_labelled_ends(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    """Yield the lines, with prose that ends in "Papers: …" as two."""
    for line in lines:
        parts = papers_behind_sentence(line.text) if line.kind == "plain" else None
        if parts is None:
            yield line
        else:
            yield from (replace(line, text=part, source=part) for part in parts)


def _with_assigned(lines: Sequence[OutlineLine]) -> Sequence[OutlineLine]:
    """Return the lines, with the papers that a last part assigns, "2.1 Memory: [1], [2]", below topics named before.

    The same lines where there is no such part.
    """
    topics: dict[str, int] = {}
    papers: dict[int, list[str]] = {}
    assigning: list[int] = []
    for at, line in enumerate(lines):
        inline = inline_papers(line) if line.kind not in ("table", "rule") else None
        topic = topics.get(inline[0].casefold()) if inline else None
        if inline and topic is not None:
            papers.setdefault(topic, []).extend(inline[1])
            assigning.append(at)
        elif assigning and line.marked:
            return lines
        elif not assigning:
            topics.setdefault(bare_name(line.text).casefold(), at)
    if len(assigning) < 2:
        return lines
    start = assigning[0]
    end = start - (lines[start - 1].kind in ("plain", "heading") and start - 1 not in papers)
    joined: list[OutlineLine] = []
    for at, line in enumerate(lines[:end]):
        joined.append(line)
        after = lines[at + 1] if at + 1 < end else line
        level = after.level if after.kind == line.kind and after.level > line.level else line.level + 2
        if line.kind == "plain":
            joined += [OutlineLine("plain", level, title, title) for title in papers.get(at, ())]
        else:
            level = level if line.kind == "item" else 1
            joined += [OutlineLine("item", level, title, title) for title in papers.get(at, ())]
    return joined


def _structure(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines that are topics, papers or tables."""
    lines = without_opening(list(without_labels(lines)))
    lines = _with_labels(list(_with_paths(list(without_details(_without_formulas(lines))))))
    lines = without_offers(lines)
    lines = without_asides(without_comments(lines)) or lines
    lines = _with_bare_papers(without_introduced_lists(lines))
    return [line for line in without_prose_sections(lines) if line.kind not in ("plain", "rule")]


def _without_formulas(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without those that introduce several lists in the same words: "The papers here are:".

    Where several labels return, the short ones are topics: "Methods:" and "Data:" below each heading.
    """
    times = Counter(line.text for line in lines if line.kind == "plain" and line.text.endswith((":", "：")))
    returning = [text for text, count in times.items() if count > 1]
    formulas = {text for text in returning if len(returning) == 1 or len(text.split()) >= _FORMULA_WORDS}
    return [line for line in lines if line.kind != "plain" or line.text not in formulas]


def _with_labels(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines, with plain ones that name the list below them as headings or items, and papers named in a
    line.
    """
    labels: set[int] = set()
    for at in reversed(range(len(lines))):
        if lines[at].kind == "plain" and _names_list(lines, at, labels):
            labels.add(at)
    several = sum(1 for at in labels if lines[at].level + (lines[at + 1].kind == "item") >= lines[at + 1].level) > 1
    entries: list[OutlineLine] = []
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else None
        if line.kind == "plain" and listed_papers(line.text):
            entries.append(replace(line, kind="item", level=line.level + 1))
        elif line.kind == "plain" and after and after.kind == "item" and (lead := _lead_of(line)):
            entries.append(replace(line, kind="heading", level=_LABEL_LEVEL - 2, text=plain_text(lead["name"])))
        elif line.kind == "plain" and BOLD_LEAD.match(line.source) and (inline := inline_papers(line)):
            entries.append(replace(line, kind="heading", level=_LABEL_LEVEL - 2, text=inline[0], source=inline[0]))
            entries += [OutlineLine("item", 0, title, title) for title in inline[1]]
        elif at in labels and after:
            first = not any(before.marked for before in lines[:at])
            if after.kind == "numbered":
                entries.append(replace(line, kind="heading", level=after.level - 1) if first else line)
            elif line.level + (after.kind == "item") < after.level:
                entries.append(replace(line, kind="item", level=line.level + 1))
            elif several or first:
                entries.append(replace(line, kind="heading", level=_LABEL_LEVEL - first))
            else:
                entries.append(line)
        else:
            entries.append(line)
    return entries


def _lead_of(line: OutlineLine) -> re.Match[str] | None:
    """Return the name in bold with which a line begins that names a list; None of one that speaks of the answer."""
    lead = BOLD_LEAD.match(line.source)
    return None if lead is None or is_aside(plain_text(lead["name"])) else lead


def _with_paths(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    """Yield the lines, with headings that are paths, "Agents > Memory", as headings below each other."""
    if sum(1 for line in lines if line.kind == "heading" and STEPS.search(line.text)) < 2:
        yield from lines
        return
    known: list[str] = []
    for line in lines:
        if line.kind != "heading":
            yield line
            continue
        steps = STEPS.split(line.text)
        shared = 0
        while shared < min(len(known), len(steps) - 1) and known[shared] == steps[shared]:
            shared += 1
        for depth in range(shared, len(steps)):
            yield replace(line, level=depth, text=steps[depth], source=steps[depth])
        known = steps


def _with_bare_papers(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines, with those without a bullet as papers in sections that have no others and no sentences."""
    items = list(lines)
    headings = [at for at, line in enumerate(lines) if line.kind in ("heading", "numbered")]
    for start, end in zip(headings, [*headings, len(lines)][1:], strict=True):
        section = range(start + 1, end)
        if all(lines[at].kind == "plain" and _is_bare_paper(lines[at]) for at in section):
            for at in section:
                items[at] = replace(lines[at], kind="item")
    return items


def _is_bare_paper(line: OutlineLine) -> bool:
    ends = ends_sentence(line.text) and not line.text.endswith("?")
    return not (ends or line.text.endswith((":", "：", "*"))) and len(line.text.split()) <= _LONGEST_TITLE


def _names_list(lines: Sequence[OutlineLine], at: int, labels: set[int]) -> bool:
    """Return whether a plain line names the list below it, and does not introduce it: "Here is my taxonomy:"."""
    line = lines[at]
    if at + 1 == len(lines) or ends_sentence(line.text) or is_introduction(line.text):
        return False
    introduces = line.text.endswith((":", "："))
    below_label = at + 1 in labels and (not (at or introduces) or lines[at + 1].level > line.level)
    if lines[at + 1].kind not in ("item", "numbered") and not below_label:
        return False
    return len(line.text.split()) <= _LABEL_WORDS - 2 * introduces


def _of_paths(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines of a text that writes each paper with its path, "Agents > Memory > MemGPT".

    Empty for other texts.
    """
    listed = [line for line in lines if line.kind in ("item", "plain")]
    words = [line.text for line in listed]
    for separator in (STEPS, _SPACED_SLASHES, _SLASHES):
        rows = [tuple(separator.split(text)) for text in words]
        if separator is STEPS:
            rows = [_bold_path(line) or row for line, row in zip(listed, rows, strict=True)]
        paths = [row for row in rows if len(row) > 1]
        if len(paths) < 3 or 3 * len(paths) < 2 * len(rows):
            continue
        if separator is not STEPS and 2 * len({row[0] for row in paths}) > len(paths):
            continue  # slashes within names
        if _are_nested(listed, rows):
            continue  # "Memory → MemGPT" below "Agents" is no path
        return list(_path_lines(_topics_first(paths)))
    return []


def _are_nested(lines: Sequence[OutlineLine], rows: Sequence[tuple[str, ...]]) -> bool:
    """Return whether a line that is no path has paths below it that are indented deeper."""
    return any(
        len(above) == 1 < len(below) and line.kind == after.kind == "item" and after.level > line.level
        for line, after, above, below in zip(lines, lines[1:], rows, rows[1:], strict=False)
    )


def _bold_path(line: OutlineLine) -> tuple[str, ...]:
    """Return the path in "**Agents > Memory**: MemGPT"; () of other lines."""
    lead = BOLD_LEAD.match(line.source)
    if lead is None or not STEPS.search(lead["name"]):
        return ()
    return *STEPS.split(plain_text(lead["name"])), plain_text(line.source[lead.end() - 1 :])


def _topics_first(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the paths, with the paper behind its topics where it stood before them: "MemGPT -> Agents > Memory"."""
    firsts, lasts = {path[0] for path in paths}, {path[-1] for path in paths}
    if len(firsts) == len(paths) > len(lasts):
        return [(*path[1:], path[0]) for path in paths]
    return paths


def _path_lines(paths: list[tuple[str, ...]]) -> Iterator[OutlineLine]:
    known: tuple[str, ...] = ()
    for *topics, paper in sorted(paths, key=_first_seen(paths)):
        shared = 0
        while shared < min(len(known), len(topics)) and known[shared] == topics[shared]:
            shared += 1
        for depth in range(shared, len(topics)):
            yield OutlineLine("heading", depth, topics[depth], topics[depth])
        yield OutlineLine("item", 1, paper, paper)
        known = tuple(topics)


def _first_seen(paths: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], tuple[int, ...]]:
    """Return the order in which topics are first named, so that the papers of one stand together."""
    first: dict[tuple[str, ...], int] = {}
    for path in paths:
        for depth in range(1, len(path) + 1):
            first.setdefault(path[:depth], len(first))
    return lambda path: tuple(first[path[:depth]] for depth in range(1, len(path) + 1))


def _under_title(entries: list[Entry]) -> list[Entry]:
    """Return the forest below its first entry, where that is an empty heading before others of its kind."""
    if len(entries) < 2 or entries[0].below or entries[0].line.kind != "heading":
        return entries
    first, rest = entries[0], entries[1:]
    if not any(entry.below for entry in rest) or any(entry.line.kind == "item" for entry in rest):
        return entries
    return [Entry(first.line, rest)]
