"""Trees written as nodes and edges, as JSON of any of the graph libraries has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from litgauge.tasks.answers.outlines import Entry, OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.names import STEPS
from litgauge.tasks.benchmarks.taxobench.trees.tree import MAX_NODES

MOST_EDGES = 10 * MAX_NODES
"""Edges that groups of nodes may stand for: a paper may be at several topics."""
_EDGES = ("edges", "links", "relations", "relationships", "connections", "arcs")
_ENDS = (
    ("source", "target"), ("from", "to"), ("parent", "child"), ("start", "end"), ("src", "dst"), ("u", "v"),
    ("head", "tail"), ("subject", "object"), ("node1", "node2"),
)  # fmt: skip
_IDS = ("id", "key", "node_id", "name", "label", "title")
_LABELS = ("label", "name", "title", "text", "caption")


def graph_entries(value: Any) -> list[Entry] | None:
    """Return the topics and papers of a JSON value with nodes and edges; None if it is no such value.

    Empty where the edges make no tree.
    """
    if isinstance(value, Mapping) and isinstance(value.get("elements"), (Mapping, list)):
        value = value["elements"]
    if isinstance(value, list) and (alone := _pairs_alone(value)):
        return grown({}, alone)
    if isinstance(value, list):
        data = [row["data"] for row in value if isinstance(row, Mapping) and isinstance(row.get("data"), Mapping)]
        if len(data) != len(value):
            return None
        edges = [row for row in data if _ends(row) is not None]
        value = {"nodes": [row for row in data if _ends(row) is None], "edges": edges}
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("data"), list) and all(isinstance(trace, Mapping) for trace in value["data"]):
        value = next((trace for trace in value["data"] if "labels" in trace and "parents" in trace), value)
    names, above = value.get("labels"), value.get("parents")  # of charts
    if isinstance(names, list) and isinstance(above, list) and len(names) == len(above) > 1:
        ids = value["ids"] if isinstance(value.get("ids"), list) and len(value["ids"]) == len(names) else names
        edges = [(str(parent), str(name)) for parent, name in zip(above, ids, strict=True) if parent]
        return grown(dict(zip(map(str, ids), map(str, names), strict=True)), edges)
    inner = [entry for entry in value.values() if isinstance(entry, Mapping)]
    if len(inner) == 1 and not any(isinstance(value.get(key), list) for key in _EDGES):
        value = inner[0]
    rows = next((value[key] for key in _EDGES if isinstance(value.get(key), list)), None)
    pairs = [_ends(row) for row in rows or ()]
    if not pairs or any(pair is None for pair in pairs):
        return None
    labels, papers = _labels(value.get("nodes", value.get("vertices", ())))
    return grown(labels, [pair for pair in pairs if pair is not None], papers)


def _pairs_alone(rows: Sequence[Any]) -> list[tuple[str, str]]:
    """Return the pairs of a list of objects that name a parent and a child; a root may have none above it."""
    pairs = [_ends(row) for row in rows if not (isinstance(row, Mapping) and row.get("parent", "") is None)]
    if len(pairs) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return []
    return [pair for pair in pairs if pair is not None] if None not in pairs else []


def _ends(row: Any) -> tuple[str, str] | None:
    """Return the two nodes that an edge joins."""
    if isinstance(row, (list, tuple)) and len(row) in (2, 3) and all(isinstance(end, (str, int)) for end in row[:2]):
        return str(row[0]), str(row[1])
    if isinstance(row, Mapping):
        row = row["data"] if isinstance(row.get("data"), Mapping) else row
        for one, other in _ENDS:
            if isinstance(row.get(one), (str, int)) and isinstance(row.get(other), (str, int)):
                return str(row[one]), str(row[other])
    return None


def _labels(nodes: Any) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the words of each node by its id, and the papers that it holds itself."""
    if isinstance(nodes, Mapping):
        nodes = [{"id": name, **(row if isinstance(row, Mapping) else {"label": row})} for name, row in nodes.items()]
    labels: dict[str, str] = {}
    papers: dict[str, list[str]] = {}
    for row in nodes if isinstance(nodes, list) else ():
        row = row["data"] if isinstance(row, Mapping) and isinstance(row.get("data"), Mapping) else row
        row = row if isinstance(row, Mapping) else {"id": row}
        name = next((str(row[key]) for key in _IDS if isinstance(row.get(key), (str, int))), "")
        labels[name] = next((row[key] for key in _LABELS if isinstance(row.get(key), str)), name)
        own = row.get("papers")
        papers[name] = [title for title in own if isinstance(title, str)] if isinstance(own, list) else []
    return labels, papers


def grown(
    labels: Mapping[str, str], edges: Sequence[tuple[str, str]], papers: Mapping[str, Sequence[str]] | None = None
) -> list[Entry]:
    """Return the forest of a graph: what leads nowhere is a paper, at each of its topics; [] where it is no forest.

    Edges lead down, or up where only so nothing has two parents. A topic with two parents stands at the first.
    """
    edges = list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1]))
    if (
        max(Counter(end for _, end in edges).values(), default=0)
        > 1
        >= max(Counter(start for start, _ in edges).values(), default=0)
    ):
        edges = [(end, start) for start, end in edges]
    names = list(dict.fromkeys([*labels, *(end for edge in edges for end in edge)]))
    if len(names) > MAX_NODES:
        return []
    nodes = {name: Entry(_line(labels.get(name, name))) for name in names}
    for name, titles in (papers or {}).items():
        nodes[name].below += [Entry(_line(title)) for title in titles]
    inner = {start for start, _ in edges} | {name for name, node in nodes.items() if node.below}
    placed: set[str] = set()
    for start, end in edges:
        if end in inner and end in placed:
            continue
        nodes[start].below.append(nodes[end] if end not in placed else Entry(nodes[end].line))
        placed.add(end)
    roots = [name for name in names if name not in placed and name in inner]
    reached, waiting = 0, [nodes[name] for name in roots]
    while waiting:
        node = waiting.pop()
        reached += 1
        waiting.extend(node.below)
    return [nodes[name] for name in roots] if reached >= len(placed) + len(roots) else []


def edge_lines(lines: Sequence[OutlineLine]) -> list[tuple[str, str]]:
    """Return the pairs of lines, or rows of a table, that hold a topic and what is below it, "Owls -> Flight"; [] of
    lines that lead from topics to nothing which leads on.
    """
    cells = [row for line in lines for row in (line.rows[1:] if line.kind == "table" else [STEPS.split(line.text)])]
    pairs = [(row[0].strip(), row[1].strip()) for row in cells if len(row) == 2]
    starts = {start for start, _ in pairs}
    leading = {end for _, end in pairs} & starts
    return pairs if 2 * len(pairs) > len(cells) and 2 * len(leading) >= len(starts) > 1 else []


def _line(words: str) -> OutlineLine:
    return OutlineLine("item", 0, words, words)
