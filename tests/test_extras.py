"""What a plain installation lacks: imported by nothing at once, and named with its extra where it is needed."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.pictures.charts import run_chart
from tests.core_only import ROOT, closure, hidden_modules, packages_distributions

AT_ONCE = {
    "litgauge/flows/runtime/dask_workers.py": {"dask", "distributed", "prefect_dask"},
    "litgauge/tasks/agents/inspect/logs.py": {"inspect_ai"},
    "litgauge/tasks/agents/inspect/task.py": {"inspect_ai"},
}
"""Modules that are imported where the extra is known to be installed."""


def _imports(nodes: list[ast.stmt], *, lazy: bool = False) -> Iterator[tuple[str, bool]]:
    """The packages that statements import, and whether that waits for a call; what is for type checkers is left out."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], lazy) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], lazy
        elif not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            waits = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for field in ("body", "orelse", "finalbody", "handlers"):
                yield from _imports(getattr(node, field, []), lazy=waits)


def test_the_core_imports_nothing_of_an_extra_until_it_is_needed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    extras = closure([one for extra in optional if extra not in ("test", "docs") for one in optional[extra]])
    brought, hidden = packages_distributions(), set(hidden_modules())
    named = re.compile(rf"^ *(?:import|from) (?:{'|'.join(map(re.escape, hidden))})\b", re.MULTILINE)
    at_once: dict[str, set[str]] = {}
    for path in sorted((ROOT / "litgauge").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for package, lazy in _imports(ast.parse(text).body) if named.search(text) else ():
            if package in hidden and lazy:
                by = {canonicalize_name(name) for name in brought[package]}
                assert by & extras, f"{path}: no extra brings {package}"
            elif package in hidden:
                at_once.setdefault(str(path.relative_to(ROOT)), set()).add(package)
    assert at_once.keys() <= AT_ONCE.keys()
    assert all(packages <= AT_ONCE[path] for path, packages in at_once.items())


def test_without_matplotlib_chart_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ConfigError, match=r'matplotlib.*pip install "litgauge\[charts\]"'):
        asyncio.run(run_chart("", {}))


@pytest.mark.parametrize("path", sorted(AT_ONCE))
def test_exceptions_are_still_there(path: str) -> None:
    packages = {package for package, lazy in _imports(ast.parse((ROOT / path).read_text()).body) if not lazy}
    assert packages & AT_ONCE[path], Path(path).name
