"""Rows of JSON that make a tree: nodes that name their parents, papers that name their topics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.json_keys import (
    CHILDREN,
    IDS,
    MAX_DEPTH,
    NAMES,
    PAPERS,
    PARENTS,
    Reading,
    has_name,
    name_of,
    title_of,
)
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES, Tree

PATHS = (
    "path",
    "category_path",
    "taxonomy_path",
    "topic_path",
    "hierarchy",
    "categories",
    "location",
    "labels",
    "tags",
)
_STEP = re.compile(
    r"(?:(?:main|primary|secondary|top|first|second|third|parent|(?:sub_?)*)_?)?"
    r"(?:category|topic|theme|section|cluster|group|branch|area)(?:_?(?:name|\d))?|(?:level|tier|l)_?\d(?:_\w{1,20})?",
    re.IGNORECASE,
)
_BETWEEN_STEPS = (re.compile(r"\s*(?:->|>|→|»|::)\s*"), re.compile(r"\s+[/|]\s+"), re.compile(r"/(?=\S)"))
"""What stands between topics; of several the first: "Agents > Input/Output" are two."""
_DEPTH, _LONGEST_DEPTH = re.compile(r"(?:level|lvl|depth|indent|tier)", re.IGNORECASE), 3
_FEWEST_RETURNING = 3  # papers beside each other whose topics need not be paths
_LONGEST_PATH = 15  # words
_RETURNING = 1.5  # times that a topic is named, on average, in lists of topics


def adjacency_rows(value: Any) -> list[Mapping[str, Any]] | None:
    """Return the rows of a list of nodes that name their parents; None if it is no such list."""
    if isinstance(value, Mapping) and "nodes" in value:
        beside = [key for key, inner in value.items() if isinstance(inner, (Mapping, list)) and key != "nodes"]
        value = value if beside else value["nodes"]
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(row, Mapping) for row in value):
        return None
    parents = sum(1 for row in value if any(key in row for key in PARENTS))
    if 2 * parents < len(value) or not all(map(has_name, value)):
        return None
    return value


def tree_by_parents(
    rows: list[Mapping[str, Any]], reading: Reading, survey: str
) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]]:
    if len(rows) > MAX_NODES:
        return None, (TreeDiagnostic("tree-too-large", f"{len(rows):,}"),)
    at = {str(next((row[key] for key in IDS if key in row), name_of(row))): number for number, row in enumerate(rows)}
    above = [at.get(str(next((row[key] for key in PARENTS if row.get(key) is not None), "")), -1) for row in rows]
    order = parents_first(above)
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
        new[number] = reading.builder.add(name_of(rows[number]), parent)
        for key in PAPERS:
            if isinstance(rows[number].get(key), list):
                reading.place(rows[number][key], new[number])
    return reading.builder.build(), tuple(reading.diagnostics)


def parents_first(above: list[int]) -> list[int] | None:
    """Return the nodes so that each comes behind its parent; None if they run in a circle."""
    below: list[list[int]] = [[] for _ in above]
    order: list[int] = []
    for number, parent in enumerate(above):
        (below[parent] if parent >= 0 else order).append(number)
    for number in order:
        order.extend(below[number])
    return order if len(order) == len(above) else None


def rows_with_paths(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the way and the title of each row of a list of papers that name their topics.

    None if it is no such list.
    """
    if isinstance(value, Mapping) and all(isinstance(row, Mapping) and not paper_of(row) for row in value.values()):
        value = [{"title": title, **row} for title, row in value.items()]  # {"Silent wings": {"path": […]}}
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(row, Mapping) for row in value):
        return None
    value = [inner for row in value for inner in _row_a_paper(row)]
    rows = [(way_of(row), paper_of(row)) for row in value]
    return rows if all(way and title for way, title in rows) else None


def _row_a_paper(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return a row for each paper of one that names its topics and lists papers, {"level1": …, "papers": […]}."""
    lists = [key for key in PAPERS if isinstance(row.get(key), list) and key not in PATHS]
    topics = {key: inner for key, inner in row.items() if isinstance(inner, str) and (key in PATHS or _is_step(key))}
    if len(lists) != 1 or not topics or has_name({key: row[key] for key in row if key not in topics}):
        return [row]
    titles = [title_of(paper) for paper in row[lists[0]]]
    steps = len(topics) > 1 or any(key in PATHS or any(map(str.isdigit, key)) for key in topics)
    return [{**topics, "title": title} for title in titles if title] if steps and all(titles) else [row]


def rows_by_level(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for rows that say how deep each topic and paper stands: {"level": 2, "name": "Flight"}; what has
    nothing deeper behind it is a paper.
    """
    if (
        not isinstance(value, list)
        or len(value) < _FEWEST_RETURNING
        or not all(isinstance(one, Mapping) for one in value)
    ):
        return None
    levels = [next((str(inner).strip() for key, inner in row.items() if _DEPTH.fullmatch(key)), "") for row in value]
    if not all(level.isdecimal() and len(level) < _LONGEST_DEPTH for level in levels) or len(set(levels)) == 1:
        return None
    names = [name_of(row) or paper_of(row) for row in value]
    ways: list[tuple[tuple[str, ...], str]] = []
    above: list[tuple[int, str]] = []
    for level, name, behind in zip(map(int, levels), names, [*map(int, levels[1:]), -1], strict=True):
        while above and above[-1][0] >= level:
            above.pop()
        if behind > level:
            above.append((level, name))
        else:
            ways.append((tuple(step for _, step in above), name))
    return ways if all(name and way for way, name in ways) else None


def rows_below_name(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for {"survey": "Owls", "papers": [rows]}, below the name where there is one."""
    if not isinstance(value, Mapping):
        return None
    inner = [held for held in value.values() if isinstance(held, (Mapping, list))]
    rows = rows_with_paths(inner[0]) if len(inner) == 1 else None
    if rows is None:
        return None
    name = survey_name(value)
    return [((name, *way) if name and way[0] != name else way, title) for way, title in rows]


def path_texts(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for a list of paths that end in papers, ["Owls > Flight > Silent wings"]."""
    if isinstance(value, list) and (steps := _ways_alone(value)):
        return steps
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(path, str) for path in value):
        return None
    ways = [tuple(filter(None, _BETWEEN_STEPS[0].split(path.strip()))) for path in value]
    return [(way[:-1], way[-1]) for way in ways] if all(len(way) > 1 for way in ways) else None


def _ways_alone(value: list[Any]) -> list[tuple[tuple[str, ...], str]]:
    """Return the same for lists that begin with topics, which return, and end in papers, which do not."""
    if len(value) < _FEWEST_RETURNING or not all(isinstance(way, list) and len(way) > 1 for way in value):
        return []
    if not all(isinstance(step, str) for way in value for step in way):
        return []
    firsts, lasts = {way[0] for way in value}, {way[-1] for way in value}
    returns = 2 * len(firsts) <= len(value) == len(lasts) and firsts.isdisjoint(lasts)
    return [(tuple(way[:-1]), way[-1]) for way in value] if returns else []


def survey_name(value: Any) -> str:
    """Return the name that an object gives what it holds, "" for none."""
    if not isinstance(value, Mapping):
        return ""
    return next((value[key] for key in (*NAMES, "survey", "survey_topic") if isinstance(value.get(key), str)), "")


def assigned_topics(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for an object that names the topics of each paper, {"Silent wings": "Owls > Flight"}."""
    while isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    if not isinstance(value, Mapping) or len(value) < 2:
        return None
    if (steps := _steps_by_paper(value)) is not None:
        return steps
    paths = [path for path in value.values() if isinstance(path, str) and path.strip()]
    if len(paths) < len(value) or has_name(value):
        return None
    stepped = all(any(separator.search(path) for separator in _BETWEEN_STEPS[:2]) for path in paths)
    returning = len(paths) > _FEWEST_RETURNING and len(paths) >= _RETURNING * len(set(paths))
    if not (stepped or (returning and max(len(path.split()) for path in paths) <= _LONGEST_PATH)):
        return None
    return [(way_of({PATHS[0]: path}), str(title)) for title, path in value.items()]


def _steps_by_paper(value: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the same for {"Silent wings": ["Owls", "Flight"]}, where the topics return and papers would not."""
    ways = list(value.values())
    if not all(isinstance(way, list) and way and all(isinstance(step, str) for step in way) for way in ways):
        return None
    steps = [step for way in ways for step in way]
    if len(steps) < _RETURNING * len(set(steps)) or not set(steps).isdisjoint(value):
        return None
    return [(tuple(way), title) for title, way in value.items()]


def way_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    if any(isinstance(row.get(key), list) for key in (*CHILDREN, *PAPERS) if key not in PATHS):
        return ()
    for key in PATHS:
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


def sorted_by_path(rows: list[tuple[tuple[str, ...], str]]) -> dict[str, Any]:
    """Papers at the topics of their ways: {topic: {"subtopics": {…}, "papers": […]}}."""
    top: dict[str, Any] = {}
    for way, title in rows:
        beside: dict[str, Any] = top
        for step in way[:MAX_DEPTH]:
            here = beside.setdefault(step, {"papers": [], "subtopics": {}})
            beside = here["subtopics"]
        here["papers"].append(title)
    return top


def paper_of(row: Mapping[str, Any]) -> str:
    return next((row[key] for key in ("title", "paper", "paper_title") if isinstance(row.get(key), str)), "")
