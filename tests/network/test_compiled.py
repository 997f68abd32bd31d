"""Kernels run where nothing can be written."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from litgauge.tasks.network.compiled import compiled


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
