"""Processes in which nothing can be imported but what a plain installation brings: no extra, no tool of the tests."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


packages_distributions = cache(importlib.metadata.packages_distributions)
"""The distributions that bring each top-level module; to find them takes a second."""


@cache
def hidden_modules() -> tuple[str, ...]:
    """Top-level modules that are installed here, and that the dependencies of the core do not bring."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = {"litgauge", "pip", "setuptools", *closure(project["dependencies"])}
    brought = packages_distributions()
    return tuple(
        sorted(module for module, by in brought.items() if core.isdisjoint(canonicalize_name(name) for name in by))
    )


def closure(requirements: list[str]) -> set[str]:
    """Names of the distributions that these requirements bring, with what those that are installed bring in turn."""
    seen: set[tuple[str, str]] = set()
    left = [*_wanted(requirements, "")]
    while left:
        if (wanted := left.pop()) not in seen:
            seen.add(wanted)
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                left += _wanted(importlib.metadata.requires(wanted[0]) or [], wanted[1])
    return {name for name, _ in seen}


def _wanted(requirements: list[str], extra: str) -> Iterator[tuple[str, str]]:
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            name = canonicalize_name(requirement.name)
            yield from ((name, wanted) for wanted in ("", *requirement.extras))


def hiding_line() -> str:
    """A line for a .pth file or a sitecustomize: the modules cannot be imported, nor found."""
    return f"import sys; sys.modules.update(dict.fromkeys({hidden_modules()!r}))\n"


def run_core_only(folder: Path, *words: str | Path) -> str:
    """Run this Python with these arguments, its child processes too, from the repository; returns what it prints.

    `folder` is empty, or of another such run. Fails with what the program said.
    """
    (folder / "sitecustomize.py").write_text(hiding_line(), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
