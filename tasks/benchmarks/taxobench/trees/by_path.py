"""A list of papers that name their topics, {"title", "path": "Agents > Memory"}, as a tree."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tasks.benchmarks.taxobench.trees.keys import CHILDREN, PAPERS

_PATHS = ("path", "category_path", "taxonomy_path", "topic_path", "hierarchy", "categories", "location")
_STEPS = ("category", "topic", "subcategory", "sub_category", "subtopic", "sub_topic", "subsubtopic", "subsubcategory")
_BETWEEN_STEPS = (re.compile(r"\s*(?:->|>|→|»|::)\s*"), re.compile(r"\s+[/|]\s+"), re.compile(r"/(?=\S)"))
"""What stands between topics; of several the first: "Agents > Input/Output" are two."""
_DEEPEST_WAY = 50


def with_paths(value: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """The way and the title of each row of a list of papers that name their topics; None if it is no such list."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(row, Mapping) for row in value):
        return None
    rows = [(_way(row), _title(row)) for row in value]
    return rows if all(way and title for way, title in rows) else None


def _way(row: Mapping[str, Any]) -> tuple[str, ...]:
    if any(isinstance(row.get(key), list) for key in (*CHILDREN, *PAPERS) if key not in _PATHS):
        return ()
    for key in _PATHS:
        match row.get(key):
            case [*steps] if steps and all(isinstance(step, str) for step in steps):
                return tuple(steps)
            case str(steps) if steps.strip():
                sign = next((one for one in _BETWEEN_STEPS if one.search(steps)), _BETWEEN_STEPS[0])
                return tuple(filter(None, sign.split(steps.strip())))
            case _:
                pass
    return tuple(row[key] for key in row if key in _STEPS and isinstance(row[key], str) and row[key].strip())


def sorted_by_path(rows: list[tuple[tuple[str, ...], str]]) -> dict[str, Any]:
    """Papers at the topics of their ways: {topic: {"subtopics": {…}, "papers": […]}}."""
    top: dict[str, Any] = {}
    for way, title in rows:
        beside: dict[str, Any] = top
        for step in way[:_DEEPEST_WAY]:
            here = beside.setdefault(step, {"papers": [], "subtopics": {}})
            beside = here["subtopics"]
        here["papers"].append(title)
    return top


def _title(row: Mapping[str, Any]) -> str:
    return next((row[key] for key in ("title", "paper", "paper_title") if isinstance(row.get(key), str)), "")
