"""A tree out of JSON values, in any of the shapes that models and data sets use.

The published shape is {"name", "subtopics": […]} with {"name", "papers": […]} at the leaves. Also read: other names of
the three keys, a topic as the key of its contents ({"Topic": {"Sub-topic": ["paper"]}}), a list of trees, a list of
nodes that name their parents, and papers as objects.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from litgauge.tasks.answers.json_values import TOO_DEEP
from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.entry_trees import tree_of_entries
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import graph_entries
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES, Tree, TreeBuilder
from litgauge.tasks.text import compact_title

_NAMES = (
    "name", "title", "topic", "label", "category", "heading", "theme", "text", "node", "topic_name", "node_name",
    "category_name", "taxonomy_node", "subtopic", "subcategory", "concept", "cluster_name", "group_name", "root",
)  # fmt: skip
_CHILDREN = (
    "subtopics", "sub_topics", "subTopics", "children", "subcategories", "sub_categories", "categories", "topics",
    "subsections", "sections", "branches", "nodes", "taxonomy", "tree", "hierarchy", "hierarchy_tree", "clusters",
    "child_nodes", "childNodes", "subthemes", "sub_themes", "subnodes", "sub_nodes", "subclusters", "groups", "child",
)  # fmt: skip
_PAPERS = (
    "papers", "references", "refs", "works", "documents", "articles", "paper", "paper_titles",
    "items", "leaves", "citations", "paper_list", "publications", "studies", "leaf_papers", "cited_papers", "titles",
    "paper_ids", "paper_numbers", "paper_indices", "members",
)  # fmt: skip
_LEVEL = re.compile(r"level_?\d", re.IGNORECASE)
_IDS = ("id", "node_id", "key")
_PARENTS = ("parent", "parent_id", "parentId")
_TITLES = ("title", "name", "paper", "paper_title", "text", "label")
_WRAPPERS = frozenset({"taxonomy", "tree", "hierarchy", "hierarchy_tree", "root", "result", "answer", "output"})
_DETAIL_KEYS = frozenset(
    {"description", "summary", "definition", "rationale", "reason", "reasoning", "notes", "note", "count", "num_papers",
     "paper_count", "level", "depth", "id", "type", "keywords"}
)  # fmt: skip

_PATHS = ("path", "category_path", "taxonomy_path", "topic_path", "hierarchy", "categories", "location")
_STEP = re.compile(
    r"(?:(?:main|primary|secondary|top|first|second|third|parent|(?:sub_?)*)_?)?"
    r"(?:category|topic|theme|section|cluster|group|branch|area)(?:_?(?:name|\d))?|(?:level|tier|l)_?\d(?:_\w{1,20})?",
    re.IGNORECASE,
)
_BETWEEN_STEPS = (re.compile(r"\s*(?:->|>|→|»|::)\s*"), re.compile(r"\s+[/|]\s+"), re.compile(r"/(?=\S)"))
"""What stands between topics; of several the first: "Agents > Input/Output" are two."""
_HOMES = (
    "assigned_to",
    "assigned_topic",
    "parent",
    "node",
    "leaf",
    "cluster",
    "group",
    "label",
    "class",
    "taxonomy_node",
)
_MAX_DEPTH = 50
_RETURNING = 1.5  # times that a topic is named, on average, in lists of topics


@dataclass
class _Reading:
    """Tree and the diagnostics of a value while it is read."""

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    diagnostics: list[TreeDiagnostic] = field(default_factory=list)

    def add(self, code: str, detail: str = "") -> None:
        self.diagnostics.append(TreeDiagnostic(code, detail[:200]))


def tree_of(value: Any) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    """Return the tree in a JSON value, None if there is none in it, and what is odd about it."""
    if value == TOO_DEEP:
        return None, (TreeDiagnostic("tree-too-deep"),)
    if (entries := graph_entries(value)) is not None:
        graph = tree_of_entries(entries) if entries else (None, ())
        return graph if graph[0] is not None else (None, (TreeDiagnostic("tree-unreadable", "its edges make no tree"),))
    if (read := tree_of_rows(value))[0] is not None or read[1]:
        return read
    if (assigned := _with_assignments(value)) is not None:
        return assigned
    reading = _Reading()
    value = _with_names(value)
    if (lists := _lists(value)) is not None:
        return _of_lists(lists, reading)
    roots = _roots(_unwrapped(value))
    if not roots:
        return None, (TreeDiagnostic("tree-unreadable", f"a {type(value).__name__} without topics"),)
    return _of_roots(roots, reading)


def _of_roots(roots: list[tuple[str, Any]], reading: _Reading) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
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
    reading = _Reading()
    if (rows := _adjacency(value)) is not None:
        return _by_parents(rows, reading, _survey(value))
    if (paths := _with_paths(value) or _below_name(value) or _path_texts(value) or _assigned(value)) is None:
        return None, ()
    return _of_roots(_roots(_unwrapped(_sorted_by_path(paths))), reading)


def _unwrapped(value: Any) -> Any:
    """Return the value in {"taxonomy": …, "remark": "words"}: the one key that holds anything, and is no topic."""
    while isinstance(value, Mapping) and not _has_name(value):
        inner = [key for key in value if key in _WRAPPERS and isinstance(value[key], (Mapping, list))]
        beside = [key for key in value.keys() - _DETAIL_KEYS if isinstance(value[key], (Mapping, list))]
        if len(inner) != 1 or (len(beside) != 1 and not _is_topic(value[inner[0]])):
            return value
        value = value[inner[0]]
    return value


def _is_topic(value: Any) -> bool:
    return isinstance(value, Mapping) and _has_name(value) and any(key in value for key in (*_CHILDREN, *_PAPERS))


def _with_names(value: Any, depth: int = 0) -> Any:
    """Nested lists that begin with a name, ["Owls", ["Flight", "Silent wings"]], as objects; other values unchanged."""
    if not isinstance(value, list) or len(value) < 2 or depth > _MAX_DEPTH or not isinstance(value[0], str):
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


def _of_lists(groups: list[list[Any]], reading: _Reading) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    root = reading.builder.add("", -1)
    for group in groups[:MAX_NODES]:
        tuple(_in_list(reading.builder.add("", root) if len(groups) > 1 else root, group, reading, papers=True))
    return reading.builder.build(), tuple(reading.diagnostics)


def _lowered(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """{"Name": …, "Papers": […]} and {"level_2": …, "papers": […]} with keys as they are known."""
    if _has_name(value):
        return value
    naming = [key for key in value if isinstance(value[key], str) and (_LEVEL.fullmatch(key) or key.lower() in _NAMES)]
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
    if _has_name(value) or any(isinstance(value.get(key), (list, Mapping)) for key in (*_CHILDREN, *_PAPERS)):
        return [(_name(value), value)]
    return [(str(key), inner) for key, inner in value.items() if isinstance(inner, (Mapping, list))]


def _has_name(value: Mapping[str, Any]) -> bool:
    return any(isinstance(value.get(key), str) for key in _NAMES)


def _name(value: Mapping[str, Any]) -> str:
    return next((" ".join(str(value[key]).split()) for key in _NAMES if isinstance(value.get(key), str)), "")


def _topics_below(node: int, content: Any, reading: _Reading) -> Iterable[tuple[str, Any]]:
    """Return the sub-topics in a topic's content; its papers are placed on the way."""
    if isinstance(content, list):  # {"Topic": ["paper", {"name": "Sub-topic", …}]}
        return _in_list(node, content, reading, papers=False)
    if not isinstance(content, Mapping):
        return ()
    below: list[tuple[str, Any]] = []
    known = [key for key in (*_CHILDREN, *_PAPERS) if isinstance(content.get(key), (list, Mapping, str))]
    for key in known:
        below.extend(_at_key(node, key, content[key], reading))
    if not known:
        for key in [key for key, inner in content.items() if inner is None]:  # {"Topic": {"paper": null}}
            reading.builder.place(str(key), node)
        below.extend(
            (str(key), inner)
            for key, inner in content.items()
            if isinstance(inner, (Mapping, list)) and key not in _DETAIL_KEYS
        )
    return below


def _at_key(node: int, key: str, inner: Any, reading: _Reading) -> Iterable[tuple[str, Any]]:
    if isinstance(inner, Mapping):
        if _has_name(inner) and key in _CHILDREN:
            return [(_name(inner), inner)]
        if key in _CHILDREN:
            return [(str(name), content) for name, content in inner.items()]
        inner = list(inner.values()) if all(isinstance(entry, (str, Mapping)) for entry in inner.values()) else []
    if isinstance(inner, str):
        inner = [entry for entry in re.split(r"[;\n]", inner) if entry.strip()] if key in _PAPERS else [inner]
    return _in_list(node, inner, reading, papers=key in _PAPERS)


def _in_list(node: int, entries: list[Any], reading: _Reading, *, papers: bool) -> Iterable[tuple[str, Any]]:
    for entry in entries:
        if isinstance(entry, list):
            yield from (
                _in_list(node, entry[:MAX_NODES], reading, papers=papers) if len(entry) < len(entries) + 2 else ()
            )
        elif isinstance(entry, Mapping) and not (papers and _is_paper(_lowered(entry))):
            yield from _roots(entry)
        elif title := _title(entry):
            reading.builder.place(title, node)
        else:
            reading.add("paper-unreadable", repr(entry)[:80])


def _is_paper(entry: Mapping[str, Any]) -> bool:
    return not any(isinstance(entry.get(key), list) for key in (*_CHILDREN, *_PAPERS))


def _title(entry: Any) -> str:
    """Return the title that an entry of a list of papers names.

    A number stays one, to be looked up in the list given.
    """
    if isinstance(entry, Mapping):
        entry = next((entry[key] for key in _TITLES if isinstance(entry.get(key), str)), "")
    if isinstance(entry, bool) or not isinstance(entry, (str, int)):
        return ""
    return " ".join(str(entry).split())


def _adjacency(value: Any) -> list[Mapping[str, Any]] | None:
    """Return the rows of a list of nodes that name their parents; None if it is no such list."""
    if isinstance(value, Mapping) and "nodes" in value:
        beside = [key for key, inner in value.items() if isinstance(inner, (Mapping, list)) and key != "nodes"]
        value = value if beside else value["nodes"]
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(row, Mapping) for row in value):
        return None
    parents = sum(1 for row in value if any(key in row for key in _PARENTS))
    if 2 * parents < len(value) or not all(map(_has_name, value)):
        return None
    return value


def _by_parents(
    rows: list[Mapping[str, Any]], reading: _Reading, survey: str
) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    if len(rows) > MAX_NODES:
        return None, (TreeDiagnostic("tree-too-large", f"{len(rows):,}"),)
    at = {str(next((row[key] for key in _IDS if key in row), _name(row))): number for number, row in enumerate(rows)}
    above = [at.get(str(next((row[key] for key in _PARENTS if row.get(key) is not None), "")), -1) for row in rows]
    order = _parents_first(above)
    if order is None:
        return None, (TreeDiagnostic("tree-unreadable", "its nodes are their own ancestors"),)
    roots = [number for number, parent in enumerate(above) if parent < 0]
    top = -1
    if len(roots) > 1:
        top = reading.builder.add(survey, -1)
        reading.add("several-roots", str(len(roots)))
    new: dict[int, int] = {}
    for number in order:
        parent = new[above[number]] if above[number] >= 0 else top
        new[number] = reading.builder.add(_name(rows[number]), parent)
        for key in _PAPERS:
            if isinstance(rows[number].get(key), list):
                tuple(_in_list(new[number], rows[number][key], reading, papers=True))
    return reading.builder.build(), tuple(reading.diagnostics)


def _parents_first(above: list[int]) -> list[int] | None:
    """Return the nodes so that each comes behind its parent; None if they run in a circle."""
    below: list[list[int]] = [[] for _ in above]
    order: list[int] = []
    for number, parent in enumerate(above):
        (below[parent] if parent >= 0 else order).append(number)
    for number in order:
        order.extend(below[number])
    return order if len(order) == len(above) else None


def _with_paths(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the way and the title of each row of a list of papers that name their topics.

    None if it is no such list.
    """
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(row, Mapping) for row in value):
        return None
    rows = [(_way(row), _paper_of(row)) for row in value]
    return rows if all(way and title for way, title in rows) else None


def _below_name(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for {"survey": "Owls", "papers": [rows]}, below the name where there is one."""
    if not isinstance(value, Mapping):
        return None
    inner = [held for held in value.values() if isinstance(held, (Mapping, list))]
    rows = _with_paths(inner[0]) if len(inner) == 1 else None
    if rows is None:
        return None
    name = _survey(value)
    return [((name, *way) if name and way[0] != name else way, title) for way, title in rows]


def _path_texts(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for a list of paths that end in papers, ["Owls > Flight > Silent wings"]."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(path, str) for path in value):
        return None
    ways = [tuple(filter(None, _BETWEEN_STEPS[0].split(path.strip()))) for path in value]
    return [(way[:-1], way[-1]) for way in ways] if all(len(way) > 1 for way in ways) else None


def _survey(value: Any) -> str:
    """Return the name that an object gives what it holds, "" for none."""
    if not isinstance(value, Mapping):
        return ""
    return next((value[key] for key in (*_NAMES, "survey", "survey_topic") if isinstance(value.get(key), str)), "")


def _assigned(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for an object that names the topics of each paper, {"Silent wings": "Owls > Flight"}."""
    while isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    if not isinstance(value, Mapping) or len(value) < 2:
        return None
    if (steps := _steps_by_paper(value)) is not None:
        return steps
    if not all(
        isinstance(path, str) and any(separator.search(path) for separator in _BETWEEN_STEPS[:2])
        for path in value.values()
    ):
        return None
    return [(_way({_PATHS[0]: path}), str(title)) for title, path in value.items()]


def _steps_by_paper(value: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for {"Silent wings": ["Owls", "Flight"]}, where the topics return and papers would not."""
    ways = list(value.values())
    if not all(isinstance(way, list) and way and all(isinstance(step, str) for step in way) for way in ways):
        return None
    steps = [step for way in ways for step in way]
    if len(steps) < _RETURNING * len(set(steps)) or not set(steps).isdisjoint(value):
        return None
    return [(tuple(way), title) for title, way in value.items()]


def _with_assignments(value: Any) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]] | None:
    """Return the tree of an object that has topics at one key, and at another a list of papers with their topics."""
    if not isinstance(value, Mapping) or len(value) < 2:
        return None
    for key, rows in value.items():
        homes = _homes(rows)
        topics = {other: inner for other, inner in value.items() if other != key and isinstance(inner, (Mapping, list))}
        if homes is None or not topics:
            continue
        tree, diagnostics = tree_of(topics)
        if tree is None:
            continue
        builder = TreeBuilder(list(tree.names), list(tree.parents))
        at = {compact_title(name): node for node, name in enumerate(tree.names)}
        for placed in tree.papers:  # topics without anything below them
            at.setdefault(compact_title(placed.title), builder.add(placed.title, placed.node))
        if all(compact_title(home[-1]) in at for home, _ in homes):
            for home, title in homes:
                builder.place(title, at[compact_title(home[-1])])
            return builder.build(), diagnostics
    return None


def _homes(rows: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the topics and the title of each paper in a list, or in an object by title."""
    if isinstance(rows, Mapping) and len(rows) > 1 and all(isinstance(home, str) for home in rows.values()):
        return [((home,), str(title)) for title, home in rows.items()]
    if not isinstance(rows, list) or len(rows) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return None
    homes = []
    for row in rows:
        home = _way(row) or tuple(row[key] for key in _HOMES if isinstance(row.get(key), str))[:1]
        homes.append((home, _paper_of(row)))
    return homes if all(home and title for home, title in homes) else None


def _way(row: Mapping[str, Any]) -> tuple[str, ...]:
    if any(isinstance(row.get(key), list) for key in (*_CHILDREN, *_PAPERS) if key not in _PATHS):
        return ()
    for key in _PATHS:
        match row.get(key):
            case [*steps] if steps and all(isinstance(step, str) for step in steps):
                return tuple(steps)
            case str(steps) if steps.strip():
                sign = next((separator for separator in _BETWEEN_STEPS if separator.search(steps)), _BETWEEN_STEPS[0])
                return tuple(filter(None, sign.split(steps.strip())))
            case _:
                pass
    return tuple(
        inner.strip() for key, inner in row.items() if isinstance(inner, str) and inner.strip() and _is_step(key)
    )


def _is_step(key: str) -> bool:
    return _STEP.fullmatch(key.replace(" ", "_").replace("-", "_")) is not None


def _sorted_by_path(rows: list[tuple[tuple[str, ...], str]]) -> dict[str, Any]:
    """Papers at the topics of their ways: {topic: {"subtopics": {…}, "papers": […]}}."""
    top: dict[str, Any] = {}
    for way, title in rows:
        beside: dict[str, Any] = top
        for step in way[:_MAX_DEPTH]:
            here = beside.setdefault(step, {"papers": [], "subtopics": {}})
            beside = here["subtopics"]
        here["papers"].append(title)
    return top


def _paper_of(row: Mapping[str, Any]) -> str:
    return next((row[key] for key in ("title", "paper", "paper_title") if isinstance(row.get(key), str)), "")
