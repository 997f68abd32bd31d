"""Trees that a program in Python draws: charts of plotly, graphs of networkx and graphviz, nodes of anytree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from litgauge.tasks.answers.outlines import Entry
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import graph_entries, grown
from litgauge.tasks.benchmarks.taxobench.trees.table_trees import table_entries

_LONGEST = 400_000  # characters
_DEEPEST = 60  # brackets in brackets, beyond which Python's parser may not come back
_EDGE = frozenset({"add_edge", "edge"})
_NODE = frozenset({"add_node", "node"})
_MOST_EDGES = 50_000
_MOST_REPEATS = 5_000
_MOST_ROUNDS = 20_000  # of loops


def program_entries(text: str) -> list[Entry]:
    """Return the topics and papers that a program draws; [] of a text that is no program or draws no tree.

    Nothing is run: values are those that the program writes down.

    >>> drawn = program_entries("dot.node('a', 'Owls')\\ndot.edge('a', 'Wings')\\ndot.edge('a', 'Ears')")
    >>> [(entry.line.text, [below.line.text for below in entry.below]) for entry in drawn]
    [('Owls', ['Wings', 'Ears'])]
    """
    return _drawing(text).entries()


def program_values(text: str) -> list[dict[Any, Any]]:
    """Return the dictionaries that a program fills key by key.

    >>> program_values("tree = {}\\ntree['Owls'] = {}\\ntree['Owls']['Flight'] = ['Silent wings']")
    [{'Owls': {'Flight': ['Silent wings']}}]
    """
    return list(_drawing(text).filled.values())


def _drawing(text: str) -> _Drawing:
    """Return what a program writes down; nothing of a text that is none."""
    drawing = _Drawing()
    if len(text) > _LONGEST or _depth(text) > _DEEPEST:
        return drawing
    try:
        program = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return drawing
    for statement in program.body:
        drawing.read(statement)
    return drawing


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest


@dataclass
class _Drawing:
    """What a program has written down so far."""

    values: dict[str, Any] = field(default_factory=dict)  # by name
    labels: dict[str, str] = field(default_factory=dict)  # of nodes
    edges: list[tuple[str, str]] = field(default_factory=list)
    charts: list[list[Entry]] = field(default_factory=list)
    filled: dict[str, dict[Any, Any]] = field(default_factory=dict)  # dictionaries by name, filled key by key
    rounds: int = 0  # of loops

    def entries(self) -> list[Entry]:
        """Return the largest chart, else the tree that the edges make."""
        if self.charts:
            return max(self.charts, key=lambda entries: sum(1 for _ in _all(entries)))
        return grown(self.labels, self.edges) if self.edges else []

    def read(self, statement: ast.stmt) -> None:
        """Read one statement: a name that it gives to a value, the calls in it, or the rounds of a loop."""
        if isinstance(statement, ast.For):
            self._loop(statement)
            return
        node = ""
        for call in _calls(statement):
            node = self._call(call) or node
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    value = self._value(statement.value)
                    self.values[target.id] = _Node(node) if value is None and node else value
                elif isinstance(target, ast.Subscript):
                    self._fill(target, self._value(statement.value))
                elif isinstance(target, ast.Attribute) and isinstance(above := self._value(target.value), _Node):
                    papers = self._value(statement.value)  # memory.papers = ["Silent wings"]
                    self.edges += [(above.name, one) for one in papers or () if isinstance(one, str)]

    def _fill(self, target: ast.Subscript, value: Any) -> None:
        """Read a value that is set in a dictionary: tree["Owls"]["Flight"] = […]."""
        held = self._value(target.value) if isinstance(target.value, ast.Name) else self._held(target.value)
        key = self._value(target.slice)
        if isinstance(held, dict) and isinstance(key, (str, int)):
            held[key] = value
            name = next((node.id for node in ast.walk(target) if isinstance(node, ast.Name)), "")
            self.filled[name] = self.values[name]

    def _held(self, written: ast.expr) -> Any:
        """Return what a dictionary of the program holds at a key."""
        if not isinstance(written, ast.Subscript):
            return self._value(written)
        held = self._held(written.value)
        return held.get(self._value(written.slice)) if isinstance(held, dict) else None

    def _loop(self, loop: ast.For) -> None:
        """Read the body of a loop once for each value that the program writes down."""
        match loop.iter:
            case ast.Call(func=ast.Attribute(value=held, attr="items"), args=[]):
                values = self._value(held)
                rounds = list(values.items()) if isinstance(values, dict) else []
            case _:
                values = self._value(loop.iter)
                rounds = list(values) if isinstance(values, (list, tuple, dict)) else []
        names = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
        for value in rounds:
            self.rounds += 1
            values = [value] if len(names) == 1 else value
            if self.rounds > _MOST_ROUNDS or not isinstance(values, (list, tuple)) or len(values) != len(names):
                return
            self.values.update(zip(names, values, strict=True))
            for statement in loop.body:
                self.read(statement)

    def _value(self, written: ast.expr | None) -> Any:
        """Return the value of an expression that is a constant, a known name, or a table made of constants."""
        match written:
            case ast.Name(id=name):
                return self.values.get(name)
            case ast.Call(func=ast.Attribute(attr="DataFrame"), args=[argument, *_]):
                return self._value(argument)
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(times))) if (
                0 < times <= _MOST_REPEATS
            ):
                repeated = self._value(left)
                return repeated * times if isinstance(repeated, (list, str)) and len(repeated) == 1 else None
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                first, second = self._value(left), self._value(right)
                return first + second if isinstance(first, list) and isinstance(second, list) else None
            case ast.List(elts=elements) if any(isinstance(element, ast.Name) for element in elements):
                return [self._value(element) for element in elements]
            case ast.Dict(keys=keys, values=values) if not _is_plain(values):
                return {self._value(key): self._value(value) for key, value in zip(keys, values, strict=True)}
            case None:
                return None
        try:
            return ast.literal_eval(written)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return None

    def _call(self, call: ast.Call) -> str:
        """Read a call; return the name of the node that it makes, "" for none."""
        given = {keyword.arg: self._value(keyword.value) for keyword in call.keywords if keyword.arg}
        places = [self._value(argument) for argument in call.args]
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        chart = {"labels": given.get("labels", given.get("names")), **given}
        if entries := graph_entries({key: chart.get(key) for key in ("labels", "parents", "ids")}):
            self.charts.append(entries)
        elif isinstance(path := given.get("path"), list):
            table = places[0] if places else given.get("data_frame")
            if rows := _rows(table, path):
                self.charts.append(table_entries([[f"Level {at}" for at in range(1, len(path))] + ["Paper"], *rows]))
        elif name == "add_edges_from" and places and isinstance(places[0], list):
            self.edges += [(str(pair[0]), str(pair[1])) for pair in places[0][:_MOST_EDGES] if _is_pair(pair)]
        elif name in _EDGE and len(places) > 1 and all(isinstance(end, (str, int)) for end in places[:2]):
            self.edges.append((str(places[0]), str(places[1])))
        elif name in _NODE and places and isinstance(places[0], (str, int)):
            label = places[1] if len(places) > 1 else given.get("label")
            self.labels.update({str(places[0]): str(label)} if label else {})
        else:
            return self._made(name, call, places, given)
        return ""

    def _made(self, name: str, call: ast.Call, places: list[Any], given: Mapping[str, Any]) -> str:
        """Return the node that a constructor, or a method of another node, makes."""
        words = places[0] if places else given.get("name", given.get("tag"))
        if not isinstance(words, str):
            return ""
        above = given.get("parent", places[1] if name == "Node" and len(places) > 1 else None)
        if name == "add" and isinstance(call.func, ast.Attribute):
            above = self._value(call.func.value)
            if not isinstance(above, _Node):
                return ""
        elif name == "create_node":
            node = str(places[1] if len(places) > 1 else given.get("identifier", words))
            self.labels[node] = words
            self.edges += [(str(above), node)] if isinstance(above, (str, int)) else []
            return node
        elif name not in ("Node", "AnyNode", "Tree"):
            return ""
        node = f"node {len(self.labels)}"
        self.labels[node] = words
        self.edges += [(above.name, node)] if isinstance(above, _Node) else []
        return node


@dataclass(frozen=True, slots=True)
class _Node:
    """Value of a variable that stands for a node."""

    name: str


def _calls(statement: ast.stmt) -> Iterator[ast.Call]:
    """Yield the calls of a statement, inner ones last."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            yield node


def _is_plain(values: Sequence[ast.expr]) -> bool:
    """Return whether all values of a table are constants, or lists of them."""
    return not any(isinstance(node, (ast.BinOp, ast.Name)) for value in values for node in ast.walk(value))


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, (tuple, list)) and len(pair) > 1 and all(isinstance(end, (str, int)) for end in pair[:2])


def _rows(table: Any, path: Sequence[Any]) -> list[list[str]]:
    """Return the cells of a table's columns, in the order of the path; [] where one is not there."""
    if isinstance(table, Mapping) and all(isinstance(table.get(column), list) for column in path):
        columns = [table[column] for column in path]
        return [[_cell(cell) for cell in row] for row in zip(*columns, strict=False)]
    if isinstance(table, list) and table and all(isinstance(row, Mapping) for row in table):
        return [[_cell(row.get(column)) for column in path] for row in table]
    return []


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _all(entries: Sequence[Entry]) -> Iterator[Entry]:
    waiting = list(entries)
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting += entry.below
