"""Names and functions that are loaded when they are first asked for: a command pays for what it uses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any


def late_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose modules hold these names: {"means": "Summary summarise"}.

    Its `__init__.py` imports the same names under TYPE_CHECKING, for readers, for mypy and for the digest of code.
    """
    homes = {
        name: module if module.startswith("litgauge.") else f"{package}.{module}"
        for module, names in modules.items()
        for name in names.split()
    }
    if clashes := homes.keys() & modules.keys():  # importing the module would put it in the name's place
        raise TypeError(f"{package}: import {', '.join(sorted(clashes))} at once, it is also the name of its module")

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load


class LateFunction:
    """A function "module:name" that is imported by the first call; the digest of code follows it as it does any other.

    For declarations: a list of releases or a leaderboard needs none of what a benchmark computes with.
    """

    def __init__(self, place: str) -> None:
        self.place = place

    @cached_property
    def __wrapped__(self) -> Callable[..., Any]:
        module, _, name = self.place.partition(":")
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it."""
        return self.__wrapped__(*args, **named)

    def __repr__(self) -> str:
        return f"LateFunction({self.place!r})"
