"""All ways to read an answer, and the choice among them by the papers that are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from litgauge.tasks.answers.json_values import json_values
from litgauge.tasks.answers.markdown_blocks import markdown_blocks
from litgauge.tasks.answers.outlines import outline_lines
from litgauge.tasks.answers.sentences import is_description, is_sentence
from litgauge.tasks.answers.yaml_values import yaml_value
from litgauge.tasks.benchmarks.taxobench.trees.assignments import (
    Assigned,
    assignments_of,
    steps_in,
    tree_of_assignments,
)
from litgauge.tasks.benchmarks.taxobench.trees.bare_trees import bare_tree
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.entry_trees import tree_of_entries
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import edge_lines, grown
from litgauge.tasks.benchmarks.taxobench.trees.json_legends import with_titles
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.latex_trees import is_latex, latex_lines
from litgauge.tasks.benchmarks.taxobench.trees.markup import html_lines, xml_value
from litgauge.tasks.benchmarks.taxobench.trees.names import STEPS, is_introduction, is_label
from litgauge.tasks.benchmarks.taxobench.trees.other_headings import with_markdown_headings
from litgauge.tasks.benchmarks.taxobench.trees.outline_asides import is_aside, is_field_label
from litgauge.tasks.benchmarks.taxobench.trees.own_keys import references
from litgauge.tasks.benchmarks.taxobench.trees.record_trees import record_assignments
from litgauge.tasks.benchmarks.taxobench.trees.titled_lines import (
    SIGN,
    are_remarks,
    is_remark,
    line_assignments,
    named_beside,
)
from litgauge.tasks.benchmarks.taxobench.trees.titled_values import bracketed_value, strings_in, value_assignments
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree
from litgauge.tasks.benchmarks.taxobench.trees.unwrapping import texts_in, unwrapped

_Read = tuple[Tree | None, tuple[TreeDiagnostic, ...]]
_MOST_TEXTS, _DEEPEST = 8, 6  # in a value
_LONGEST = 2_000_000  # characters of a text
_LONGEST_NAME = 15  # words of a topic
_FEWEST_SPOKEN = 3  # words of a remark
_FEWEST_LIKELY = 4  # words of a title that looks like one
_FLAT = 0.4  # of the papers of a reading without topics count for nothing
_FEWEST_APART = 3  # papers that stand at one topic only where a reading lost the others
_KEY = re.compile(r"\W{0,2}[A-Za-z]{0,5}\W?\d{1,4}\W{0,2}")
_KEYS_BEHIND = re.compile(r"\[(?:[A-Za-z]{1,2}\d+|\d+[\s,;–-]+\d+)[^\[\]]*\]$")
"""Keys of papers behind the name of their topic: "Memory [P1, P2]"."""
_STRING = re.compile(r"(?P<sign>[\"'])(?P<words>(?:(?!(?P=sign))[^\\\n]|\\.)*+)(?P=sign)")
"""A string as programs write it."""
_INNER_TABS = re.compile(r"(?<=\S)[ ]*\t+[ ]*(?=\S)")


@dataclass(frozen=True, slots=True)
class _Worth:
    """How well a reading explains an answer."""

    found: frozenset[str]  # known papers
    strange: float  # topics and papers that look like none
    flat: bool = False  # all of them are at one topic

    @property
    def score(self) -> float:
        return len(self.found) - self.strange


def best_reading(answer: Any, read: _Read, known: KnownTitles) -> _Read:
    """Return the reading that finds most of the known papers, less what looks like none of its topics and papers;
    `read`, the one without known papers, where no other is better, and of the published format.
    """
    if _is_published_format(answer):
        return read
    known = _with_likely(known, read[0])
    best, most = read, _worth(read[0], known)
    recorded = tree_of_assignments(record_assignments(unwrapped(answer), known)) if isinstance(answer, str) else None
    if recorded is not None and (worth := _worth(recorded, known)).score >= most.score:
        best, most = (recorded, ()), worth
    named = {mention.title for text in strings_in(answer) for mention in known.mentions(text)}
    own_list = read[0] is not None and _has_own_list(answer, read[0], named, known)
    if own_list:
        best, most = (None, ()), _Worth(frozenset(), 0)

    def readings() -> Iterator[list[Assigned]]:
        if read[0] is not None and not own_list:
            yield list(assignments_of(read[0]))
        yield from _readings(answer, known, 0)
        yield from _in_brackets(answer, known)

    for assigned in readings():
        if not most.strange and most.found >= named:
            break
        tree = tree_of_assignments(assigned)
        tree = tree and bare_tree(tree)
        if (worth := _worth(tree, known)).score > most.score:
            best, most = (tree, ()), worth
    return best if best[0] is not None else read


def _has_own_list(answer: Any, tree: Tree, named: set[str], known: KnownTitles) -> bool:
    """Return whether an answer names papers by keys of a list of its own: its titles stand elsewhere in it."""
    keys = sum(1 for placed in tree.papers if _KEY.fullmatch(placed.title))
    if keys < _FEWEST_APART or 2 * len(named) < keys:
        return False
    return 2 * keys > len(tree.papers) or (
        isinstance(answer, str)
        and bool(references(outline_lines(markdown_blocks(unwrapped(answer[:_LONGEST]))), known))
    )


def _is_published_format(answer: Any) -> bool:
    """Return whether an answer is one tree in the published format, which says of each paper that it is one."""
    if isinstance(answer, str):
        values = [value.value for value in islice(json_values(unwrapped(answer[:_LONGEST])), 2)]
        answer = values[0] if len(values) == 1 else None
    topics = [answer]
    for topic in topics:  # grows
        if not isinstance(topic, dict) or not isinstance(topic.get("name"), str):
            return False
        below, papers = topic.get("subtopics", []), topic.get("papers", [])
        if not (below or papers) or not (isinstance(below, list) and isinstance(papers, list)):
            return False
        if not all(isinstance(title, str) for title in papers):
            return False
        topics += below
    return True


def _with_likely(known: KnownTitles, tree: Tree | None) -> KnownTitles:
    """Return the known titles with the papers of a tree that look like titles, where most of those are not known: of an
    agent that searches by itself nobody knows what it may find.
    """
    titles = list(dict.fromkeys(placed.title for placed in tree.papers)) if tree else []
    found = known.meant(titles)
    likely = [
        title
        for title in titles
        if title not in found and len(title.split()) >= _FEWEST_LIKELY and not _is_no_paper(title, known)
    ]
    likely = [one for one in likely if not (is_description(one) or STEPS.search(one) or _KEYS_BEHIND.search(one))]
    return KnownTitles((*known.titles, *likely), known.listed) if len(likely) > len(found) else known


def _readings(answer: Any, known: KnownTitles, depth: int) -> Iterator[list[Assigned]]:
    """Yield the papers with their topics in each way in which an answer may be read."""
    if isinstance(answer, str):
        yield from _of_text(_INNER_TABS.sub(" | ", unwrapped(answer[:_LONGEST])), known, depth)
        return
    yield value_assignments(answer, known)
    for text in islice(texts_in(answer), _MOST_TEXTS) if depth < _DEEPEST else ():
        yield from _readings(text, known, depth + 1)


def _of_text(text: str, known: KnownTitles, depth: int) -> Iterator[list[Assigned]]:
    if text.count("\\n") > text.count("\n") and depth < _DEEPEST:
        longest = max((match["words"] for match in _STRING.finditer(text)), key=len, default=text)
        plain = (longest if "\\n" in longest else text).replace("\\n", "\n").replace("\\t", "\t")
        yield from _of_text(re.sub(r"\\(?=[\"'])", "", plain), known, depth + 1)
    lines = html_lines(text)
    if lines is None and (value := xml_value(text)) is not None:
        yield value_assignments(value, known)
    if lines is None:
        marked = with_markdown_headings(text)
        lines = latex_lines(text) if is_latex(text) else outline_lines(markdown_blocks(marked))
    yield line_assignments(lines, known)
    legend = references(lines, known)
    if (pairs := edge_lines(lines)) and (drawn := tree_of_entries(grown({}, pairs))[0]):
        yield list(assignments_of(drawn))
    if values := [with_titles(value.value, legend) for value in json_values(text)]:
        yield from _readings(values[0] if len(values) == 1 else values, known, depth + 1)
    for fence in _fences(text):
        if (value := yaml_value(known.masked(fence))) is not None:
            yield value_assignments(known.unmasked(value), known)


def _in_brackets(answer: Any, known: KnownTitles) -> Iterator[list[Assigned]]:
    """Yield the papers of a text in a notation that nobody knows, with the names before the brackets around them."""
    for fence in _fences(unwrapped(answer[:_LONGEST])) if isinstance(answer, str) else ():
        yield value_assignments(known.unmasked(bracketed_value(known.masked(fence))), known)


def _fences(text: str) -> list[str]:
    """Return the content of each fence of a text, or the text itself."""
    return [block.content for block in markdown_blocks(text) if block.kind == "code"] or [text]


def _worth(tree: Tree | None, known: KnownTitles) -> _Worth:
    if tree is None:
        return _Worth(frozenset(), 0)
    tree = leaves_as_papers(tree, known.titles, known.listed)
    holding = {placed.node for placed in tree.papers}
    leaves = [name for node, name in enumerate(tree.names) if node and node not in holding and not tree.children[node]]
    titles = [placed.title for placed in tree.papers]
    found = known.meant([*titles, *leaves])
    topics = [name for node, name in enumerate(tree.names) if node in holding or tree.children[node]]
    steps = steps_in(topics)
    strange = float(sum(1 for name in topics if name and (_is_strange(name, known) or len(steps.get(name, ())) > 1)))
    strange += sum(0.5 for name, times in Counter(tree.names).items() if times > 1 and name.islower())
    unknown = [placed for placed in tree.papers if placed.title not in found]
    strange += sum(1 for one in unknown if one.title in topics or _is_no_paper(one.title, known))
    strange += sum(0.5 for one in unknown if tree.children[one.node])
    strange += sum(0.5 for one in unknown if known.holds(one.title))
    strange += sum(1 for node in holding if are_remarks([one.title for one in tree.papers if one.node == node]))
    strange += sum(
        1 for node, name in enumerate(tree.names) if name and name in map(tree.names.__getitem__, tree.path(node)[:-1])
    )
    strange += sum(0.5 for title in titles if title in found and named_beside(title, known))
    placed_below = {placed.title for placed in tree.papers if placed.node}
    at_root = [placed.title for placed in tree.papers if not placed.node]
    listed = len(at_root) >= _FEWEST_APART and (not tree.names[0] or placed_below.issuperset(at_root))
    strange += listed and bool(placed_below)  # a list of the papers beside the tree
    homes = {placed.node for placed in tree.papers if placed.title in found}
    flat = len(homes) == 1 and len(found) >= _FEWEST_APART
    strange += max(1.0, _FLAT * len(found)) if flat else 0
    return _Worth(frozenset(found.values()), strange + (0 if tree.names[0] else 0.5), flat)


def _is_no_paper(title: str, known: KnownTitles) -> bool:
    """Return whether a paper that nobody knows looks like none."""
    field = is_field_label(re.split("[:：]", title)[0]) and not known.meant([title])
    return bool(is_remark(title) or is_label(title) or field or known.mentions(title))


def _is_strange(name: str, known: KnownTitles) -> bool:
    """Return whether words look like no topic and no paper: like a label, a sentence, a path, a field, a notation."""
    return bool(
        not any(map(str.isalpha, name))
        or len(name.split()) > _LONGEST_NAME
        or is_label(name)
        or is_aside(name)
        or is_field_label(name)
        or is_introduction(name)
        or (name.islower() and " " in name and is_description(name) and len(name.split()) >= _FEWEST_SPOKEN)
        or is_sentence(name)
        or name[0] in "[{(<#\"'"
        or name[-1] in "[{("
        or name.count("(") != name.count(")")
        or SIGN.match(name)
        or (name.islower() and "_" in name)
        or STEPS.search(name)
        or " | " in name
        or known.mentions(name)
    )
