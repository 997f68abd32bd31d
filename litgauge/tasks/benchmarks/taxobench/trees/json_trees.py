"""A tree out of JSON values, in any of the shapes that models and data sets use.

The published shape is {"name", "subtopics": […]} with {"name", "papers": […]} at the leaves. Also read: other names of
the three keys, a topic as the key of its contents ({"Topic": {"Sub-topic": ["paper"]}}), a list of trees, a list of
nodes that name their parents, and papers as objects.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from litgauge.tasks.answers.json_values import TOO_DEEP
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.entry_trees import tree_of_entries
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import graph_entries
from litgauge.tasks.benchmarks.taxobench.trees.json_fields import with_known_fields
from litgauge.tasks.benchmarks.taxobench.trees.json_keys import (
    CHILDREN,
    MAX_DEPTH,
    NAMES,
    PAPERS,
    WRAPPERS,
    Reading,
    has_name,
    name_of,
    title_of,
)
from litgauge.tasks.benchmarks.taxobench.trees.json_legends import with_legend_titles
from litgauge.tasks.benchmarks.taxobench.trees.json_rows import (
    adjacency_rows,
    assigned_topics,
    path_texts,
    rows_below_name,
    rows_by_level,
    rows_with_paths,
    sorted_by_path,
    survey_name,
    tree_by_parents,
)
from litgauge.tasks.benchmarks.taxobench.trees.json_tables import joined_tables, with_assignments
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES, Tree

_LEVEL = re.compile(r"level_?\d", re.IGNORECASE)
_ID = re.compile(r"(?:[A-Za-z]{1,12}[-_ ]?)?\d{1,5}")
_ID_WORDS = 2  # of a paper's short name
_DETAIL_KEYS = frozenset(
    {"description", "summary", "definition", "rationale", "reason", "reasoning", "notes", "note", "count", "num_papers",
     "paper_count", "level", "depth", "id", "type", "keywords"}
)  # fmt: skip


def tree_of(value: Any) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the tree in a JSON value, None if there is none in it, and what is odd about it."""
    if value == TOO_DEEP:
        return None, (TreeDiagnostic("tree-too-deep"),)
    value = with_legend_titles(value)
    if (read := _of_parts(value)) is not None or (read := _of_parts(_unwrapped(value))) is not None:
        return read
    reading = Reading()
    value = _with_names(with_known_fields(value))
    if (lists := _lists(value)) is not None:
        return _of_lists(lists, reading)
    roots = _roots(_unwrapped(value))
    if not roots:
        return None, (TreeDiagnostic("tree-unreadable", f"a {type(value).__name__} without topics"),)
    return _of_roots(roots, reading)


def _of_parts(value: Any) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]] | None:
    """Return the tree of nodes and edges, tables, rows, or topics and assignments; None of other values."""
    if (entries := graph_entries(value)) is not None:
        if (assigned := with_assignments(value, tree_of)) is not None:
            return assigned
        graph = tree_of_entries(entries) if entries else (None, ())
        return graph if graph[0] is not None else (None, (TreeDiagnostic("tree-unreadable", "its edges make no tree"),))
    if (joined := joined_tables(value)) is not None:
        return joined
    if (read := tree_of_rows(value))[0] is not None or read[1]:
        return read
    return with_assignments(value, tree_of)


def _of_roots(roots: list[tuple[str, Any]], reading: Reading) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    root = -1
    if len(roots) > 1:
        root = reading.builder.add("", -1)
        reading.add("several-roots", str(len(roots)))
    waiting = deque((name, content, root) for name, content in roots)
    while waiting:
        if len(reading.builder.names) > MAX_NODES:
            return None, (TreeDiagnostic("tree-too-large", f"more than {MAX_NODES:,}"),)
        name, content, parent = waiting.popleft()
        node = reading.builder.add(name, parent)
        waiting.extend((topic, inner, node) for topic, inner in _topics_below(node, content, reading))
    return reading.builder.build(), tuple(reading.diagnostics)


def tree_of_rows(value: Any) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the tree in a list of nodes that name their parents, or of papers that name their topics.

    Without a diagnostic where the value is no such list.
    """
    reading = Reading()
    if (rows := adjacency_rows(value)) is not None:
        return tree_by_parents(rows, reading, survey_name(value))
    if (
        paths := rows_by_level(value)
        or rows_with_paths(value)
        or rows_below_name(value)
        or path_texts(value)
        or assigned_topics(value)
    ) is None:
        return None, ()
    return _of_roots(_roots(_unwrapped(sorted_by_path(paths))), reading)


def _unwrapped(value: Any) -> Any:
    """Return the value in {"taxonomy": …, "remark": "words"}: the one key that holds anything, and is no topic."""
    while isinstance(value, Mapping) and not has_name(value):
        inner = [key for key in value if key in WRAPPERS and isinstance(value[key], (Mapping, list))]
        beside = [key for key in value.keys() - _DETAIL_KEYS if isinstance(value[key], (Mapping, list))]
        if len(inner) != 1 or (len(beside) != 1 and not _is_topic(value[inner[0]])):
            return value
        value = value[inner[0]]
    return value


def _is_topic(value: Any) -> bool:
    return isinstance(value, Mapping) and has_name(value) and any(key in value for key in (*CHILDREN, *PAPERS))


def _with_names(value: Any, depth: int = 0) -> Any:
    """Nested lists that begin with a name, ["Owls", ["Flight", "Silent wings"]], as objects; other values unchanged."""
    if not isinstance(value, list) or len(value) < 2 or depth > MAX_DEPTH or not isinstance(value[0], str):
        return value
    if not any(isinstance(entry, list) for entry in value) and not depth:
        return value
    if not all(isinstance(entry, (str, list)) for entry in value):
        return value
    papers = [entry for entry in value[1:] if isinstance(entry, str)]
    below = [_with_names(entry, depth + 1) for entry in value[1:] if isinstance(entry, list)]
    return {"name": value[0], "papers": papers, "subtopics": below}


def _lists(value: Any) -> list[list[Any]] | None:
    """Groups of titles without names, [["paper", …], …], or one of them; None if the value is something else."""
    if not isinstance(value, list):
        return None
    groups = value if all(isinstance(entry, list) for entry in value) else [value]
    papers = [paper for group in groups for paper in group]
    wordy = any(isinstance(paper, str) and any(map(str.isalpha, paper)) for paper in papers)
    return groups if wordy and all(isinstance(paper, (str, int)) for paper in papers) else None


def _of_lists(groups: list[list[Any]], reading: Reading) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    root = reading.builder.add("", -1)
    for group in groups[:MAX_NODES]:
        tuple(_in_list(reading.builder.add("", root) if len(groups) > 1 else root, group, reading, papers=True))
    return reading.builder.build(), tuple(reading.diagnostics)


def _lowered(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """{"Name": …, "Papers": […]} and {"level_2": …, "papers": […]} with keys as they are known."""
    if has_name(value):
        return value
    naming = [key for key in value if isinstance(value[key], str) and (_LEVEL.fullmatch(key) or key.lower() in NAMES)]
    if len(naming) != 1:
        return value
    return {"name" if key == naming[0] else key[:1].lower() + key[1:]: inner for key, inner in value.items()}


def _roots(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, list):
        while len(value) == 1 and isinstance(value[0], list):
            value = value[0]
        return [root for entry in value if isinstance(entry, Mapping) for root in _roots(entry)]
    if not isinstance(value, Mapping):
        return []
    value = _lowered(value)
    if has_name(value) or any(isinstance(value.get(key), (list, Mapping)) for key in (*CHILDREN, *PAPERS)):
        return [(name_of(value), value)]
    return [(str(key), inner) for key, inner in value.items() if isinstance(inner, (Mapping, list))]


def _topics_below(node: int, content: Any, reading: Reading) -> Iterable[tuple[str, Any]]:
    """Return the sub-topics in a topic's content; its papers are placed on the way."""
    if isinstance(content, list):  # {"Topic": ["paper", {"name": "Sub-topic", …}]}
        return _in_list(node, content, reading, papers=False)
    if not isinstance(content, Mapping):
        return ()
    below: list[tuple[str, Any]] = []
    known = [key for key in (*CHILDREN, *PAPERS) if isinstance(content.get(key), (list, Mapping, str))]
    for key in known:
        below.extend(_at_key(node, key, content[key], reading))
    texts = [inner for inner in content.values() if isinstance(inner, str)]
    if texts and len(texts) == len(content) and not known and not has_name(content):
        reading.place(_titles_of(content), node)
    elif not known:
        for key in [key for key, inner in content.items() if inner is None]:  # {"Topic": {"paper": null}}
            reading.builder.place(str(key), node)
        below.extend(
            (str(key), inner)
            for key, inner in content.items()
            if isinstance(inner, (Mapping, list)) and key not in _DETAIL_KEYS
        )
    return below


def _titles_of(content: Mapping[str, str]) -> Iterable[str]:
    """Return the titles in {"P1": "Silent wings at night"} and in {"Silent wings at night": "why it is here"}."""
    keys, values = (sum(len(words.split()) for words in side) for side in (content.keys(), content.values()))
    are_ids = all(_ID.fullmatch(key) for key in content) or (keys <= _ID_WORDS * len(content) and values > 2 * keys)
    return list(content.values() if are_ids else content)


def _at_key(node: int, key: str, inner: Any, reading: Reading) -> Iterable[tuple[str, Any]]:
    if isinstance(inner, Mapping):
        if has_name(inner) and key in CHILDREN:
            return [(name_of(inner), inner)]
        if key in CHILDREN:
            return [(str(name), content) for name, content in inner.items()]
        inner = list(inner.values()) if all(isinstance(entry, (str, Mapping)) for entry in inner.values()) else []
    if isinstance(inner, str):
        inner = [entry for entry in re.split(r"[;\n]", inner) if entry.strip()] if key in PAPERS else [inner]
    return _in_list(node, inner, reading, papers=key in PAPERS)


def _in_list(node: int, entries: list[Any], reading: Reading, *, papers: bool) -> Iterable[tuple[str, Any]]:
    for entry in entries:
        if isinstance(entry, list):
            yield from (
                _in_list(node, entry[:MAX_NODES], reading, papers=papers) if len(entry) < len(entries) + 2 else ()
            )
        elif isinstance(entry, Mapping) and not (papers and _is_paper(_lowered(entry))):
            yield from _roots(entry)
        elif title := title_of(entry):
            reading.builder.place(title, node)
        else:
            reading.add("paper-unreadable", repr(entry)[:80])


def _is_paper(entry: Mapping[str, Any]) -> bool:
    return not any(isinstance(entry.get(key), list) for key in (*CHILDREN, *PAPERS))
