"""Kernels: compiled, run where nothing can be written, and run as Python where numba is not installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.network import compiled as module
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.measures import novelty_measure
from tests.core_only import run_core_only
from tests.network.examples import built, random_network
from tests.network.numbers_of_networks import every_number


def test_a_kernel_that_cannot_be_kept_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_it = numba.njit

    def no_folder(*given: Any, cache: bool = False, **options: Any) -> Any:
        if cache:
            return refuse
        return compile_it(*given, **options)

    def refuse(function: Any) -> Any:
        raise RuntimeError("cannot cache function: no locator available")

    def total(values: Any) -> int:
        found = 0
        for value in values:
            found += value
        return found

    monkeypatch.setattr(numba, "njit", no_folder)
    assert compiled(total)(np.arange(5)) == 10


@pytest.mark.slow
@pytest.mark.xdist_group("network")
def test_without_numba_the_numbers_are_the_same(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from tests.network.numbers_of_networks import every_number
assert sys.modules["numba"] is None
print(every_number(Path({str(tmp_path / "interpreted")!r})))
"""
    assert run_core_only(tmp_path, "-c", code).strip() == every_number(tmp_path / "compiled")


def test_a_large_network_without_numba_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    edges, dates = random_network(0, 20, 60)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(module, "MOST_INTERPRETED", 10)
    with pytest.raises(ConfigError, match=r'52 citations needs.*up to 10 .*pip install "litgauge\[network\]"'):
        built(tmp_path, edges, dates)


@pytest.mark.parametrize(("definition", "null"), [("foster", "computed"), ("uzzi", "switch")])
def test_measures_of_the_extra_name_it(
    definition: Any, null: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    edges, dates = random_network(0, 20, 60)
    built_network = built(tmp_path, edges, dates)
    for name in ("scipy", "sknetwork"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ConfigError, match=r'pip install "litgauge\[network\]"'):
        novelty_measure(built_network, definition, null=null)
