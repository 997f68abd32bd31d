"""An agent's tree, whatever it is wrapped in.

Notations that are read: JSON of any shape, YAML, XML and HTML, Mermaid's mind maps and graphs, nested lists in
brackets, and outlines (Markdown's headings, lists and tables, numbers, drawn branches, indentation, paths).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from litgauge.tasks.answers.json_values import TOO_DEEP, json_values
from litgauge.tasks.answers.markdown_blocks import MarkdownBlock, markdown_blocks
from litgauge.tasks.answers.outlines import OutlineLine
from litgauge.tasks.answers.sentences import is_description
from litgauge.tasks.answers.work_lists.wordings import is_evident, refuses, wording
from litgauge.tasks.answers.yaml_values import begins_as_yaml, looks_like_yaml, yaml_value
from litgauge.tasks.benchmarks.taxobench.match_papers import titles_meant
from litgauge.tasks.benchmarks.taxobench.trees.assignments import assignments_of, steps_in, tree_of_assignments
from litgauge.tasks.benchmarks.taxobench.trees.bare_trees import bare_tree
from litgauge.tasks.benchmarks.taxobench.trees.call_values import call_value
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import LOOKED_FOR, TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.dot_trees import dot_entries, is_dot
from litgauge.tasks.benchmarks.taxobench.trees.entry_trees import tree_of_entries
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import grown
from litgauge.tasks.benchmarks.taxobench.trees.json_trees import tree_of, tree_of_rows
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.latex_trees import is_latex, latex_entries, latex_lines
from litgauge.tasks.benchmarks.taxobench.trees.markup import html_lines, is_markup, xml_entries
from litgauge.tasks.benchmarks.taxobench.trees.mermaid import mermaid_entries
from litgauge.tasks.benchmarks.taxobench.trees.other_headings import with_markdown_headings
from litgauge.tasks.benchmarks.taxobench.trees.outline_trees import outline_tree, tree_of_lines
from litgauge.tasks.benchmarks.taxobench.trees.program_trees import program_entries, program_values
from litgauge.tasks.benchmarks.taxobench.trees.table_trees import csv_edges, csv_nodes, csv_rows
from litgauge.tasks.benchmarks.taxobench.trees.titled_readings import best_reading
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree, joined_trees
from litgauge.tasks.benchmarks.taxobench.trees.unwrapping import texts_in, unwrapped
from litgauge.tasks.text.wordings import patterns

NO_ANSWER = frozenset({"", "fix failed", "none", "null", "n/a"})
"""What published files hold where a model gave no tree."""
MAX_TEXT = 20_000_000
"""Characters of an answer that is read."""
_MAX_NOTATION = 2_000_000  # characters in a notation other than JSON
_MAX_DIAGNOSTICS = 50
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_FOREIGN = re.compile(
    r"\s*(?:(?:class|def)\s+\w+.*:[ \t]*$|(?:import|from)\s+\w+|#include|(?:INSERT INTO|CREATE TABLE|SELECT)\s"
    r"|(?:const|let|var|function)\s+\w+|@\w{1,20}\{[^\s,{}]{1,80},)",
    re.MULTILINE,
)
"""How programs begin."""
_FINAL = re.compile(
    f"^(?:{patterns('litgauge.tasks.benchmarks.taxobench.trees', 'wordings.json', 'final tree')})$", re.M | re.I
)
_HEADINGS = re.compile(r"^#{2,6} \S", re.MULTILINE)
"""Headings of Markdown, which YAML would read as comments."""
_LIST_BEGINS = re.compile(r"\s*(?:#|[-*+•|]\s|\d{1,2}[.)]\s)")
_OPENING_LINES = 6
_PYTHON = ("python", "py", "python3")
_WINDOWS_BRANCH = re.compile(r"^[| ]*[+\\]---", re.MULTILINE)
_DRAWN = re.compile(r"^[| ]*(?:[+\\]---)?", re.MULTILINE)
_TOML = re.compile(r"^\s*(?:\[[^\[\]\n]+\]|\[\[[^\[\]\n]+\]\])\s*$", re.MULTILINE)
_LITERAL = re.compile(
    r"^[ \t]*(?:export\s+)?(?:(?:const|let|var)\s+)?[\w.]{1,80}(?:\s*:\s*[\w\[\], .<>]{1,80})?\s*=\s*(?=[\[{])",
    re.MULTILINE,
)
"""What stands before a value that a program names."""
_MOST_TEXTS = 8  # within a JSON value
_FEWEST = 3  # topics and papers of a value that is no aside of an outline
_MOST_LITERALS = 8  # of a program
_FEWEST_OF_PROGRAM = 3  # topics of a tree that a program writes down
_BRACKETED = re.compile(r"\s*\(\s*\"")
_BRACKET_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[()]', re.DOTALL)
_UNLIKE_OUTLINES = 1.5  # so many times more papers than a fence must the text around it have to be the answer

_Read = tuple[Tree | None, tuple[TreeDiagnostic, ...]]


@dataclass(frozen=True, slots=True)
class ReadTree:
    """A tree as an answer gives it, or none, and what is odd about it."""

    tree: Tree | None
    diagnostics: tuple[TreeDiagnostic, ...]

    @property
    def missing(self) -> bool:
        """Return whether there is no answer, as against one that is no tree."""
        return any(diagnostic.code == "tree-missing" for diagnostic in self.diagnostics)


def read_tree(answer: Any, titles: Sequence[str] = (), listed: Sequence[str] | None = None) -> ReadTree:
    """Return the tree in an answer, a JSON value or a text in any of the notations.

    Without a tree, a diagnostic says why; nothing raises. Of drafts in one text the largest counts; parts of a tree in
    several fences are put together. `titles` are of papers that the tree may hold: of all readings of the answer the
    one counts that finds most of them, with the fewest topics and papers that look like none. `listed` are those that
    the agent was given, which it may name by their numbers; where that is not known, all of them.
    """
    if not has_answer(answer):
        return ReadTree(None, (TreeDiagnostic("tree-missing"),))
    if answer == TOO_DEEP:
        return ReadTree(None, (TreeDiagnostic("tree-too-deep"),))
    answer = _final(answer[:MAX_TEXT]) if isinstance(answer, str) else answer
    read = _in_text(answer) if isinstance(answer, str) else tree_of(answer)
    read = (bare_tree(_with_steps(read[0])), read[1]) if read[0] is not None else read
    tree, diagnostics = best_reading(answer, read, KnownTitles(titles, listed)) if titles else read
    if tree is None or not len(tree):
        return ReadTree(None, diagnostics or (TreeDiagnostic("tree-unreadable"),))
    if isinstance(answer, str) and _refuses(answer, tree) and not titles_meant(titles, [p.title for p in tree.papers]):
        return ReadTree(None, (TreeDiagnostic("tree-unreadable", "it says that there is none"),))
    return ReadTree(tree, tuple((*diagnostics, *oddities(tree))[:_MAX_DIAGNOSTICS]))


def _with_steps(tree: Tree) -> Tree:
    """Return the tree with names that are paths as topics below each other."""
    return (tree_of_assignments(list(assignments_of(tree))) or tree) if steps_in(tree.names) else tree


def _refuses(text: str, tree: Tree) -> bool:
    """Return whether an answer says before its lists that it has no tree, and lists nothing that looks like papers."""
    opening = list(takewhile(lambda line: not _LIST_BEGINS.match(line), text.strip().split("\n")))[:_OPENING_LINES]
    if not any(refuses(line) or wording("advice").search(line) for line in opening):
        return False
    papers = [placed.title for placed in tree.papers]
    return not any(map(is_evident, papers)) and 2 * sum(map(is_description, papers)) >= len(papers)


def has_answer(answer: Any) -> bool:
    """Return whether there is an answer, be it a tree or not, as against what files hold where a model gave none."""
    return answer not in (None, {}, []) and not (isinstance(answer, str) and answer.strip().lower() in NO_ANSWER)


def _in_text(text: str) -> _Read:
    """Return the tree of a text."""
    text = unwrapped(text)
    blocks = markdown_blocks(text) if _FENCE.search(text) else []
    fences = [(block.content, block.language) for block in blocks if block.kind == "code" and block.content.strip()]
    fences = fences or [(text, "")]
    if all(_FOREIGN.match(content) or language in _PYTHON for content, language in fences):
        programs = _in_program([content for content, _ in fences])
        if programs[0] is not None or all(_FOREIGN.match(content) for content, _ in fences):
            return programs
    refused: list[TreeDiagnostic] = []
    small: list[_Read] = []
    yaml = any(language in ("yaml", "yml") or begins_as_yaml(content) for content, language in fences)
    for reader in (_in_signs, _in_yaml, _in_json) if yaml else (_in_signs, _in_json, _in_yaml):
        reads = [read for fence in fences for read in reader(*fence)]
        trees = [read for read in reads if read[0] is not None and len(read[0]) + len(read[0].papers) > 1]
        if trees and (_size(best := _best(trees)) > _FEWEST or blocks):
            return best
        small = small or trees[:1]
        refused += [diagnostic for _, diagnostics in reads for diagnostic in diagnostics]
    if _WINDOWS_BRANCH.search(text):
        text, blocks = _DRAWN.sub(lambda match: " " * len(match[0]), text), []
    outline = with_markdown_headings(text)
    outlined = _outlined(outline, blocks if outline == text else ())
    if outlined[0] is not None and len(outlined[0]) > 1:
        return max((*small, outlined), key=_size)
    if small:
        return small[0]
    return None, tuple(refused[:1]) or outlined[1] or (TreeDiagnostic("tree-unreadable", LOOKED_FOR),)


def _final(text: str) -> str:
    """Return what stands behind a line that calls the tree there the final one, where another stands before it; else
    the whole text.
    """
    bare = unwrapped(text)
    *_, last = (None, *_FINAL.finditer(bare))
    if last is None or not _papers_in(bare[: last.start()]):
        return text
    read = _in_text(bare[last.end() :])
    final = _size(read) > _FEWEST_OF_PROGRAM and read[0] is not None and read[0].papers
    return bare[last.end() :] if final else text


def _papers_in(text: str) -> bool:
    tree, _ = _in_text(text)
    return tree is not None and bool(tree.papers)


def _in_program(fences: Sequence[str]) -> _Read:
    """Return the tree that a program draws or writes down as a value, `taxonomy = {…}`; nothing else of it is read."""
    texts = [fence[match.end() :] for fence in fences for match in _LITERAL.finditer(fence)]
    reads = [tree_of_entries(entries) for fence in fences if (entries := program_entries(fence))]
    reads += [_in_value(value) for fence in fences for value in program_values(fence)]
    reads += [_in_value(value.value) for text in texts[:_MOST_LITERALS] for value in islice(json_values(text), 1)]
    trees = [read for read in reads if read[0] is not None and read[0].papers and len(read[0]) >= _FEWEST_OF_PROGRAM]
    if not trees:
        return None, (TreeDiagnostic("tree-unreadable", LOOKED_FOR),)
    return max(trees, key=_size)


def _best(trees: Sequence[_Read]) -> _Read:
    """Return the largest tree, together with those that share no paper with it, as parts of one answer."""
    largest = max(trees, key=_size)
    if largest[0] is None or not largest[0].papers:
        return largest
    parts = [read for read in trees if read is largest or _is_another_part(read, largest)]
    if len(parts) == 1:
        return largest
    joined = joined_trees([tree for tree, _ in parts if tree is not None])
    return joined, (
        TreeDiagnostic("several-roots", str(len(parts))),
        *(diagnostic for _, diagnostics in parts for diagnostic in diagnostics),
    )


def _is_another_part(read: _Read, largest: _Read) -> bool:
    assert read[0] is not None
    assert largest[0] is not None
    titles = {placed.title for placed in read[0].papers}
    return any(read[0].names) and bool(titles) and titles.isdisjoint(placed.title for placed in largest[0].papers)


def _size(read: _Read) -> int:
    return len(read[0]) + len(read[0].papers) if read[0] is not None else 0


def _in_json(text: str, _language: str) -> Iterator[_Read]:
    """Yield the trees of the JSON in a text; objects that follow each other may be the rows of one."""
    if (called := call_value(text)) is not None:
        yield tree_of(called)
        return
    values = list(json_values(text))
    rows = [value.value for value in values]
    repaired = any(value.repaired for value in values)
    if len(rows) > 1 and all(isinstance(row, dict) for row in rows):
        tree, diagnostics = tree_of_rows(rows)
        if tree is not None:
            yield tree, (*diagnostics, TreeDiagnostic("repaired")) if repaired else diagnostics
            return
    for value in values:
        tree, diagnostics = _in_value(value.value)
        yield tree, (*diagnostics, TreeDiagnostic("repaired")) if tree is not None and value.repaired else diagnostics


def _in_value(value: Any) -> _Read:
    """Return the tree of a value; of one with a paper at most, a message or a call of a tool, the tree in its texts."""
    read = tree_of(value)
    if read[0] is not None and len(read[0].papers) > 1:
        return read
    inner = [_in_text(text) for text in islice(texts_in(value), _MOST_TEXTS)]
    return max((read, *(one for one in inner if one[0] is not None and one[0].papers)), key=_size)


def _in_signs(text: str, _language: str) -> Iterator[_Read]:
    """Yield the tree in a text that is in Mermaid, XML, HTML, nested lists in round brackets, or CSV."""
    if len(text) > _MAX_NOTATION:
        return
    if is_dot(text):
        yield tree_of_entries(dot_entries(text))
    elif (entries := mermaid_entries(text)) is not None or (entries := xml_entries(text)) is not None:
        yield tree_of_entries(entries)
    elif is_latex(text):
        entries = latex_entries(text)
        read = tree_of_entries(entries) if entries else tree_of_lines(latex_lines(text))
        if read[0] is not None and len(read[0]) > 1:
            yield read
    elif (lines := html_lines(text)) is not None:
        yield tree_of_lines(lines)
    elif _BRACKETED.match(text):
        yield from _in_json(_bracketed(text), "json")
    elif text.lstrip().startswith("{"):
        return  # lines of JSON are no CSV
    elif nodes := csv_nodes(text):
        yield tree_of_rows(nodes)
    elif edges := csv_edges(text):
        yield tree_of_entries(grown({}, edges))
    elif rows := csv_rows(text):
        yield tree_of_lines([OutlineLine("table", 0, "", rows=tuple(map(tuple, rows)))])
    elif _TOML.search(text) and (value := _toml(text)):
        yield tree_of(value)


def _toml(text: str) -> dict[str, Any]:
    """Return the value of a text in TOML; {} of other texts."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _in_yaml(text: str, language: str) -> Iterator[_Read]:
    if language in ("yaml", "yml") or (looks_like_yaml(text) and not _HEADINGS.search(text)):
        value = yaml_value(text)
        if value is not None:
            yield tree_of(value)


def _bracketed(text: str) -> str:
    """Nested lists in round brackets, ("Owls" ("Flight" "Silent wings")), as JSON."""
    pieces: list[str] = []
    for token in _BRACKET_TOKEN.findall(text):
        if token != ")" and pieces and pieces[-1] != "[":
            pieces.append(",")
        pieces.append({"(": "[", ")": "]"}.get(token, token))
    return "".join(pieces)


def _outlined(text: str, blocks: Sequence[MarkdownBlock]) -> _Read:
    """Return the tree that a text, or one of its fences, outlines; HTML between words is read by itself."""
    blocks = blocks or markdown_blocks(text)
    markup = [block for block in blocks if block.kind == "html"]
    if markup and is_markup(markup[0].content) and text.count("<li") + text.count("<summary") + text.count("<td") > 1:
        inside = text.split("\n")[markup[0].first : markup[-1].first + len(markup[-1].lines)]
        reads = [read for read in _in_signs("\n".join(inside), "") if read[0] is not None and read[0].papers]
        if reads:
            return reads[0]
    fenced = [outline_tree(markdown_blocks(block.content)) for block in blocks if block.kind == "code"]
    fenced = [read for read in fenced if read[0] is not None and len(read[0]) > 1 and read[0].papers]
    whole = outline_tree(blocks)
    best = max(fenced, key=_size, default=whole)
    return whole if _size(whole) > _UNLIKE_OUTLINES * _size(best) else best


def oddities(tree: Tree) -> Iterator[TreeDiagnostic]:
    """Yield what is wrong with a tree that was read."""
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
