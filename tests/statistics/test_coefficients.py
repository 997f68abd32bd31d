"""Coefficients of agreement against textbooks and other implementations."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from litgauge.tasks.statistics.coefficients import (
    agreement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    raw_agreement,
)

LABELS = st.sampled_from(["true", "false", "abstain"])
TWO = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=30)
MANY = st.lists(st.lists(st.none() | LABELS, min_size=4, max_size=4), max_size=12)


@settings(deadline=None)
@given(TWO)
def test_cohen_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    ours = cohen_kappa(one, other)
    if len({*one, *other}) == 1:
        assert ours is None
    else:
        assert ours == pytest.approx(cohen_kappa_score(one, other))


@settings(deadline=None)
@given(MANY)
def test_alpha_is_that_of_the_coincidence_matrix(items: list[list[str | None]]) -> None:
    """Krippendorff's own way to compute it, step by step."""
    coincidences = Counter[tuple[str, str]]()
    for item in items:
        given_labels = [label for label in item if label is not None]
        for pair in permutations(range(len(given_labels)), 2):
            left, right = (given_labels[index] for index in pair)
            coincidences[left, right] += 1 / (len(given_labels) - 1)  # type: ignore[assignment]
    totals = Counter[str]()
    for (left, _), weight in coincidences.items():
        totals[left] += weight  # type: ignore[assignment]
    number = sum(totals.values())
    observed = sum(weight for (left, right), weight in coincidences.items() if left != right)
    expected = sum(totals[a] * totals[b] for a in totals for b in totals if a != b) / (number - 1) if number else 0
    if expected:
        assert krippendorff_alpha(items) == pytest.approx(1 - observed / expected)
    else:
        assert krippendorff_alpha(items) is None


@settings(deadline=None)
@given(TWO)
def test_bounds_and_symmetry(pairs: list[tuple[str, str]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    assert cohen_kappa(one, other) == pytest.approx(cohen_kappa(other, one))
    for value in (cohen_kappa(one, other), fleiss_kappa(pairs), krippendorff_alpha(pairs)):
        assert value is None or -1 <= value <= 1
    raw = raw_agreement(pairs)
    assert raw == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))


@given(st.lists(LABELS, min_size=2).filter(lambda labels: len(set(labels)) > 1))
def test_a_judge_agrees_with_itself(labels: list[str]) -> None:
    twice = [(label, label) for label in labels]
    assert cohen_kappa(labels, labels) == pytest.approx(1)
    assert fleiss_kappa(twice) == pytest.approx(1)
    assert krippendorff_alpha(twice) == pytest.approx(1)


def test_without_variation_there_is_no_coefficient() -> None:
    same = [("true", "true")] * 4
    assert (cohen_kappa(["a"], ["a"]), fleiss_kappa(same), krippendorff_alpha(same)) == (None, None, None)
    assert raw_agreement(same) == 1
    assert raw_agreement([("true", None)]) is None
    assert fleiss_kappa([]) is None


def test_fleiss_needs_complete_items_and_the_bundle_picks_them() -> None:
    items = [("true", "true", "true"), ("true", "false", "true"), ("false", "false", None), ("true", None, None)]
    with pytest.raises(ValueError, match="same number of labels"):
        fleiss_kappa(items)
    found = agreement(items)
    assert (found.items, found.labels, found.fleiss_items) == (3, 8, 2)
    assert found.raw == pytest.approx((1 + 1 / 3 + 1) / 3)
