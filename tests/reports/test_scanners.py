"""No compiled pattern of the rooms citations, reports and text explodes, whatever the text.

The patterns are found, not listed, and each is asked as the code asks it (from the beginning, or anywhere), so that
a new scanner cannot be forgotten.
"""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import litgauge.tasks.citations
import litgauge.tasks.reports
import litgauge.tasks.text

SIZE = 1_000
"""Characters: a pattern that steps back once for each takes milliseconds, one that does so twice takes seconds."""

LONGEST = 0.15
"""Seconds for a text of that size. That whole reports take linear time is for test_any_text.py."""

ON_ONE_LINE = frozenset({"litgauge.tasks.text.names._OTHERS", "litgauge.tasks.citations.printed_entries._CREDIT"})
"""What is only asked about text whose white space is single."""

PIECES = (
    " ", "\n", "\t", "a", "A", "1", "Ab ", "a1", ". ", ".", ",", ", ", "; ", "-", "– ", "*", "_", "`", "$", "\\", "\\[",
    "#", "|",
    "| a ", "[", "]", "](", "[a](", "([", "(", ")", "((", "[1]", "[1, ", "[^", "<", "<a ", '<a href="',
    "</", "<sup>", "<!--",
    '"', "'", "“", "”", "&amp;", "https://", "www.", "www.a.", "doi:10.",
    "A. B., ", "Smith and ", "Smith, A., ", "et al. ",
    "(2020) ",
    "2019, ", "【1†", "\\cite{", "\u200b", "中", "。", "é", "¹", "\x00",
)  # fmt: skip
ANYWHERE = ("search", "finditer", "sub", "subn", "findall", "split")


def scanners() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Each pattern of a module, as the packages use it."""
    modules = [
        importlib.import_module(found.name)
        for package in (litgauge.tasks.citations, litgauge.tasks.reports, litgauge.tasks.text)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not found.name.endswith(".stage")
    ]
    sources = "\n".join(
        source.decode() for module in modules if module.__spec__ and (source := _source(module.__name__)) is not None
    )
    seen = set()
    for module in modules:
        for name, value in vars(module).items():
            if not isinstance(value, re.Pattern) or not isinstance(value.pattern, str) or id(value) in seen:
                continue
            seen.add(id(value))
            ways = set(re.findall(rf"\b{name}\.(\w+)", sources))
            called = f"{module.__name__}.{name}"
            if ways & set(ANYWHERE) or not ways:  # one that is used under another name is asked the hard way
                yield called, lambda text, pattern=value: sum(1 for _ in pattern.finditer(text))  # type: ignore[misc]
            yield called, value.match
            if "fullmatch" in ways:
                yield called, value.fullmatch


def _source(name: str) -> bytes | None:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).read_bytes()


def seconds(scan: Callable[[str], object], piece: str, size: int) -> float:
    text = piece * (size // len(piece))
    start = time.process_time()
    scan(text)
    return time.process_time() - start


def explodes(scan: Callable[[str], object], piece: str, size: int = SIZE) -> bool:
    """Whether a small text takes long; asked again, as the machine may be busy."""
    return all(seconds(scan, piece, size) > LONGEST for _ in range(2))


@pytest.mark.soak
def test_no_pattern_explodes() -> None:
    found = list(scanners())
    assert len(found) > 150
    slow = [
        (name, piece)
        for name, scan in found
        for piece in PIECES
        if not (name in ON_ONE_LINE and piece.isspace()) and explodes(scan, piece)
    ]
    assert not slow


@pytest.mark.soak
def test_one_that_explodes_is_told() -> None:
    assert explodes(re.compile(r"(?:[A-Z]\w*\s?){1,3}et al").match, "A", 500)
    assert not explodes(re.compile(r"(?:[A-Z]\w*+\s?+){1,3}et al").match, "A")
