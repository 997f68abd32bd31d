"""All ways to read an answer, and the choice among them by the papers that are known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from litgauge.tasks.answers.json_values import json_values
from litgauge.tasks.answers.markdown_blocks import markdown_blocks
from litgauge.tasks.answers.outlines import outline_lines
from litgauge.tasks.answers.sentences import is_description, is_sentence
from litgauge.tasks.answers.yaml_values import yaml_value
from litgauge.tasks.benchmarks.taxobench.trees.assignments import Assigned, assignments_of, steps_in, tree_of_assignments
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.latex_trees import is_latex, latex_lines
from litgauge.tasks.benchmarks.taxobench.trees.markup import html_lines
from litgauge.tasks.benchmarks.taxobench.trees.names import STEPS, is_papers_label, is_topics_label
from litgauge.tasks.benchmarks.taxobench.trees.names_in_one import with_papers_apart
from litgauge.tasks.benchmarks.taxobench.trees.other_headings import with_markdown_headings
from litgauge.tasks.benchmarks.taxobench.trees.titled_lines import SIGN, is_introduction, line_assignments
from litgauge.tasks.benchmarks.taxobench.trees.titled_values import bracketed_value, value_assignments
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree
from litgauge.tasks.benchmarks.taxobench.trees.unwrapping import unwrapped

_Read = tuple[Tree | None, tuple[TreeDiagnostic, ...]]
_MOST_TEXTS, _SHORTEST, _DEEPEST = 8, 30, 6  # in a value
_LONGEST = 2_000_000  # characters of a text
_INNER_TABS = re.compile(r"(?<=\S)[ ]*\t+[ ]*(?=\S)")
_LONGEST_NAME = 15  # words


def best_reading(answer: Any, read: _Read, known: KnownTitles) -> _Read:
    best, most = read, _weight(read[0], known)
    ways = _readings(answer, known, 0)
    for assigned in chain([list(assignments_of(read[0]))] if read[0] else [], ways):
        tree = tree_of_assignments(assigned)
        if (weight := _weight(tree, known)) > most:
            best, most = (tree, ()), weight
    return best


def _readings(answer: Any, known: KnownTitles, depth: int) -> Iterator[list[Assigned]]:
    if not isinstance(answer, str):
        yield value_assignments(answer, known)
        if depth < _DEEPEST:
            for text in islice(_texts_in(answer, 0), _MOST_TEXTS):
                yield from _readings(text, known, depth + 1)
        return
    text = _INNER_TABS.sub(" | ", unwrapped(answer[:_LONGEST]))
    if "\\n" in text and text.count("\n") < text.count("\\n"):
        yield from _readings(text.replace("\\n", "\n").replace('\\"', '"').replace("\\t", "\t"), known, depth + 1)
    if (lines := html_lines(text)) is not None:
        yield line_assignments(lines, known)
    elif is_latex(text):
        yield line_assignments(latex_lines(text), known)
    else:
        yield line_assignments(outline_lines(markdown_blocks(with_markdown_headings(text))), known)
    values = [value.value for value in json_values(text)]
    if values:
        yield value_assignments(values[0] if len(values) == 1 else values, known)
        if depth < _DEEPEST:
            for inner in islice(_texts_in(values, 0), _MOST_TEXTS):
                yield from _readings(inner, known, depth + 1)
    fences = [block.content for block in markdown_blocks(text) if block.kind == "code"] or [text]
    for fence in fences:
        masked = known.masked(fence)
        for value in (yaml_value(masked), bracketed_value(masked)):
            yield value_assignments(known.unmasked(value), known)


def _texts_in(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) >= _SHORTEST and any(sign in value for sign in "{[\n"):
            yield value
    elif depth < _DEEPEST and isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(inner, depth + 1)


def _weight(tree: Tree | None, known: KnownTitles) -> tuple[float, ...]:
    if tree is None:
        return (0,)
    tree = with_papers_apart(tree, known.titles)
    holding = {placed.node for placed in tree.papers}
    leaves = [name for node, name in enumerate(tree.names) if node and node not in holding and not tree.children[node]]
    titles = [placed.title for placed in tree.papers]
    found = known.meant([*titles, *leaves])
    topics = [name for node, name in enumerate(tree.names) if node in holding or tree.children[node]]
    steps = steps_in(topics)
    above = [set(tree.names[at] for at in tree.path(node)[:-1]) for node in range(len(tree))]
    strange = sum(1 for at, name in enumerate(topics) if (name or at) and (is_strange(name, known) or len(steps.get(name, ())) > 1))
    strange += sum(1 for node, names in enumerate(above) if tree.names[node] in names)
    strange += not tree.names[0] and 0.5
    unlike = sum(1 for title in titles if title not in found and (is_description(title) or is_strange(title, known)))
    homes = {placed.node for placed in tree.papers if placed.title in found}
    flat = len(homes) == 1 and len(found) > 2
    return (len(set(found.values())), -strange - unlike - flat)


def is_strange(name: str, known: KnownTitles) -> bool:
    return bool(
        not any(map(str.isalpha, name))
        or len(name.split()) > _LONGEST_NAME
        or is_papers_label(name)
        or is_topics_label(name)
        or is_introduction(name)
        or is_sentence(name)
        or name[0] in "[{(<#\"'"
        or SIGN.match(name)
        or (name.islower() and "_" in name)
        or STEPS.search(name)
        or known.mentions(name)
    )
