"""Trees in DOT: edges that lead from topics to what belongs to them, records, or clusters in clusters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from litgauge.tasks.answers.outlines import Entry, OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import MOST_EDGES, grown
from litgauge.tasks.benchmarks.taxobench.trees.names import SIDE_BY_SIDE

_BEGIN = re.compile(
    r"^[ \t]*(?:strict\s+)?(?:di)?graph\b\s*(?:\"(?:[^\"\\]|\\.)*\"|[\w.-]+)?\s*(?:(?://|#)[^\n]*\n\s*)?\{",
    re.MULTILINE | re.IGNORECASE,
)
_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*)|(?P<token>\"(?:[^\"\\]|\\.)*+\"|<[^<>]*+(?:<[^<>]*+>[^<>]*+)*+>"
    r"|->|--|[{}\[\];,=]|(?:[^\s{}\[\];,=\"<>/-]|/(?![/*]))++|-)",
    re.DOTALL | re.MULTILINE,
)
_TAG = re.compile(r"<[^<>]*>")
_ARROWS = ("->", "--")
_FIELD = re.compile(r"(?:\\.|[^|{}\\])+")
_PORT = re.compile(r"^\s*<[^<>]*>\s*")
_LINE_END = re.compile(r"\\[nlr]")
_TAG_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass
class _Graph:
    """Nodes, edges and clusters of a graph, as its statements say."""

    labels: dict[str, str] = field(default_factory=dict)
    edges: list[tuple[str, str]] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)  # of records, behind the first
    top: Entry = field(default_factory=lambda: Entry(_line("")))
    overgrown: bool = False  # more edges than are read
    records: bool = False  # whether nodes are, unless they say otherwise

    def read(self, statements: Iterator[list[str]]) -> None:
        """Take in the statements."""
        open_clusters, pending = [self.top], ""
        for statement in statements:
            match statement:
                case ["{"]:
                    open_clusters.append(Entry(_line(pending)) if pending else open_clusters[-1])
                    if pending:
                        open_clusters[-2].below.append(open_clusters[-1])
                    pending = ""
                case ["}"]:
                    open_clusters = open_clusters[:-1] if len(open_clusters) > 1 else open_clusters
                case ["subgraph", *name]:
                    pending = _unquoted(name[0]) if name else ""
                case ["label", "=", words, *_] if len(open_clusters) > 1:
                    open_clusters[-1].line = _line(_unquoted(words))
                case ["graph", "[", *attributes] if len(open_clusters) > 1:
                    open_clusters[-1].line = _line(_attribute(attributes, "label") or open_clusters[-1].line.text)
                case [_, "=", *_]:
                    pass
                case ["node" | "edge" | "graph" as kind, *attributes]:
                    self.records |= kind == "node" and _is_record(attributes)
                case _:
                    self._add(statement, open_clusters[-1])

    def _add(self, statement: list[str], cluster: Entry) -> None:
        attributes = statement.index("[") if "[" in statement else len(statement)
        groups = list(_groups(statement[:attributes]))
        label = _attribute(statement[attributes:], "label", lines=True)
        for name in (name for group in groups for name in group):
            if name not in self.labels:
                cluster.below.append(Entry(_line(name)))
            self.labels.setdefault(name, name)
        if len(groups) == 1 and label is not None:
            fields = _fields(label, record=self.records or _is_record(statement[attributes:]))
            for name in groups[0]:
                self.labels[name], self.fields[name] = fields[0], fields[1:]
        for above, below in pairwise(groups):
            self.overgrown |= len(self.edges) + len(above) * len(below) > MOST_EDGES
            if self.overgrown:
                return
            self.edges += [(start, end) for start in above for end in below]


def is_dot(text: str) -> bool:
    """Return whether a text is a graph in DOT, or holds one that begins on a line of its own.

    >>> is_dot("graph {\\n a -- b }"), is_dot("graph TD\\n a --> b{x}")
    (True, False)
    """
    return _BEGIN.search(text) is not None


def dot_entries(text: str) -> list[Entry]:
    """Return the topics and papers of a graph in DOT; [] where it makes no tree.

    Without edges, clusters are topics.
    """
    begin = _BEGIN.search(text)
    graph = _Graph()
    graph.read(_statements(_tokens(text[begin.end() :]) if begin else []))
    if graph.overgrown:
        return []
    leading = {start for start, _ in graph.edges}
    for name, label in graph.labels.items():
        graph.labels[name] = (SIDE_BY_SIDE if name not in leading else " ").join(label.split("\n"))
    if graph.edges or any(graph.fields.values()):
        return grown(graph.labels, graph.edges, graph.fields)
    return _named_clusters(graph.top, graph.labels).below


def _named_clusters(entry: Entry, labels: Mapping[str, str]) -> Entry:
    """Return clusters with what they hold, nodes by their labels; a node outside them is none."""
    below = [_named_clusters(inner, labels) if inner.below else inner for inner in entry.below]
    named = [inner if inner.below else Entry(_line(labels.get(inner.line.text, inner.line.text))) for inner in below]
    return Entry(entry.line, named)


def _tokens(text: str) -> list[str]:
    """Return the words and signs of a graph up to its end, without comments and ports."""
    tokens: list[str] = []
    depth = 1
    for match in _TOKEN.finditer(text):
        token = match["token"]
        depth += (token == "{") - (token == "}")
        if not depth:
            break
        if token and token[0] not in '"<' and ":" in token:
            token = token.partition(":")[0]  # what is behind it is a port
        if token:
            tokens.append(token)
    return tokens


def _is_record(attributes: Sequence[str]) -> bool:
    return (_attribute(attributes, "shape") or "").lower() in ("record", "mrecord")


def _fields(label: str, *, record: bool) -> list[str]:
    """Return the fields of a record, "{Memory|MemGPT|Voyager}", without ports; any other label alone."""
    if not (record or ("|" in label and label.startswith("{") and label.endswith("}"))):
        return [label]
    fields = (_PORT.sub("", field_.strip()).replace("\n", " ") for field_ in _FIELD.findall(label))
    return [field_ for field_ in fields if field_] or [label]


def _statements(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Yield the statements of a graph; sub-graphs are taken apart, groups behind an arrow stay."""
    statement: list[str] = []
    listed = grouped = 0
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token == "[":
            listed += 1
        elif token == "]":
            listed -= 1
        if listed:
            statement.append(token)
        elif token == "{" and (grouped or (statement and statement[-1] in _ARROWS) or _leads_on(tokens, at)):
            grouped += 1
            statement.append(token)
        elif token == "}" and grouped:
            grouped -= 1
            statement.append(token)
        elif grouped:
            statement += [token] if token not in (";", ",") else []
        else:
            ends = token in (";", "{", "}")
            starts = (
                bool(statement) and statement != ["subgraph"] and token not in ("->", "--", "=", "]", ",") and not ends
            )
            if statement and (ends or (starts and statement[-1] not in (*_ARROWS, "=", ","))):
                yield statement
                statement = []
            if token in ("{", "}"):
                yield [token]
            elif not ends:
                statement.append(token)
        if token == "]" and not listed and after not in _ARROWS and statement:
            yield statement
            statement = []
    if statement:
        yield statement


def _leads_on(tokens: Sequence[str], at: int) -> bool:
    """Return whether an arrow starts at the group that opens here."""
    for end in range(at + 1, len(tokens)):
        if tokens[end] == "}":
            return end + 1 < len(tokens) and tokens[end + 1] in _ARROWS
        if tokens[end] in ("{", "->", "--", "[", "="):
            return False
    return False


def _groups(tokens: Sequence[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for token in tokens:
        if token in _ARROWS:
            yield group
            group = []
        elif token not in ("{", "}", ";", ","):
            group.append(_unquoted(token))
    yield group


def _attribute(tokens: Sequence[str], name: str, *, lines: bool = False) -> str | None:
    """Return the value of an attribute, with `lines` in its lines."""
    for key, sign, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if key == name and sign == "=":
            return _unquoted(value, lines=lines)
    return None


def _unquoted(token: str, *, lines: bool = False) -> str:
    if token.startswith("<"):
        words = _TAG.sub(" ", _TAG_BREAK.sub("\n", token[1:-1]))
    else:
        bare = token[1:-1].replace('\\"', '"') if token.startswith('"') else token
        words = _LINE_END.sub("\n", bare)
    parts = [" ".join(part.split()) for part in words.split("\n")]
    return ("\n" if lines else " ").join(filter(None, parts))


def _line(words: str) -> OutlineLine:
    return OutlineLine("item", 0, words, words)
