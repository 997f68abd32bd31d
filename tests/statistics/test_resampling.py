"""Intervals and p-values: the same for the same seed, and as scipy has them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from litgauge.tasks.statistics import mean_interval, ratio_interval, resampling, sign_flip_p
from litgauge.tasks.statistics.quantiles import student_t

VALUES = st.lists(st.floats(-1, 1), min_size=2, max_size=20)


@settings(deadline=None)
@given(VALUES, st.integers(0, 2**32))
def test_same_seed_same_interval(values: list[float], seed: int) -> None:
    found = mean_interval(values, seed=seed, resamples=200)
    assert found == mean_interval(values, seed=seed, resamples=200)
    assert found is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_the_interval_is_that_of_scipy() -> None:
    values = np.random.default_rng(7).beta(2, 5, size=100)
    ours = mean_interval(values.tolist(), seed=1)
    theirs = stats.bootstrap((values,), np.mean, method="BCa", rng=np.random.default_rng(2)).confidence_interval
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.002)


@given(st.integers(1, 3_000), st.floats(0.001, 0.999))
def test_quantiles_of_students_t_are_those_of_scipy(degrees: int, share: float) -> None:
    assert student_t(degrees, share) == pytest.approx(stats.t.ppf((1 + share) / 2, degrees), rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(("skewed", "least"), [(False, 0.92), (True, 0.87)])
def test_the_interval_covers_the_truth_about_as_often_as_it_says(skewed: bool, least: float) -> None:
    """Of ten surveys, by chance .02 below what 2,000 simulations say (`python -m perf.interval_coverage`)."""
    generator = np.random.default_rng(3)
    draw, truth = (generator.exponential, 1.0) if skewed else (generator.normal, 0.0)
    found = [mean_interval(draw(size=10).tolist(), seed=0, resamples=1_000) for _ in range(500)]
    covered = sum(interval is not None and interval.low <= truth <= interval.high for interval in found)
    assert least <= covered / 500 <= 0.99


def test_pooled_intervals_draw_surveys_whole() -> None:
    found = ratio_interval([1.0, 30.0], [10.0, 30.0], seed=0)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.1, 1.0))


def test_nobody_knows_the_spread_of_one_survey() -> None:
    assert mean_interval([0.5], seed=0) is None
    assert mean_interval([], seed=0) is None
    assert ratio_interval([0.0, 0.0], [0.0, 0.0], seed=0) is None


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(-1, 1).map(lambda value: round(value, 3)), min_size=2, max_size=9))
def test_exact_p_is_that_of_scipy(differences: list[float]) -> None:
    theirs = stats.permutation_test(
        (np.array(differences),), np.mean, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )
    assert sign_flip_p(differences, seed=0) == pytest.approx(theirs.pvalue, abs=1e-9)


@pytest.mark.slow
def test_random_flips_agree_with_the_exact_test() -> None:
    differences = [0.3, -0.1, 0.2, 0.25, 0.05, -0.02, 0.4, 0.1, -0.15, 0.2, 0.1, 0.3, -0.05, 0.15, 0.0, 0.1]
    random_p = sign_flip_p(differences, seed=5)
    exact = (
        sum(
            abs(np.dot(differences, [1 - 2 * (code >> bit & 1) for bit in range(16)])) >= sum(differences) - 1e-12
            for code in range(2**16)
        )
        / 2**16
    )
    assert random_p == pytest.approx(exact, abs=0.004)
    assert sign_flip_p(differences[::-1], seed=5) == random_p


def test_p_is_one_without_difference_and_never_zero() -> None:
    assert sign_flip_p([0.0, 0.0, 0.0], seed=0) == 1
    assert sign_flip_p([1.0] * 40, seed=0, resamples=99) == 0.01
    assert sign_flip_p([], seed=0) is None


def test_the_resamples_are_drawn_once_for_all_metrics_and_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counted(surveys: int, seed: int, resamples: int) -> Iterator[Any]:
        drawn.append(surveys)
        yield from draws(surveys, seed, resamples)

    draws = resampling._draws
    monkeypatch.setattr(resampling, "_draws", counted)
    monkeypatch.setattr(resampling, "_draw_cache", OrderedDict())
    for surveys in (50, 50, 300, 300):
        values = [number / surveys for number in range(surveys)]
        for seed in (1, 2):
            held = ratio_interval(values, [1.0] * surveys, seed=seed, resamples=200)
            monkeypatch.setattr(resampling, "_HELD_BYTES", 0)  # too many to hold: the same numbers, drawn anew
            assert ratio_interval(values, [1.0] * surveys, seed=seed, resamples=200) == held
            monkeypatch.setattr(resampling, "_HELD_BYTES", 200_000_000)
    assert drawn.count(50) == 4 + 2
    assert drawn.count(300) == 4 + 2
