"""Kappa of grades against scikit-learn, and what it says where it has nothing to say."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from litgauge.tasks.statistics.kappas import (
    GradePair,
    Weighting,
    grade_agreement,
    mean_kappa,
    weighted_kappa,
)

GRADES = st.integers(1, 5)
PAIRS = st.lists(st.tuples(GRADES, GRADES), min_size=1, max_size=25)


@settings(deadline=None, max_examples=60)
@given(PAIRS, st.sampled_from(get_args(Weighting)))
def test_it_is_that_of_scikit_learn(pairs: list[tuple[int, int]], weighting: Weighting) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    ours = weighted_kappa(one, other, weighting)
    if len({*one, *other}) == 1:
        assert ours is None
    else:
        weights = None if weighting == "plain" else weighting
        theirs = cohen_kappa_score(one, other, labels=[1, 2, 3, 4, 5], weights=weights)
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_intervals_draw_surveys_and_say_nothing_of_one() -> None:
    pairs = [GradePair(f"s{n % 10}", 1 + n % 5, 1 + (n + (n % 7 == 0)) % 5) for n in range(60)]
    found = grade_agreement(pairs, resamples=500)
    assert (found.items, found.clusters) == (60, 10)
    for kappa in (found.plain, found.linear, found.quadratic):
        assert kappa.value is not None
        assert kappa.interval is not None
        assert kappa.interval.low < kappa.value < kappa.interval.high
    alone = grade_agreement([GradePair("s", pair.first, pair.second) for pair in pairs])
    assert (alone.plain.value, alone.plain.interval) == (found.plain.value, None)
    assert grade_agreement([]).plain.value is None


def test_the_mean_of_dimensions_is_theirs_and_needs_all_of_them() -> None:
    one = [GradePair(f"s{n}", 1 + n % 3, 1 + n % 3) for n in range(9)]
    other = [GradePair(f"s{n}", 1 + n % 3, 1 + (n + 1) % 3) for n in range(9)]
    mean = mean_kappa([one, other], resamples=200)
    assert mean.value == pytest.approx((1 + grade_agreement(other).plain.value) / 2)  # type: ignore[operator]
    assert mean_kappa([one, [GradePair("s1", 4, 4)]], resamples=10).value is None
