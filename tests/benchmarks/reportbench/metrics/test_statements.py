"""Match rates and hallucinations, by hand."""

from __future__ import annotations

import pytest

from tasks.benchmarks.reportbench.metrics.statements import (
    OutcomeCounts,
    citation_hallucination,
    cited_pairs,
    cited_statements,
    match_rate,
    match_rate_reachable,
    pair_counts,
    statement_counts,
    statement_hallucination,
    statement_match_rate,
    statement_match_rate_reachable,
)
from tasks.metrics import NotGiven, Ratio, Unscored
from tests.benchmarks.reportbench.metrics.judged import judged, pair

PAIRS = (
    pair(0, "supported", "a"),
    pair(0, "unreachable", "b"),
    pair(1, "not-supported", "a"),
    pair(1, "unreachable", "b"),
    pair(2, "unreachable", "b"),
    pair(3, "judge-failed", "c"),
    pair(4, "judge-failed", "c"),
    pair(4, "not-supported", "a"),
    pair(5, "supported", "a"),
    pair(5, "judge-failed", "c"),
)


def test_rates_per_pair() -> None:
    task = judged(pairs=PAIRS)
    assert pair_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=2, unreachable=3, judge_failed=3)
    assert match_rate(task) == Ratio(2, 7)
    assert match_rate_reachable(task) == Ratio(2, 4)
    assert cited_pairs(task) == Ratio(10, 1)


def test_rates_per_distinct_statement() -> None:
    """0 and 5 are supported, 1 is not, 2 is out of reach; 3 and 4 might have been supported by what was not judged."""
    task = judged(pairs=PAIRS)
    assert statement_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=1, unreachable=1, judge_failed=2)
    assert statement_match_rate(task) == Ratio(2, 4)
    assert statement_match_rate_reachable(task) == Ratio(2, 3)
    assert cited_statements(task) == Ratio(6, 1)


def test_the_two_hallucinations() -> None:
    task = judged(pairs=PAIRS)
    assert citation_hallucination(task) == Ratio(3, 7)
    assert statement_hallucination(task) == Ratio(2, 7)


@pytest.mark.parametrize("rate", [match_rate, match_rate_reachable, statement_match_rate])
def test_a_judge_that_always_fails_makes_no_mismatch(rate: object) -> None:
    assert rate(judged(pairs=[pair(0, "judge-failed")])) == Unscored("judge failed")  # type: ignore[operator]


def test_broken_links_alone_are_the_worst_by_both_rates() -> None:
    broken = judged(pairs=[pair(0, "unreachable")])
    assert match_rate(broken) == Ratio(0, 1)
    assert match_rate_reachable(broken) == NotGiven("no cited page can be reached")
    assert match_rate(judged()) == NotGiven("cites nothing")
