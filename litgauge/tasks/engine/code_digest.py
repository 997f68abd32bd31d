"""Digest of the code that decides a stage's rows, followed from its compute function through imports.

Several stages share a `stage.py`, and an `__init__.py` re-exports a whole room. Of these two, only the definitions
reached by name count, and the statements that do more than bind a name. Every other reached module counts whole, with
all it imports, because dispatch tables and registries are reached without a name. Data files beside a module count if
the module names them. Comments, docstrings and layout never count.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib.util
import inspect
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litgauge.tasks.engine.code_syntax import Import, ModuleSyntax, Unit, read_statements, read_whole
from litgauge.tasks.engine.definition import Stage
from litgauge.tasks.engine.known_digests import KnownDigests

# Code that moves and stores rows but never decides their content.
_PLUMBING = ("litgauge.tasks.engine", "litgauge.tasks.base.errors", "litgauge.tasks.llm")
# Code that turns a model's reply into an answer. The wording of questions and the model are in the stage's settings.
_ANSWERING = tuple(
    f"litgauge.tasks.llm.{name}" for name in ("answers", "conversation", "question", "schema", "template")
)
_PACKAGE = __name__.partition(".")[0]
_PROJECT = {_PACKAGE: Path(__file__).resolve().parents[3]}
"""Our package and the folder that holds it: of a wheel that is site-packages, of which nothing else is ours."""
_BY_NAME = ("stage.py", "__init__.py")
_SAVE_S = 5.0  # between two writings of what is kept
_ALL, _EFFECTS = "*", ""  # instead of a name


class Target(NamedTuple):
    """A name in a module; "*" means the whole module, "" its side effects on import."""

    module: str
    name: str


def code_digest(of: Stage | Callable[..., Any] | str) -> str:
    """Return the sha256 (hex) over all code that a stage, a function or a module (by name) reaches.

    For a stage this is what its compute function and its row types reach; `asks` only forecasts and does not count.
    Code in another package (a benchmark from outside) is followed there and in the project.
    Raises LookupError if the source of the code cannot be read.
    """
    targets = targets_of(of)
    return _tree(_home(targets).partition(".")[0]).digest(targets)


def targets_of(of: Stage | Callable[..., Any] | str) -> tuple[Target, ...]:
    """Return the names at which the search for code starts."""
    if isinstance(of, str):
        return (Target(of, _ALL),)
    if not isinstance(of, Stage):
        return tuple(_definitions(of))
    rows = (Target(row.__module__, row.__qualname__) for row in (*of.reads.values(), *of.writes.values()))
    answering = (Target(name, _ALL) for name in _ANSWERING) if of.asks is not None else ()
    return (*_definitions(of.compute), *rows, *answering)


def _home(targets: Sequence[Target]) -> str:
    """Return the module of the code: the first one that is not a wrapper of the engine."""
    return next((target.module for target in targets if not _is_plumbing(target.module)), targets[0].module)


@cache
def _tree(home: str) -> CodeTree:
    """Return the modules of the project and of the top-level package that holds the code."""
    folder = None if home in _PROJECT else _folder_of(home)
    return CodeTree(_PROJECT if folder is None else {home: folder, **_PROJECT})


def _folder_of(package: str) -> Path | None:
    """Return the folder of a top-level package or module; None for the standard library, or without source."""
    if package in sys.stdlib_module_names or package == "__main__":
        return None
    spec = importlib.util.find_spec(package)
    if spec is None or not (spec.origin or "").endswith(".py"):
        return None
    path = Path(str(spec.origin))
    return path.parent.parent if path.name == "__init__.py" else path.parent


def _definitions(function: Any) -> Iterator[Target]:
    """Yield the top-level definitions behind a function, through wrappers, partial calls and closures."""
    queue, visited = [function], set()
    while queue:
        value = inspect.unwrap(queue.pop())
        if id(value) in visited or not callable(value):
            continue
        visited.add(id(value))
        if isinstance(value, functools.partial):
            queue += [value.func, *value.args, *value.keywords.values()]
            continue
        definition = value if hasattr(value, "__qualname__") else type(value)
        top = definition.__qualname__.partition(".")[0]
        yield Target(definition.__module__, _ALL if top == "<lambda>" else top)
        if inspect.isfunction(value):
            enclosed = inspect.getclosurevars(value).nonlocals.values()
            queue += [item for item in enclosed if inspect.isroutine(item) or inspect.isclass(item)]


class CodeTree:
    """Modules of some top-level packages. Each is parsed once; none is imported."""

    def __init__(self, packages: Mapping[str, Path]) -> None:
        """`packages` maps top-level packages or modules to the folders that hold them."""
        self._folders = dict(packages)
        self._packages = frozenset(packages)
        self._paths: dict[str, Path | None] = {}
        self._texts: dict[str, str] = {}
        self._wholes: dict[str, Unit] = {}
        self._syntax: dict[str, ModuleSyntax] = {}
        self._data: dict[tuple[str, str], str] = {}
        self._edges: dict[Target, frozenset[Target]] = {}
        self._saved_at, self._unsaved = -_SAVE_S, False

    @functools.cached_property
    def _digests(self) -> KnownDigests:
        return KnownDigests(self._folders)

    def digest(self, targets: Sequence[Target]) -> str:
        """Return the sha256 (hex) over all code reached from these targets; LookupError if it is not in this tree."""
        if self._path(home := _home(targets)) is None:
            raise LookupError(f"the source of module {home} cannot be read, so its code cannot be followed")
        start = frozenset(targets)
        digest = self._digests.get(start)
        if digest is None:
            digest = self._digest(start)
            self._digests.add(start, digest)
            self._save()
        return digest

    def _save(self) -> None:
        """Keep what was found, at once or with what is found in the next seconds."""
        if time.monotonic() - self._saved_at < _SAVE_S:
            if not self._unsaved:
                self._unsaved = True
                atexit.register(self._save_now)
        else:
            self._save_now()

    def _save_now(self) -> None:
        atexit.unregister(self._save_now)
        self._unsaved = False
        self._digests.save()
        self._saved_at = time.monotonic()

    def _digest(self, start: frozenset[Target]) -> str:
        digest = hashlib.sha256()
        for module, units in sorted(self.reached(start).items()):
            digest.update(f"{module}\0".encode())
            for unit in units:
                digest.update(f"{unit.digest}\0{self._data_files(module, unit)}".encode())
        return digest.hexdigest()

    def reached(self, targets: Iterable[Target]) -> dict[str, tuple[Unit, ...]]:
        """Return the reached statements by module; a module that counts whole is one statement."""
        reached = set(self._followed(targets))
        queue = list(reached)
        while queue:
            target = queue.pop()
            if target not in self._edges:
                self._edges[target] = self._followed(self._references(target))
            new = self._edges[target] - reached
            reached |= new
            queue.extend(new)
        names: dict[str, set[str]] = {}
        for module, name in reached:
            names.setdefault(module, set()).add(name)
        return {module: self._units(module, wanted) for module, wanted in names.items()}

    def _followed(self, targets: Iterable[Target]) -> frozenset[Target]:
        """Return the targets whose code is followed, in this tree; of a module that counts whole the whole of it."""
        return frozenset(
            Target(module, name if self._by_name(module) else _ALL)
            for module, name in targets
            if not _is_plumbing(module) and self._path(module) is not None
        )

    def _units(self, module: str, names: Collection[str]) -> tuple[Unit, ...]:
        if not self._by_name(module):
            if module not in self._wholes:
                self._wholes[module] = read_whole(self._text(module))
            return (self._wholes[module],)
        units = self._statements(module).units
        return units if _ALL in names else tuple(u for u in units if u.acts or not u.binds.isdisjoint(names))

    def _references(self, target: Target) -> Iterator[Target]:
        module, name = target
        package = module.rpartition(".")[0]
        if package:
            yield Target(package, _EFFECTS)
        units = self._units(module, {name})
        for unit in units:
            for statement in unit.imports:
                yield from self._imported(module, statement, unit.names.get(statement.bound, ()))
        if not self._by_name(module):
            return
        read = (dotted for unit in units for dotted in unit.names.values())
        for dotted in {name}.union(*read) - {_ALL, _EFFECTS}:
            yield from self._resolved(module, dotted)
        used = self._used(module)
        for statement in self._statements(module).imports:
            if name == _ALL or statement.bound not in used:  # imported for its side effects
                yield from self._imported(module, statement, ())

    def _used(self, module: str) -> frozenset[str]:
        syntax = self._statements(module)
        named = {name for unit in syntax.units for name in unit.names}
        exported = syntax.exports
        if exported is None:
            exported = frozenset(i.bound for i in syntax.imports) if self._is_package(module) else frozenset()
        return exported | named | {_ALL}

    def _imported(self, module: str, statement: Import, uses: Collection[str]) -> Iterator[Target]:
        """Yield what an import reaches; `uses` are the dotted names that begin with the name it binds."""
        for name in uses or [statement.bound]:
            yield from self._through(module, statement, name.partition(".")[2])

    def _resolved(self, module: str, dotted: str) -> Iterator[Target]:
        """Yield what a name refers to in a module whose statements are followed one by one."""
        first, _, rest = dotted.partition(".")
        syntax = self._statements(module)
        is_bound = any(first in unit.binds for unit in syntax.units)
        if is_bound:
            yield Target(module, first)
        imports = [statement for statement in syntax.imports if statement.bound == first]
        for statement in imports:
            yield from self._through(module, statement, rest)
        if is_bound or imports:
            return
        if self._path(f"{module}.{first}") is not None and self._is_package(module):
            yield from self._inside(f"{module}.{first}", rest)
        for statement in syntax.imports:
            if statement.name == "*":
                yield Target(self._source(module, statement), first)

    def _through(self, module: str, statement: Import, rest: str) -> Iterator[Target]:
        """Yield what `<bound>.<rest>` refers to, if this import bound the name."""
        source = self._source(module, statement)
        if statement.name == "*":
            yield Target(source, _ALL)
        elif statement.name:
            inner = f"{source}.{statement.name}"
            is_module = self._path(inner) is not None
            yield from self._inside(inner, rest) if is_module else (Target(source, statement.name),)
        elif statement.bound == source.partition(".")[0]:
            yield Target(source, _EFFECTS)
            yield from self._inside(statement.bound, rest) if rest else (Target(source, _ALL),)
        else:
            yield from self._inside(source, rest)

    def _inside(self, module: str, rest: str) -> Iterator[Target]:
        first, _, more = rest.partition(".")
        if first and self._path(f"{module}.{first}") is not None:
            yield from self._inside(f"{module}.{first}", more)
        else:
            yield Target(module, first or _ALL)

    def _source(self, module: str, statement: Import) -> str:
        package = module if self._is_package(module) else module.rpartition(".")[0]
        return importlib.util.resolve_name("." * statement.level + statement.module, package)

    def _data_files(self, module: str, unit: Unit) -> str:
        """Return the names and digests of the files beside a module that a unit names."""
        key = (module, unit.digest)
        if key not in self._data:
            folder = self._path_of(module).parent
            names = [name for name in sorted(unit.files) if not name.endswith(".py") and (folder / name).is_file()]
            self._data[key] = "".join(
                f"{name}\0{hashlib.sha256((folder / name).read_bytes()).hexdigest()}\0" for name in names
            )
        return self._data[key]

    def _statements(self, module: str) -> ModuleSyntax:
        if module not in self._syntax:
            self._syntax[module] = read_statements(self._text(module), self._packages)
        return self._syntax[module]

    def _text(self, module: str) -> str:
        if module not in self._texts:
            self._texts[module] = self._path_of(module).read_text(encoding="utf-8")
        return self._texts[module]

    def _by_name(self, module: str) -> bool:
        return self._path_of(module).name in _BY_NAME

    def _is_package(self, module: str) -> bool:
        return self._path_of(module).name == "__init__.py"

    def _path_of(self, module: str) -> Path:
        path = self._path(module)
        assert path is not None, module
        return path

    def _path(self, module: str) -> Path | None:
        """Return the file of a module in this tree; None for any other."""
        folder = self._folders.get(module.partition(".")[0])
        if folder is None:
            return None
        if module not in self._paths:
            stem = f"{folder}/{module.replace('.', '/')}"
            files = (f"{stem}/__init__.py", f"{stem}.py")
            self._paths[module] = next((Path(path) for path in files if os.path.isfile(path)), None)  # noqa: PTH113 - hot
        return self._paths[module]


@cache
def _is_plumbing(module: str) -> bool:
    return module not in _ANSWERING and any(module == room or module.startswith(f"{room}.") for room in _PLUMBING)
