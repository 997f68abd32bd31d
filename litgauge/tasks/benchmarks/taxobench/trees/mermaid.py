"""Trees that Mermaid draws: mind maps, and graphs whose arrows lead from topics to what belongs to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from litgauge.tasks.answers.outlines import Entry, OutlineLine, nested
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import MOST_EDGES, grown

_BEGIN = re.compile(
    r"\s*(?:---\n(?:[^\n]*\n){0,30}?---\s*\n\s*)?(?:%%[^\n]*\n\s*)*(?P<kind>mindmap|graph|flowchart)\b[^\n;]*[\n;]"
)
_SHAPED = re.compile(
    r"(?P<id>[\w.-]*)(?P<shape>[(\[{>/]{1,3})(?P<words>.*[)\]}/])|(?P<cloud>[\w.-]*)\)+(?P<words_in_cloud>.*?)\(+"
)
_ARROW = re.compile(r"\s*<?(?:--+|==+|-\.+-)[>ox]?(?:\|[^|\n]*\|)?\s*")
_LABEL = re.compile(r"(?P<line>--|==|-\.)\s+[^-=.>\n\"]{1,60}\s+(?=--|==|\.-)")
_NOT_A_NODE = re.compile(r"%%|::|(?:style|class|classDef|linkStyle|click|subgraph|direction|accTitle|accDescr)\s|end$")
_SUBGRAPH = re.compile(r"subgraph\s+(?P<node>\S.*)$")
_STATEMENT = re.compile(r'(?:"[^"]*"|[^;])+')
_CLASS = re.compile(r":::[\w-]+")


def mermaid_entries(text: str) -> list[Entry] | None:
    """Return the topics and papers of a text that Mermaid draws; None if it begins otherwise."""
    begin = _BEGIN.match(text)
    if begin is None:
        return None
    lines = [_CLASS.sub("", line) for line in text[begin.end() :].expandtabs(4).splitlines()]
    if begin["kind"] != "mindmap":
        lines = [statement for line in lines for statement in _STATEMENT.findall(line)]
        if (clusters := _clusters(lines)) is not None:
            return clusters
    lines = [line.rstrip(" ;") for line in lines if line.strip() and not _NOT_A_NODE.match(line.strip())]
    if begin["kind"] == "mindmap":
        nodes = [(len(line) - len(line.lstrip()), _node(line.strip())[1]) for line in lines]
        return nested(_line(words, indent) for indent, words in nodes)
    return list(_edges(lines))


def _clusters(lines: list[str]) -> list[Entry] | None:
    """Return the sub-graphs of a graph as topics; None where there are none, or arrows join the nodes in them."""
    labels: dict[str, str] = {}
    edges: list[tuple[str, str]] = []
    lines = [line.strip() for line in lines]
    named = {_node(begin["node"].strip())[0] for line in lines if (begin := _SUBGRAPH.match(line))}
    above: list[str] = []
    for line in lines if named else ():
        if begin := _SUBGRAPH.match(line):
            name, words = _node(begin["node"].strip())
            labels[name] = words
            edges += [(above[-1], name)] if above else []
            above.append(name)
        elif line == "end":
            del above[-1:]
        elif line and not _NOT_A_NODE.match(line):
            parts = [[_node(node) for node in part if node] for part in _parts(_LABEL.sub(r"\g<line>", line))]
            for name, words in (node for part in parts for node in part):
                labels[name] = words if words != name else labels.get(name, words)
            if len(parts) == 1:
                edges += [(above[-1], name) for name, _ in parts[0]] if above else []
            if sum(len(one) * len(other) for one, other in pairwise(parts)) > MOST_EDGES - len(edges):
                return []
            for start, end in ((start, end) for one, other in pairwise(parts) for start, _ in one for end, _ in other):
                if end not in named:
                    return None
                edges += [(start, end)] if start not in named else []
    return grown(labels, edges) if named else None


def _line(words: str, indent: int = 0) -> OutlineLine:
    return OutlineLine("item", indent, words, words)


def _node(written: str) -> tuple[str, str]:
    """Return the id of a node and what it shows: id["words"], id((words)), or words alone."""
    shaped = _SHAPED.fullmatch(written)
    if shaped is None:
        return written, _words(written)
    name = shaped["id"] if shaped["id"] is not None else shaped["cloud"]
    return name or written, _words(
        shaped["words"][: -len(shaped["shape"])] if shaped["shape"] else shaped["words_in_cloud"]
    )


def _words(words: str) -> str:
    return " ".join(re.sub(r"<br\s*/?>", " ", words).replace("#quot;", "'").strip('"` ').split())


def _edges(lines: list[str]) -> Iterator[Entry]:
    """A --> B["words"]: each node below the first that leads to it."""
    nodes: dict[str, Entry] = {}
    placed: set[str] = set()
    for line in lines:
        above: list[str] = []
        for part in _parts(_LABEL.sub(r"\g<line>", line)):
            here = [_node_name(node, nodes) for node in part if node]
            for name in here:
                leading = next((other for other in above[:2] if other != name), None)
                if leading is not None and name not in placed:
                    placed.add(name)
                    nodes[leading].below.append(nodes[name])
            above = list(dict.fromkeys(here))
    yield from (node for name, node in nodes.items() if name not in placed)


def _node_name(written: str, nodes: dict[str, Entry]) -> str:
    name, words = _node(written)
    node = nodes.setdefault(name, Entry(_line(words)))
    if written != name:
        node.line = _line(words)
    return name


def _parts(line: str) -> Iterator[list[str]]:
    """Yield the nodes of a line, those together that & joins, arrow by arrow; signs in brackets or quotes are words."""
    start = position = depth = 0
    quoted = False
    together: list[str] = []
    while position < len(line):
        sign = line[position]
        quoted ^= sign == '"'
        if not quoted:
            depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
        outside = not (depth or quoted)
        arrow = _ARROW.match(line, position) if outside and sign in "-=< " else None
        if arrow or (outside and line.startswith(" & ", position)):
            together.append(line[start:position].strip())
            start = position = arrow.end() if arrow else position + 3
            if arrow:
                yield together
                together = []
        else:
            position += 1
    yield [*together, line[start:].strip()]
