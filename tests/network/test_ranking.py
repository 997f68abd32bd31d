"""Percentiles, who may be ranked, and the top with its ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.network.ranking import eligible, percentiles, top


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


def test_the_top_and_how_much_of_it_is_drawn_by_ties() -> None:
    values = np.array([1.0, 0.5, 1.0, np.nan, 0.5, 0.5, -1.0])
    citations, ranks = np.array([3, 9, 5, 99, 2, 9, 1]), np.array([6, 5, 4, 3, 2, 1, 0], np.int32)
    first = top(values, citations, ranks, 3)
    assert (first.nodes.tolist(), first.tie_share) == ([2, 0, 5], 1 / 3)
    assert top(values, citations, ranks, 2).tie_share == 0
    assert top(values, citations, ranks, 9).nodes.tolist() == [2, 0, 5, 1, 4, 6]
    assert top(values, citations, ranks, 1, lower_is_more=True).nodes.tolist() == [6]
    assert top(values, citations, ranks, 0).nodes.tolist() == []


def test_who_may_be_ranked() -> None:
    assert eligible(np.array([5, 4, 5]), np.array([10, 10, 9])).tolist() == [True, False, False]
