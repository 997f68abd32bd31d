"""Names and functions that are loaded at their first use, so that a command loads only what it needs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any


def late_names(package: str, source: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package: it loads what `__init__.py` imports under TYPE_CHECKING, name by name.

    `source` is the `__file__` of the package. `from … import name as name` there exports a name to mypy as well.
    """

    @cache
    def homes() -> dict[str, str]:
        return _late_imports(package, Path(source))

    def load(name: str) -> Any:
        if name.startswith("__") or name not in homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes()[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load


def _late_imports(package: str, source: Path) -> dict[str, str]:
    """Return the modules of the names that a file imports under TYPE_CHECKING."""
    blocks = [node for node in ast.parse(source.read_bytes()).body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module or "" for node in imports for alias in node.names}
    own_modules = {module.removeprefix(f"{package}.") for module in homes.values()}
    if clashes := homes.keys() & own_modules:  # importing the module would put it in the name's place
        raise TypeError(f"{package}: import {', '.join(sorted(clashes))} at once, it is also the name of its module")
    return homes


def late_value(place: str) -> Any:
    """Return a stand-in for the object "module:name", which is imported when the first of its attributes is read."""
    return _LateValue(place)


class _LateValue:
    def __init__(self, place: str) -> None:
        self._place = place

    @cached_property
    def _value(self) -> Any:
        return _at(self._place)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # pickle and copy ask for these before there is a place
            raise AttributeError(name)
        return getattr(self._value, name)


class LateFunction:
    """A function "module:name" that is imported at its first call; the code digest follows it like any other.

    For declarations: a list of releases or a leaderboard does not need the libraries with which a benchmark computes.
    """

    def __init__(self, place: str) -> None:
        self.place = place

    @cached_property
    def __wrapped__(self) -> Callable[..., Any]:
        function: Callable[..., Any] = _at(self.place)
        return function

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it."""
        return self.__wrapped__(*args, **named)

    def __repr__(self) -> str:
        return f"LateFunction({self.place!r})"


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
