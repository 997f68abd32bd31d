"""Imports go one way: between rooms as .importlinter says, and within them, which is checked here."""

from __future__ import annotations

import graphlib
from pathlib import Path

import grimp
import pytest


def circle(graph: grimp.ImportGraph) -> list[str]:
    """Modules that import one another in a circle; [] if none do. Imports under TYPE_CHECKING count."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.slow
def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(grimp.build_graph("litgauge", cache_dir=None)) == []


def test_a_circle_behind_type_checking_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "circular_example"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("from circular_example import two\n")
    (package / "two.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from circular_example import one\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert set(circle(grimp.build_graph("circular_example", cache_dir=None))) == {
        "circular_example.one",
        "circular_example.two",
    }
