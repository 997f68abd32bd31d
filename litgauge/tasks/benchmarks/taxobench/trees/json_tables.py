"""JSON in several parts that belong together: tables of topics and of papers joined by a key, and assignments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.json_keys import (
    CHILDREN,
    IDS,
    PAPERS,
    Reading,
    has_name,
    name_of,
    title_of,
)
from litgauge.tasks.benchmarks.taxobench.trees.json_rows import PATHS, paper_of, parents_first, survey_name, way_of
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES, Tree, TreeBuilder
from litgauge.tasks.text import compact_title

_Read = tuple[Tree | None, tuple[TreeDiagnostic, ...]]
_ReadTree = Callable[[Any], _Read]
_Row = Mapping[str, Any]
_ASSIGNING = re.compile(
    r"assign|mapping|placement|classif|allocat|member|paper|distribution|content|leaves", re.IGNORECASE
)
"""Keys of lists of papers by topic."""
_PARENT = re.compile(r"parent|above|broader|super", re.IGNORECASE)
_NO_HOME = re.compile(r"rank|number|index|no|year|order|position|authors?|venue|#", re.IGNORECASE)
_FITS_NOT = TreeDiagnostic("tree-unreadable", "its tables of topics and papers do not fit together")
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


def joined_tables(value: Any) -> _Read | None:
    """Return the tree of a table of topics and, beside it, one of papers that name their topics by id or name.

    The table of topics has a row each, which may name its parent or its children. Without such tables None; no tree
    where the tables do not fit together.
    """
    while isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    tables = _tables(value)
    for key, topics in tables.items():
        if not _are_topics(topics):
            continue
        keys = _keys_of(topics)
        others = {other: rows for other, rows in tables.items() if other != key}
        homes = next((found for rows in others.values() if (found := _homes_of(rows, keys, others))), None)
        linked = any(_above(row, keys) is not None or _children(row, keys) for row in topics)
        if homes is None and not linked:
            continue
        if homes is None and others and not any(_own_papers(row) for row in topics):
            return None, (_FITS_NOT,)
        return _grown(
            survey_name(value),
            topics,
            keys,
            homes or [],
            {title: row for rows in others.values() for title, row in _by_id(rows)},
        )
    return None


def _tables(value: Any) -> dict[str, list[_Row]]:
    """Return the lists of objects in an object by their keys; objects by id as rows with it; one list under ""."""
    if isinstance(value, list) or (isinstance(value, Mapping) and _by_names(value)):
        value = {"": value}
    tables: dict[str, list[_Row]] = {}
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        if isinstance(inner, Mapping) and _by_names(inner):
            inner = [{"id": name, **row} for name, row in inner.items()]
        if isinstance(inner, list) and inner and all(isinstance(row, Mapping) for row in inner):
            tables[str(key)] = inner
    return tables


def _by_names(value: _Row) -> bool:
    """Return whether an object holds rows by their ids or names."""
    return bool(value) and all(isinstance(row, Mapping) and has_name(row) for row in value.values())


def _are_topics(rows: Sequence[_Row]) -> bool:
    """Return whether rows may be topics that stand beside each other: all with names, none with topics in them."""
    return len(rows) > 1 and all(
        has_name(row) and not any(isinstance(inner, Mapping) for key in CHILDREN for inner in _listed(row.get(key)))
        for row in rows
    )


def _keys_of(topics: Sequence[_Row]) -> dict[str, int]:
    """Return the row of each topic by its id and by its name; a name that returns is none."""
    names = [name_of(row) for row in topics]
    keys = {compact_title(name) or name: at for at, name in enumerate(names) if names.count(name) == 1}
    return keys | {
        str(row[key]): at for at, row in enumerate(topics) for key in IDS if isinstance(row.get(key), (str, int))
    }


def _place_of(reference: Any, keys: Mapping[str, int]) -> int | None:
    """Return the row that an id or a name means."""
    if isinstance(reference, bool) or not isinstance(reference, (str, int)):
        return None
    return keys.get(str(reference), keys.get(compact_title(str(reference)) or ""))


def _above(row: _Row, keys: Mapping[str, int]) -> int | None:
    fields = (inner for key, inner in row.items() if _PARENT.search(key) and inner not in (None, ""))
    return next((place for inner in fields if (place := _place_of(inner, keys)) is not None), None)


def _children(row: _Row, keys: Mapping[str, int]) -> list[int]:
    """Return the rows that a topic lists as its children; none where one of them is no topic."""
    for key in CHILDREN:
        places = [_place_of(child, keys) for child in _listed(row.get(key))]
        if places and None not in places:
            return [place for place in places if place is not None]
    return []


def _own_papers(row: _Row) -> list[Any]:
    return next((row[key] for key in PAPERS if isinstance(row.get(key), list)), [])


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _homes_of(
    rows: Sequence[_Row], keys: Mapping[str, int], others: Mapping[str, Sequence[_Row]]
) -> list[tuple[int, str]] | None:
    """Return the topic and the title of each paper of a table, or of one that only has the ids of both."""
    for field in dict.fromkeys(key for row in rows for key in row):
        own = [str(row.get(field)) for row in rows]
        if _NO_HOME.fullmatch(field) or (field in IDS and len(set(own)) == len(own)):
            continue
        homes = [_listed(row.get(field)) or [row.get(field)] for row in rows]
        places = [[_place_of(home, keys) for home in several] for several in homes]
        if any(None in several for several in places):
            continue
        titles = [paper_of(row) or title_of({key: inner for key, inner in row.items() if key != field}) for row in rows]
        if not all(titles):
            papers = {name: row for table in others.values() if table is not rows for name, row in _by_id(table)}
            titles = [next((papers[str(inner)] for inner in row.values() if str(inner) in papers), "") for row in rows]
        if all(titles):
            return [
                (place, title)
                for several, title in zip(places, titles, strict=True)
                for place in several
                if place is not None
            ]
    return None


def _by_id(rows: Sequence[_Row]) -> Iterator[tuple[str, str]]:
    """Yield the title of each paper of a table by its id."""
    for row in rows:
        for key in (*IDS, "paper_id"):
            if isinstance(row.get(key), (str, int)) and (title := paper_of(row) or name_of(row)):
                yield str(row[key]), title


def _grown(
    survey: str,
    topics: Sequence[_Row],
    keys: Mapping[str, int],
    homes: Sequence[tuple[int, str]],
    titles: Mapping[str, str],
) -> _Read:
    if len(topics) > MAX_NODES:
        return None, (TreeDiagnostic("tree-too-large", f"{len(topics):,}"),)
    above = [-1 if (parent := _above(row, keys)) is None else parent for row in topics]
    for at, row in enumerate(topics):
        for child in _children(row, keys):
            above[child] = at if above[child] < 0 else above[child]
    order = parents_first(above)
    if order is None:
        return None, (TreeDiagnostic("tree-unreadable", "its nodes are their own ancestors"),)
    reading = Reading()
    roots = above.count(-1)
    top = reading.builder.add(survey, -1) if roots > 1 else -1
    if roots > 1:
        reading.add("several-roots", str(roots))
    new: dict[int, int] = {-1: top}
    for at in order:
        new[at] = reading.builder.add(name_of(topics[at]), new[above[at]])
        own = _own_papers(topics[at])
        reading.place(
            [titles.get(str(paper), paper) if isinstance(paper, (str, int)) else paper for paper in own], new[at]
        )
    for home, title in homes:
        reading.builder.place(title, new[home])
    return reading.builder.build(), tuple(reading.diagnostics)


def _steps(home: str) -> tuple[str, ...]:
    return way_of({PATHS[0]: home}) or (home,)


def _papers_by_topic(rows: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the topics and the title of each paper in lists by topic, {"Flight": ["Silent wings"]}."""
    if not isinstance(rows, Mapping) or not all(isinstance(papers, list) for papers in rows.values()):
        return None
    homes = [(_steps(str(topic)), title_of(paper)) for topic, papers in rows.items() for paper in papers]
    return homes if homes and all(title for _, title in homes) else None


def _homes(rows: Any) -> list[tuple[tuple[str, ...], str]] | None:
    """Return the topics and the title of each paper in a list, or in an object by title."""
    if isinstance(rows, Mapping) and len(rows) > 1 and all(isinstance(home, str) for home in rows.values()):
        return [(_steps(home), str(title)) for title, home in rows.items()]
    if not isinstance(rows, list) or len(rows) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return None
    homes = []
    for row in rows:
        home = way_of(row) or tuple(row[key] for key in _HOMES if isinstance(row.get(key), str))[:1]
        homes.append((home, paper_of(row)))
    return homes if all(home and title for home, title in homes) else None


def with_assignments(value: Any, tree_of: _ReadTree) -> tuple[Tree | None, tuple[TreeDiagnostic, ...]] | None:
    """Return the tree of an object that has topics at one key, and at another a list of papers with their topics,
    or lists of papers by topic."""
    if not isinstance(value, Mapping) or len(value) < 2:
        return None
    for key, rows in value.items():
        lists = _papers_by_topic(rows) if _ASSIGNING.search(str(key)) else None
        homes = _homes(rows) or lists
        topics = {other: inner for other, inner in value.items() if other != key and isinstance(inner, (Mapping, list))}
        if homes is None or not topics:
            continue
        tree, diagnostics = tree_of(topics)
        if tree is None:
            continue
        named = {compact_title(home[-1]) for home, _ in homes}
        if lists and 2 * sum(compact_title(placed.title) in named for placed in tree.papers) < len(tree.papers):
            continue  # a tree of its own, whose topics happen to have these names
        builder = TreeBuilder(list(tree.names), list(tree.parents))
        at = {compact_title(name): node for node, name in enumerate(tree.names)}
        for placed in tree.papers:  # topics without anything below them
            at.setdefault(compact_title(placed.title), builder.add(placed.title, placed.node))
        if all(compact_title(home[-1]) in at for home, _ in homes):
            for home, title in homes:
                builder.place(title, at[compact_title(home[-1])])
            return builder.build(), diagnostics
    return None
