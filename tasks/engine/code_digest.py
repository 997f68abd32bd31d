"""A digest of the code that decides a stage's rows, found from its compute function, so that nobody lists modules.

Several stages share a `stage.py`, and an `__init__.py` re-exports a whole room: of these two, exactly the definitions
that are reached by name count, and the statements that do more than bind a name. Every other module that is reached
counts whole, with all that it imports, since dispatch tables and registries are reached without a name. Data files
beside a module count if it names them. Comments, docstrings and layout never count.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tasks.engine.code_syntax import Import, ModuleSyntax, Unit, read_statements, read_whole
from tasks.engine.definition import Stage

# What moves and keeps rows but never decides what is in them.
_PLUMBING = ("tasks.engine", "tasks.base.errors", "tasks.llm")
# What turns a model's reply into an answer. How a question is worded, and the model, are in the stage's settings.
_ANSWERING = tuple(f"tasks.llm.{name}" for name in ("answers", "conversation", "question", "schema", "template"))
_PROJECT = Path(__file__).resolve().parents[2]
_BY_NAME = ("stage.py", "__init__.py")
_ALL, _EFFECTS = "*", ""  # in the place of a name


class Target(NamedTuple):
    """A name in a module; "*" is all of the module, "" what happens when it is imported."""

    module: str
    name: str


def code_digest(of: Stage | Callable[..., Any] | str) -> str:
    """sha256 (hex) over all code that a stage, a function or a module (by its name) reaches.

    Of a stage that is what its compute function and its row types reach; `asks` only forecasts what compute asks.
    Code that lives in a package elsewhere (a benchmark of somebody's own) is followed there and in the project.
    Raises LookupError where the code is in no module that can be read.
    """
    targets = targets_of(of)
    return _tree(_home(targets).partition(".")[0]).digest(targets)


def targets_of(of: Stage | Callable[..., Any] | str) -> tuple[Target, ...]:
    """Where the search for the code starts."""
    if isinstance(of, str):
        return (Target(of, _ALL),)
    if not isinstance(of, Stage):
        return tuple(_definitions(of))
    rows = (Target(row.__module__, row.__qualname__) for row in (*of.reads.values(), *of.writes.values()))
    answering = (Target(name, _ALL) for name in _ANSWERING) if of.asks is not None else ()
    return (*_definitions(of.compute), *rows, *answering)


def _home(targets: Sequence[Target]) -> str:
    """The module that the code is in: the first one beyond what the engine wraps around it."""
    return next((target.module for target in targets if not _is_plumbing(target.module)), targets[0].module)


@cache
def _tree(home: str) -> CodeTree:
    """The modules of the project, and those of the top-level package or module that the code is in."""
    project = CodeTree(_PROJECT)
    folder = None if project.has(home) else _folder_of(home)
    return project if folder is None else CodeTree(_PROJECT, {home: folder})


def _folder_of(package: str) -> Path | None:
    """The folder with a top-level package or module; None for one of Python's own, or without source."""
    if package in sys.stdlib_module_names or package == "__main__":
        return None
    spec = importlib.util.find_spec(package)
    if spec is None or not (spec.origin or "").endswith(".py"):
        return None
    path = Path(str(spec.origin))
    return path.parent.parent if path.name == "__init__.py" else path.parent


def _definitions(function: Any) -> Iterator[Target]:
    """The top-level definitions that a function is made of, through wrappers, partial calls and closures."""
    waiting, seen = [function], set()
    while waiting:
        one = inspect.unwrap(waiting.pop())
        if id(one) in seen or not callable(one):
            continue
        seen.add(id(one))
        if isinstance(one, functools.partial):
            waiting += [one.func, *one.args, *one.keywords.values()]
            continue
        named = one if hasattr(one, "__qualname__") else type(one)
        top = named.__qualname__.partition(".")[0]
        yield Target(named.__module__, _ALL if top == "<lambda>" else top)
        if inspect.isfunction(one):
            closed = inspect.getclosurevars(one).nonlocals.values()
            waiting += [value for value in closed if inspect.isroutine(value) or inspect.isclass(value)]


class CodeTree:
    """The modules below a folder, and of packages elsewhere; each is read once, and none is imported."""

    def __init__(self, root: Path, elsewhere: Mapping[str, Path] = MappingProxyType({})) -> None:
        """`elsewhere`: a top-level package or module -> the folder that it lies in."""
        own = {entry.name: root for entry in root.iterdir() if (entry / "__init__.py").is_file()}
        self._folders = {**elsewhere, **own}
        self._ours = frozenset(self._folders)
        self._paths: dict[str, Path | None] = {}
        self._texts: dict[str, str] = {}
        self._led_to: dict[Target, frozenset[Target]] = {}

    def has(self, package: str) -> bool:
        """Whether a top-level package is one of these."""
        return package in self._ours

    def digest(self, targets: Sequence[Target]) -> str:
        """sha256 (hex) over what is reached from these targets; LookupError if their code is in no module here."""
        if self._path(home := _home(targets)) is None:
            raise LookupError(f"{home} is no module whose source is here, so its code cannot be followed")
        digest = hashlib.sha256()
        for module, units in sorted(self.reached(targets).items()):
            digest.update(f"{module}\0".encode())
            for unit in units:
                digest.update(f"{unit.digest}\0".encode())
                for path in self._data_files(module, unit):
                    digest.update(f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0".encode())
        return digest.hexdigest()

    def reached(self, targets: Iterable[Target]) -> dict[str, tuple[Unit, ...]]:
        """The statements that are reached, by module; a module that counts whole is one statement."""
        names: dict[str, set[str]] = {}
        waiting = list(targets)
        while waiting:
            module, name = waiting.pop()
            if _is_plumbing(module) or self._path(module) is None:
                continue
            name = name if self._by_name(module) else _ALL
            if name in names.setdefault(module, set()):
                continue
            names[module].add(name)
            target = Target(module, name)
            if target not in self._led_to:
                self._led_to[target] = frozenset(self._leads_to(target))
            waiting.extend(self._led_to[target])
        return {module: self._units(module, wanted) for module, wanted in names.items()}

    def _units(self, module: str, names: Collection[str]) -> tuple[Unit, ...]:
        if not self._by_name(module):
            return (read_whole(self._text(module)),)
        units = self._statements(module).units
        return units if _ALL in names else tuple(one for one in units if one.acts or not one.binds.isdisjoint(names))

    def _leads_to(self, target: Target) -> Iterator[Target]:
        module, name = target
        package = module.rpartition(".")[0]
        if package:
            yield Target(package, _EFFECTS)
        units = self._units(module, {name})
        for unit in units:
            for one in unit.imports:
                yield from self._imported(module, one, unit.names.get(one.bound, ()))
        if not self._by_name(module):
            return
        read = (dotted for unit in units for dotted in unit.names.values())
        for dotted in {name}.union(*read) - {_ALL, _EFFECTS}:
            yield from self._resolved(module, dotted)
        used = self._used(module)
        for one in self._statements(module).imports:
            if name == _ALL or one.bound not in used:  # nobody names it: it is imported for what that does
                yield from self._imported(module, one, ())

    def _used(self, module: str) -> frozenset[str]:
        syntax = self._statements(module)
        named = {name for unit in syntax.units for name in unit.names}
        exported = syntax.exports
        if exported is None:
            exported = frozenset(one.bound for one in syntax.imports) if self._is_package(module) else frozenset()
        return exported | named | {_ALL}

    def _imported(self, module: str, one: Import, uses: Collection[str]) -> Iterator[Target]:
        """What an import reaches, where these dotted names begin with what it binds."""
        for name in uses or [one.bound]:
            yield from self._through(module, one, name.partition(".")[2])

    def _resolved(self, module: str, dotted: str) -> Iterator[Target]:
        """What a name means in a module whose statements are followed one by one."""
        first, _, rest = dotted.partition(".")
        syntax = self._statements(module)
        bound = any(first in unit.binds for unit in syntax.units)
        if bound:
            yield Target(module, first)
        imports = [one for one in syntax.imports if one.bound == first]
        for one in imports:
            yield from self._through(module, one, rest)
        if bound or imports:
            return
        if self._path(f"{module}.{first}") is not None and self._is_package(module):
            yield from self._inside(f"{module}.{first}", rest)
        for one in syntax.imports:
            if one.name == "*":
                yield Target(self._source(module, one), first)

    def _through(self, module: str, one: Import, rest: str) -> Iterator[Target]:
        """What `<bound>.<rest>` means, if this import made the bound name."""
        source = self._source(module, one)
        if one.name == "*":
            yield Target(source, _ALL)
        elif one.name:
            inner = f"{source}.{one.name}"
            yield from self._inside(inner, rest) if self._path(inner) is not None else (Target(source, one.name),)
        elif one.bound == source.partition(".")[0]:
            yield Target(source, _EFFECTS)
            yield from self._inside(one.bound, rest) if rest else (Target(source, _ALL),)
        else:
            yield from self._inside(source, rest)

    def _inside(self, module: str, rest: str) -> Iterator[Target]:
        first, _, more = rest.partition(".")
        if first and self._path(f"{module}.{first}") is not None:
            yield from self._inside(f"{module}.{first}", more)
        else:
            yield Target(module, first or _ALL)

    def _source(self, module: str, one: Import) -> str:
        package = module if self._is_package(module) else module.rpartition(".")[0]
        return importlib.util.resolve_name("." * one.level + one.module, package)

    def _data_files(self, module: str, unit: Unit) -> list[Path]:
        folder = self._path_of(module).parent
        return [folder / name for name in sorted(unit.files) if not name.endswith(".py") and (folder / name).is_file()]

    def _statements(self, module: str) -> ModuleSyntax:
        return read_statements(self._text(module), self._ours)

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
        """The file of a module of ours; None for any other."""
        folder = self._folders.get(module.partition(".")[0])
        if folder is None:
            return None
        if module not in self._paths:
            stem = f"{folder}/{module.replace('.', '/')}"
            files = (f"{stem}/__init__.py", f"{stem}.py")
            self._paths[module] = next((Path(path) for path in files if os.path.isfile(path)), None)  # noqa: PTH113 - hot
        return self._paths[module]


def _is_plumbing(module: str) -> bool:
    return module not in _ANSWERING and any(module == room or module.startswith(f"{room}.") for room in _PLUMBING)
