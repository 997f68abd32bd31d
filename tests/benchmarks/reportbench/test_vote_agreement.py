"""How far the voters of a judge agree."""

from __future__ import annotations

import pytest

from tasks.benchmarks.reportbench.vote_agreement import vote_agreement
from tests.benchmarks.reportbench.metrics.judged import fact


def test_votes_that_failed_are_none_and_stopped_votings_are_left_out() -> None:
    models = ("one", "one", "two", "two")
    facts = [
        fact(0, "true", ("true", "true", "true", "failed"), models),
        fact(1, "false", ("false", "false", "true", "false"), models),
        fact(2, "false", ("false", "true", "false", "false"), models),
        fact(3, "true", ("true", "true"), ("one", "one"), bound=True),
    ]
    found = vote_agreement(facts)
    assert (found.votes.items, found.votes.labels) == (3, 11)
    assert found.within["one"].raw == pytest.approx(2 / 3)
    assert found.within["two"].items == 2
    assert found.between == {("one", "two"): None}  # their majorities are both known on one statement only
