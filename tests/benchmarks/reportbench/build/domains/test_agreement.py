"""Agreement of two labellings: bounds, and an example worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.benchmarks.reportbench.build.domains import DOMAIN_NAMES, domain_agreement

LABELLINGS = st.dictionaries(st.sampled_from("abcdefghij"), st.sampled_from(DOMAIN_NAMES), min_size=1)


def test_an_example_by_hand() -> None:
    found = domain_agreement(
        {"a": "A", "b": "A", "c": "B", "d": "B"}, {"a": "A", "b": "B", "c": "B", "d": "B", "e": "C"}
    )
    assert (found.surveys, found.agreed, found.majority) == (4, 3, 2)
    assert found.kappa == 0.5  # by chance they would agree on (2 * 1 + 2 * 3) / 16


def test_two_spellings_agree() -> None:
    assert (
        domain_agreement(
            {"a": "Transportation and Intelligent Mobility"}, {"a": "Transportation and Smart Mobility"}
        ).share
        == 1
    )


@settings(deadline=None)
@given(LABELLINGS)
def test_a_labelling_agrees_with_itself(labels: dict[str, str]) -> None:
    found = domain_agreement(labels, labels)
    assert found.share == found.kappa == 1


@settings(deadline=None)
@given(LABELLINGS, LABELLINGS)
def test_the_confusion_holds_every_survey_once(left: dict[str, str], right: dict[str, str]) -> None:
    if not left.keys() & right.keys():
        with pytest.raises(ValueError, match="no survey in common"):
            domain_agreement(left, right)
        return
    found, back = domain_agreement(left, right), domain_agreement(right, left)
    assert sum(count for _, _, count in found.confusion) == found.surveys == len(left.keys() & right.keys())
    assert (found.agreed, found.kappa) == (back.agreed, pytest.approx(back.kappa))
