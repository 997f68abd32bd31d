"""One to one, surest first, and as many as there can be."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.identity.assignment import assign

PAIRS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 4)), max_size=12)


def test_one_that_could_go_elsewhere_makes_room() -> None:
    assert assign([(2, 0, 0), (2, 0, 1), (2, 1, 0)]) == {0: 1, 1: 0}


def test_a_surer_pair_is_never_given_up() -> None:
    assert assign([(0, 0, 0), (5, 1, 0), (5, 0, 1)]) == {0: 0}


@settings(deadline=None)
@given(PAIRS)
def test_the_order_does_not_matter(pairs: set[tuple[int, int, int]]) -> None:
    chosen = assign(sorted(pairs))
    assert chosen == assign(sorted(pairs, reverse=True))
    assert len(set(chosen.values())) == len(chosen)
    assert set(chosen.items()) <= {(left, right) for _, left, right in pairs}


@settings(deadline=None, max_examples=60)
@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=10))
def test_no_assignment_of_equal_strength_has_more_pairs(pairs: set[tuple[int, int]]) -> None:
    best = max(sum((left, right) in pairs for left, right in enumerate(order)) for order in permutations(range(5)))
    assert len(assign((0, left, right) for left, right in pairs)) == best
