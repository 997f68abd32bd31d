"""Votes counted."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.judge import tally
from litgauge.tasks.judge.voters import decided
from litgauge.tasks.records.scoring import Vote
from tests.tables import each_row

T, F, A, X = "true", "false", "abstain", "failed"
VOTES: st.SearchStrategy[Vote] = st.sampled_from(["true", "false", "abstain", "failed"])


@each_row(
    "votes, truth, confidence",
    [
        ([T] * 6, "true", 1.0),
        ([T, T, T, T, F, F], "true", 4 / 6),
        ([F, F, F, F, A, A], "false", 4 / 6),
        ([T, T, T, F, F, F], "undecided", 0.5),
        ([T, T, A, A, A, A], "undecided", 2 / 6),  # too few for either
        ([A] * 6, "undecided", 0.0),
        ([T, T, T, X, X, X], "true", 1.0),  # failed votes count for nobody
        ([T, T, T, F, F, X], "true", 3 / 5),
        ([T, T, X, X, X, X], "unscored", None),  # too few because of us
        ([A, A, A, A, A, X], "undecided", 0.0),  # one vote more would not have been enough
        ([X] * 6, "unscored", None),
        ([F, X, X, X, X, X], "unscored", None),  # six failures are no "false", nor are five
    ],
)
def test_outcomes(votes: list[Vote], truth: str, confidence: float | None) -> None:
    got = tally(votes, planned=6, least=3)

    assert (got.truth, got.confidence, got.bound) == (truth, confidence, False)


@given(st.lists(VOTES, min_size=1, max_size=5))
def test_the_order_of_votes_does_not_matter(votes: list[Vote]) -> None:
    assert len({tally(order, planned=len(votes), least=2) for order in permutations(votes)}) == 1


@pytest.mark.slow
@given(st.lists(VOTES, min_size=1, max_size=9))
def test_true_and_false_are_treated_alike(votes: list[Vote]) -> None:
    turned: dict[Vote, Vote] = {"true": "false", "false": "true", "abstain": "abstain", "failed": "failed"}
    got, other = (tally(some, planned=9, least=3) for some in (votes, [turned[vote] for vote in votes]))

    names = {"true": "false", "false": "true"}
    assert other.truth == names.get(got.truth, got.truth)
    assert other.confidence == got.confidence


@given(st.lists(VOTES, min_size=6, max_size=6))
def test_stopping_early_changes_no_outcome_and_gives_a_lower_bound(votes: list[Vote]) -> None:
    whole = tally(votes, planned=6, least=3)
    early = next(count for count in range(7) if count == 6 or decided(votes[:count], planned=6, least=3))
    got = tally(votes[:early], planned=6, least=3)

    assert got.truth == whole.truth
    assert got.bound == (early < 6)
    if got.confidence is not None:
        assert whole.confidence is not None
        assert got.confidence <= whole.confidence
