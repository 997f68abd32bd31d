"""Percentiles of works by a value."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.scinetbench.build.measures import percentiles


@given(st.lists(st.sampled_from([float("nan"), 0.0, 0.5, 1.0, -2.0, 7.5])))
def test_a_percentile_is_the_share_that_has_less_with_ties_as_halves(values: list[float]) -> None:
    known = [value for value in values if value == value]
    expected = [
        10 * (sum(one < value for one in known) + sum(one == value for one in known) / 2) / len(known)
        if value == value
        else float("nan")
        for value in values
    ]
    found = percentiles(np.array(values))
    assert found.tolist() == pytest.approx(expected, nan_ok=True)
    assert percentiles(np.array(values), lower_is_more=True).tolist() == pytest.approx(
        (10 - found).tolist(), nan_ok=True
    )
