"""Every function of ours that reads text, and how it is called with a given one: found, not listed.

A scanner is a public function with a parameter that is a text, or that is made of one (`MADE`). What else it wants is
filled by type and name. One that cannot be called so is named in `CALLS`, or in `LEFT_OUT` with the reason; a test
fails for any other, so that a new scanner cannot be forgotten.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from types import ModuleType
from typing import Any

from litgauge import tasks
from litgauge.tasks.agents.stage_conversation import InvalidResult
from litgauge.tasks.base.errors import LitgaugeError
from tests.linear.calls import CALLS, LEFT_OUT
from tests.linear.growth import Call, Prepare
from tests.linear.made import MADE, neutral

ROOMS = (
    "agents", "answers", "benchmarks", "citations", "figures", "harvest", "html", "identity", "judge", "llm",
    "offline", "papers", "reports", "text", "web",
)  # fmt: skip
"""Rooms that read what strangers wrote. `latex` has a test of its own (tests/latex/test_linear.py)."""

SAMPLE = "A sample of text, written in 2019."
"""What the other texts of a function are while one of them is hostile."""


@dataclass(frozen=True)
class Scanner:
    """A function and how it is called."""

    name: str
    function: Callable[..., Any]

    @property
    def module(self) -> ModuleType:
        return importlib.import_module(self.function.__module__)

    @cached_property
    def wanted(self) -> dict[str, str]:
        """The parameters that must be given, or that are texts, with their types as they are written."""
        return {
            name: parameter.annotation
            for name, parameter in inspect.signature(inspect.unwrap(self.function)).parameters.items()
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
            and (parameter.default is parameter.empty or parameter.annotation in ("str", "bytes"))
        }

    @property
    def texts(self) -> list[str]:
        """The parameters that are texts or made of one."""
        return [name for name, kind in self.wanted.items() if kind in MADE]

    @property
    def unknown(self) -> list[str]:
        """Parameters that nobody said how to make."""
        return [name for name, kind in self.wanted.items() if kind not in MADE and self._neutral(name, kind, "") is ...]

    def calls(self) -> Iterator[tuple[str, Prepare]]:
        """Each way to give it a text: in one of its parameters, and in all of them."""
        if self.name in CALLS:
            yield self.name, lambda text: partial(_exhausted, CALLS[self.name](text))
            return
        plain = [name for name in self.texts if self.wanted[name] in ("str", "bytes", "str | None")]
        if len(plain) == len(self.texts) > 1:
            for name in plain:
                yield f"{self.name}({name})", partial(self._prepared, hostile=(name,))
        yield self.name, partial(self._prepared, hostile=tuple(self.texts))

    def _prepared(self, text: str, hostile: Sequence[str]) -> Call:
        given = {
            name: self._value(name, kind, text if name in hostile else SAMPLE) for name, kind in self.wanted.items()
        }
        return partial(_exhausted, partial(self.function, **given))

    def _value(self, name: str, kind: str, text: str) -> Any:
        return MADE[kind](text) if kind in MADE else self._neutral(name, kind, text)

    def _neutral(self, name: str, kind: str, text: str) -> Any:
        """What a parameter is that no text is read from; `...` if nobody said."""
        if kind.endswith("Settings"):
            return getattr(self.module, kind)()
        return neutral(name, kind, text)


def scanners() -> list[Scanner]:
    """All of them, by name."""
    found = []
    for module in _modules():
        for name, value in sorted(vars(module).items()):
            function = inspect.unwrap(value) if callable(value) else value
            if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_"):
                scanner = Scanner(f"{module.__name__.removeprefix('litgauge.tasks.')}.{name}", value)
                if scanner.name in CALLS or (scanner.name not in LEFT_OUT and _reads_text(scanner)):
                    found.append(scanner)
    return found


def _reads_text(scanner: Scanner) -> bool:
    return not inspect.iscoroutinefunction(inspect.unwrap(scanner.function)) and bool(scanner.texts)


def _modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        package = importlib.import_module(f"{tasks.__name__}.{room}")
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith((".stage", ".__main__")):
                yield importlib.import_module(found.name)


def _exhausted(call: Call) -> object:
    """The result of a call, all of it; that a text is refused is a result too."""
    try:
        result = call()
        if isinstance(result, Iterator):
            for _ in result:
                pass
    except (LitgaugeError, InvalidResult, ValueError, LookupError, SyntaxError, RecursionError) as refused:
        return refused
    return result
