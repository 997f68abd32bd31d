"""Rankings: Table 4, and how far raters agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.statistics import (
    Ranking,
    kendall_tau,
    preferences,
    rank_agreements,
)
from litgauge.tasks.statistics.rankings import middle_ranks

SYSTEMS = ("none", "ego", "path")


def test_table_4_counts_whole_rankings_and_says_so() -> None:
    rankings = [
        Ranking("ada", "a", {"path": 1, "ego": 2, "none": 3}),
        Ranking("bob", "a", {"path": 2, "ego": 2, "none": 9}),  # others stood on the sheet
        Ranking("ada", "b", {"path": 2, "none": 1}),  # no third review on this topic
    ]
    found = preferences(rankings, SYSTEMS, "none")
    assert (found.rankings, found.subjects, found.incomplete) == (2, 1, 1)
    lines = {line.system: line for line in found.lines}
    assert lines["path"].counts == (2, 0, 0)
    assert lines["path"].mean == 1.25  # once alone in front, once in the middle of the first two
    assert lines["ego"].counts == (1, 1, 0)
    assert (lines["path"].wins, lines["path"].compared) == (pytest.approx(2 / 3), 3)
    assert (lines["none"].wins, lines["none"].compared) == (None, 0)
    assert sum(line.mean or 0 for line in found.lines) == 6
    assert preferences([], SYSTEMS, "none").lines[0].mean is None


def test_people_and_judges_are_compared_on_what_both_ranked() -> None:
    people = [Ranking(who, of, {"none": 3, "ego": 2, "path": 1}) for who in ("ada", "bob") for of in "abc"]
    judge = [Ranking("judge", of, {"none": -2.0, "ego": -6.5, "path": -9.0}) for of in "ab"]
    judge += [Ranking("judge", "c", {"none": -9.0, "ego": -2.0}), Ranking("judge", "z", {"none": 1, "ego": 2})]
    found = {(one.one, one.other): one for one in rank_agreements(people, judge)}
    assert list(found) == [("ada", "judge"), ("bob", "judge"), ("all people", "judge"), ("ada", "bob")]
    ada = found["ada", "judge"]
    assert (ada.subjects, ada.pairs, ada.defined) == (3, 7, 3)
    assert ada.tau == pytest.approx(1 / 3)  # 1, 1, -1
    assert ada.ranks.items == 8
    assert found["ada", "bob"].tau == 1.0
    assert found["ada", "bob"].ranks.plain.value == 1.0
    tied = rank_agreements([Ranking("ada", "a", {"none": 1, "ego": 1})], [Ranking("judge", "a", {"none": 1, "ego": 2})])
    assert (tied[0].tau, tied[0].subjects, tied[0].defined) == (None, 1, 0)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=9))
def test_tau_is_symmetric_and_turns_with_its_ranks(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    tau = kendall_tau(one, other)
    assert tau == kendall_tau(other, one)
    if tau is not None:
        assert -1 - 1e-9 <= tau <= 1 + 1e-9
        assert kendall_tau([-a for a in one], other) == pytest.approx(-tau)
    assert sum(middle_ranks({str(n): a for n, a in enumerate(one)}).values()) == len(one) * (len(one) + 1) / 2
