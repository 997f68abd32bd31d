"""No regular expression of ours can be made to take cubic time or worse by a hostile text."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from regexploit.ast.sequence import Sequence
from regexploit.ast.sre import FiniteRepeat, SreOpParser
from regexploit.redos import find

from litgauge import flows, tasks

_NESTED = 3  # containers within containers in which patterns are kept
_QUADRATIC = 2  # regexploit's "starriness"; what tests/linear measures is finer


class Parser(SreOpParser):  # type: ignore[misc]
    """regexploit's parser, with what Python 3.11 added: both give back nothing, so neither can be backtracked into."""

    def from_POSSESSIVE_REPEAT(self, data: tuple[int, int, Any]) -> Any:  # noqa: N802 - named by the operation
        least, _, elements = data
        repeated = self.sequence_or_singleton(elements)
        return repeated and FiniteRepeat(repeated, max(least, 1), max(least, 1))

    def from_ATOMIC_GROUP(self, data: Any) -> Any:  # noqa: N802
        return self.sequence_or_singleton(data)


def blowup(pattern: re.Pattern[str]) -> int:
    """The worst exponent that regexploit finds: 2 is quadratic, 11 and more exponential."""
    tree = Parser().parse_sre(pattern.pattern, pattern.flags & ~re.UNICODE)
    return max((found.starriness for found in find(tree)), default=0) if isinstance(tree, Sequence) else 0


def patterns_in(value: Any, nested: int = _NESTED) -> Iterator[re.Pattern[str]]:
    """The compiled patterns in a value of a module."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif nested and isinstance(value, list | tuple | set | frozenset | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(part, nested - 1)


def modules() -> Iterator[ModuleType]:
    for package in (tasks, flows):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


@pytest.mark.slow
def test_no_pattern_blows_up() -> None:
    patterns: dict[tuple[str, int], tuple[str, re.Pattern[str]]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in patterns_in(value):
                patterns.setdefault((pattern.pattern, pattern.flags), (f"{module.__name__}.{name}", pattern))
    assert len(patterns) > 500
    bad = [f"{place}: {found.pattern}" for place, found in patterns.values() if blowup(found) > _QUADRATIC]
    assert bad == [], "make a repeat possessive (`*+`), or bound it"


@pytest.mark.parametrize(
    ("pattern", "bad"),
    [(r"\(\s*x?\s*y?\s*z", True), (r"(a+)+b", True), (r"\(\s*+x?+\s*+y?+\s*+z", False), (r"ab", False)],
)
def test_the_check_tells_patterns_apart(pattern: str, bad: bool) -> None:
    assert (blowup(re.compile(pattern)) > _QUADRATIC) is bad
