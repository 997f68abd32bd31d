"""Definitions, imports and statements of a module, read from its syntax for the code digest; nothing is run."""

from __future__ import annotations

import ast
import gc
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

_FILE = re.compile(r"[\w-][\w./-]*\.[A-Za-z]\w*")
_TYPE = re.compile(r"[A-Za-z_][\w.]*(?:\s*[\[\],|]\s*[\w.]*)*")  # a forward reference, or a bare name
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_BLOCKS = (ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DOCUMENTED = (ast.Module, *_DEFINITIONS)
_LAYOUT = frozenset({"ctx", "kind", "type_comment", "type_ignores"})  # implied by context, or without meaning
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name: `from <module> import <name> as <bound>`."""

    level: int  # leading dots
    module: str
    name: str  # "" if the module itself is imported, "*" for all its names
    bound: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One top-level statement, or a whole module."""

    binds: frozenset[str]
    names: Mapping[str, frozenset[str]]  # names that it reads: {"scan": {"scan.tokens", "scan.words"}}
    imports: tuple[Import, ...]  # inside it
    files: frozenset[str]  # strings that may name a file
    acts: bool  # it has side effects when the module is imported
    digest: str  # over its syntax, without docstrings


@dataclass(frozen=True, slots=True)
class ModuleSyntax:
    """A module, statement by statement."""

    units: tuple[Unit, ...]
    imports: tuple[Import, ...]  # of the top level
    exports: frozenset[str] | None  # `__all__`


@cache
def read_whole(text: str) -> Unit:
    """Return a whole module as one unit."""
    tree = _parsed(text)
    return _unit(tree, frozenset(), acts=True)


@cache
def read_statements(text: str, packages: frozenset[str]) -> ModuleSyntax:
    """Return the top-level statements of a module, with its imports listed apart.

    `packages` are the top-level packages whose code is followed.
    """
    tree = _parsed(text)
    imports = tuple(name for statement in _top_level(tree.body) for name in _imports(statement))
    local = {name.bound for name in imports if name.level or name.module.partition(".")[0] in packages}
    units = []
    exports: frozenset[str] | None = None
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        binds = frozenset(_bound(statement))
        if "__all__" in binds:
            exports = (exports or frozenset()) | {text for text in _strings(statement) if text.isidentifier()}
        units.append(_unit(statement, binds, acts=_acts(statement, local)))
        local |= binds
    return ModuleSyntax(tuple(units), imports, exports)


def _parsed(text: str) -> ast.Module:
    # The garbage collector would traverse the growing tree again and again, which takes as long as parsing.
    enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        if enabled:
            gc.enable()


def _unit(top: ast.AST, binds: frozenset[str], *, acts: bool) -> Unit:
    reader = _Reader()
    reader.read(top)
    digest = hashlib.sha256("\0".join(reader.syntax).encode("utf-8", "surrogatepass")).hexdigest()
    return Unit(binds, _by_root(reader.names), tuple(reader.imports), frozenset(reader.files), acts, digest)


class _Reader:
    """Walks a syntax tree once and collects its tokens, names, imports and file names."""

    def __init__(self) -> None:
        self.syntax: list[str] = []
        self.names: set[str] = set()
        self.imports: list[Import] = []
        self.files: set[str] = set()

    def read(self, node: ast.AST) -> None:
        kind = type(node)
        self.syntax.append(kind.__name__)
        if kind is ast.Name or (kind is ast.Attribute and _dotted(node)):
            dotted = _dotted(node)
            self.names.add(dotted)
            self.syntax.append(dotted)
            return
        if isinstance(node, ast.Constant):
            self._string(node.value)
        elif kind is ast.Import or kind is ast.ImportFrom:
            self.imports += _imports(node)
        elif kind in _DOCUMENTED:
            _drop_docstring(node)
        for name in node._fields:
            if name not in _LAYOUT:
                self._field(getattr(node, name, None))

    def _field(self, value: object) -> None:
        if isinstance(value, ast.AST):
            self.read(value)
        elif isinstance(value, list):
            self.syntax.append(str(len(value)))
            for element in value:
                self._field(element)
        else:
            self.syntax.append(repr(value))

    def _string(self, text: object) -> None:
        if isinstance(text, str) and len(text) < _LONGEST_NAME:
            if _FILE.fullmatch(text):
                self.files.add(text)
            if _TYPE.fullmatch(text):
                self.names.update(_NAME.findall(text))


def _by_root(names: Iterable[str]) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for name in names:
        groups.setdefault(name.partition(".")[0], set()).add(name)
    return {root: frozenset(dotted) for root, dotted in groups.items()}


def _dotted(node: ast.AST) -> str:
    """Return `a.b.c`, or "" if the chain does not start with a name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _top_level(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run on import, with those inside blocks."""
    for statement in statements:
        if not isinstance(statement, _BLOCKS):
            yield statement
            continue
        yield statement
        for name in ("body", "orelse", "finalbody"):
            yield from _top_level(getattr(statement, name, ()))
        for handler in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _top_level(handler.body)


def _imports(statement: ast.AST) -> list[Import]:
    if isinstance(statement, ast.Import):
        return [Import(0, alias.name, "", alias.asname or alias.name.partition(".")[0]) for alias in statement.names]
    if isinstance(statement, ast.ImportFrom):
        return [
            Import(statement.level, statement.module or "", alias.name, alias.asname or alias.name)
            for alias in statement.names
        ]
    return []


def _bound(statement: ast.stmt) -> Iterator[str]:
    for inner in _top_level([statement]):
        if isinstance(inner, _DEFINITIONS):
            yield inner.name
        elif not isinstance(inner, _BLOCKS):
            yield from (
                node.id for node in ast.walk(inner) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )


def _strings(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _acts(statement: ast.stmt, local: Iterable[str]) -> bool:
    return any(_acts_alone(inner, local) for inner in _top_level([statement]))


def _acts_alone(statement: ast.stmt, local: Iterable[str]) -> bool:
    match statement:
        case ast.Expr():
            return not isinstance(statement.value, ast.Constant)
        case ast.Assign():
            return not all(isinstance(target, ast.Name | ast.Tuple | ast.List) for target in statement.targets)
        case ast.AnnAssign():
            return not isinstance(statement.target, ast.Name)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            # A decorator of ours may register the definition; one of another package cannot.
            decorators = [node for decorator in statement.decorator_list for node in ast.walk(decorator)]
            used = {node.id for node in decorators if isinstance(node, ast.Name)}
            return not used.isdisjoint(local)
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.If() | ast.Try() | ast.TryStar() | ast.Match():
            return False
    return True


def _drop_docstring(node: ast.AST) -> None:
    body: list[ast.stmt] = getattr(node, "body", [])
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        del body[0]
