"""Pairings: the best ones, and of equal ones those of scipy."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from litgauge.tasks.benchmarks.taxobench.assignment import best_pairing

_WORTHS = st.one_of(st.integers(0, 3).map(float), st.floats(-2, 2, width=16), st.floats(-1e6, 1e6))


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_pairings_are_those_of_scipy(height: int, width: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(_WORTHS, min_size=height * width, max_size=height * width))
    _same(np.array(cells).reshape(height, width))


def test_large_matrices_with_many_ties() -> None:
    random = np.random.default_rng(0)
    for shape in ((60, 60), (80, 30), (30, 80)):
        _same(random.random(shape))
        _same(random.integers(0, 3, shape).astype(float))
        _same(np.maximum(random.random(shape) - 0.7, 0))
        _same(np.zeros(shape))


def _same(worth: np.ndarray) -> None:
    for ours, theirs in zip(best_pairing(worth), linear_sum_assignment(worth, maximize=True), strict=True):
        assert ours.tolist() == theirs.tolist()
