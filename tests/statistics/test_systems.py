"""Agreement on systems: equal to SciPy and to brute force, symmetric, refused where it says nothing."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from litgauge.tasks.statistics.systems import SystemAgreement, mean_scores, pairwise_among, system_agreement

Scores = dict[tuple[str, str], float]
SYSTEMS = ("a", "b", "c", "d")
TASKS = ("t1", "t2", "t3")


def scores(*by_task: tuple[float, ...]) -> Scores:
    """The scores of systems a, b, c, …, a tuple a task."""
    return {
        (system, task): score
        for task, of in zip(TASKS, by_task, strict=False)
        for system, score in zip(SYSTEMS, of, strict=False)
    }


def agreement(one: Scores, other: Scores, resamples: int = 50) -> SystemAgreement:
    found = system_agreement(one, other, resamples=resamples)
    assert found is not None
    return found


GRIDS = st.lists(
    st.tuples(*[st.integers(0, 4).map(lambda number: number / 2)] * len(SYSTEMS)), min_size=3, max_size=3
).map(lambda rows: scores(*rows))


def brute_force(one: Scores, other: Scores) -> tuple[float, float]:
    equal, half, count = 0.0, 0.0, 0
    for task in TASKS:
        for left, right in combinations(SYSTEMS, 2):
            first, second = (
                (of[left, task] > of[right, task]) - (of[left, task] < of[right, task]) for of in (one, other)
            )
            equal += first == second
            half += 1 if first == second else 0.5 if 0 in (first, second) else 0
            count += 1
    return equal / count, half / count


@pytest.mark.slow
@given(one=GRIDS, other=GRIDS)
def test_pairs_are_counted_as_by_brute_force(one: Scores, other: Scores) -> None:
    found = agreement(one, other)
    assert (found.par.value, found.par_half.value) == pytest.approx(brute_force(one, other))
    among = pairwise_among([one, other], resamples=50)
    assert (among[0].value, among[1].value) == pytest.approx(brute_force(one, other))


@given(one=GRIDS, other=GRIDS)
def test_correlations_are_those_of_scipy(one: Scores, other: Scores) -> None:
    means = [[sum(of[system, task] for task in TASKS) / len(TASKS) for system in SYSTEMS] for of in (one, other)]
    found = agreement(one, other)
    if min(map(len, map(set, means))) < 2:
        assert found.opc.value is found.osc.value is None
    else:
        assert found.opc.value == pytest.approx(pearsonr(*means).statistic, abs=1e-12)
        assert found.osc.value == pytest.approx(spearmanr(*means).statistic, abs=1e-12)


@pytest.mark.slow
@given(one=GRIDS, other=GRIDS)
def test_it_does_not_matter_who_is_first(one: Scores, other: Scores) -> None:
    left, right = agreement(one, other), agreement(other, one)
    assert (left.par, left.par_half, left.tasks) == (right.par, right.par_half, right.tasks)
    assert left.opc.value == pytest.approx(right.opc.value)


@given(one=GRIDS)
def test_who_agrees_with_itself_agrees_fully(one: Scores) -> None:
    found = agreement(one, one)
    assert (found.par.value, found.par_half.value) == (1, 1)
    assert found.opc.value in (None, pytest.approx(1))


def test_one_swap_of_eight_systems_is_what_the_paper_prints() -> None:
    eight = {(f"s{number}", "t"): float(number) for number in range(8)}
    swapped = eight | {("s0", "t"): 1.0, ("s1", "t"): 0.0}
    assert round(agreement(eight, swapped).osc.value or 0, 4) == 0.9762


def test_two_systems_say_nothing() -> None:
    two = scores((1, 2))
    assert system_agreement(two, two) is None
    assert system_agreement(scores((1, 2, 3)), {("a", "t1"): 1.0}) is None
    assert system_agreement({}, {}) is None


def test_a_task_that_lacks_a_system_is_left_out_and_counted() -> None:
    one, other = scores((1, 2, 3), (1, 2, 3)), scores((1, 2, 3), (3, 2))
    found = agreement(one, other)
    assert (found.systems, found.tasks, found.left_out, found.par.value) == (("a", "b", "c"), 1, 1, 1.0)
    assert found.par.interval is None  # of one task nobody knows the spread


def test_intervals_hold_the_value_and_are_the_same_again() -> None:
    chance = random.Random(0)
    places = [(system, f"t{task}") for system in SYSTEMS for task in range(30)]
    one = {place: SYSTEMS.index(place[0]) + chance.gauss(0, 2) for place in places}
    other = {place: score + chance.gauss(0, 2) for place, score in one.items()}
    found = agreement(one, other, resamples=2000)
    for share in (found.par, found.par_half, found.opc):
        assert share.value is not None
        assert share.interval is not None
        assert share.interval.low <= share.value <= share.interval.high
    assert found == agreement(dict(reversed(one.items())), other, resamples=2000)


def test_people_need_not_have_seen_the_same_systems() -> None:
    ann, bob, eve = scores((3, 2, 1)), {("a", "t1"): 3.0, ("b", "t1"): 1.0}, {("c", "t1"): 5.0}
    assert pairwise_among([ann, bob, eve])[0].value == 1
    assert pairwise_among([bob, eve])[0].value is None
    assert mean_scores([ann, bob]) == {("a", "t1"): 3, ("b", "t1"): 1.5, ("c", "t1"): 1}
