"""Match rates and hallucinations, by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tasks.benchmarks.reportbench.metrics.citation_hallucination import citation_hallucination
from tasks.benchmarks.reportbench.metrics.cited_pairs import cited_pairs
from tasks.benchmarks.reportbench.metrics.cited_statements import cited_statements
from tasks.benchmarks.reportbench.metrics.match_rate import match_rate
from tasks.benchmarks.reportbench.metrics.match_rate_reachable import match_rate_reachable
from tasks.benchmarks.reportbench.metrics.outcome_counts import OutcomeCounts, pair_counts, statement_counts
from tasks.benchmarks.reportbench.metrics.statement_hallucination import statement_hallucination
from tasks.benchmarks.reportbench.metrics.statement_match_rate import statement_match_rate
from tasks.benchmarks.reportbench.metrics.statement_match_rate_reachable import statement_match_rate_reachable
from tasks.benchmarks.reportbench.metrics.unfollowed_citations import unfollowed_citations
from tasks.statistics import Found, Inapplicable, NotGiven, Ratio, Unscored
from tests.benchmarks.reportbench.metrics.judged import pair

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
    assert pair_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=2, unreachable=3, judge_failed=3)
    assert match_rate(PAIRS) == Ratio(2, 7)
    assert match_rate_reachable(PAIRS) == Ratio(2, 4)
    assert cited_pairs(PAIRS) == Ratio(10, 1)


def test_rates_per_distinct_statement() -> None:
    """0 and 5 are supported, 1 is not, 2 is out of reach; 3 and 4 might have been supported by what was not judged."""
    assert statement_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=1, unreachable=1, judge_failed=2)
    assert statement_match_rate(PAIRS) == Ratio(2, 4)
    assert statement_match_rate_reachable(PAIRS) == Ratio(2, 3)
    assert cited_statements(PAIRS) == Ratio(6, 1)


def test_the_two_hallucinations() -> None:
    assert citation_hallucination(PAIRS) == Ratio(3, 7)
    assert statement_hallucination(PAIRS) == Ratio(2, 7)


@pytest.mark.parametrize("rate", [match_rate, match_rate_reachable, statement_match_rate])
def test_a_judge_that_always_fails_makes_no_mismatch(rate: Callable[..., Found]) -> None:
    assert rate([pair(0, "judge-failed")]) == Unscored("judge failed")


EVERY_RATE = (match_rate, match_rate_reachable, statement_match_rate, citation_hallucination, statement_hallucination)


@pytest.mark.parametrize("rate", EVERY_RATE)
def test_broken_links_are_no_rate_where_the_judge_failed_on_all_else(rate: Callable[..., Found]) -> None:
    """They need no judge: when the money ends before the first pair, they would stand for the whole report."""
    left = replace(pair(1, "judge-failed", "b"), reason="budget: it ended", question="supporting_passage")
    assert rate([pair(0, "unreachable", "a"), left]) == Unscored("budget")
    failed = replace(left, reason="time-out")
    assert rate([pair(0, "unreachable", "a"), failed]) == Unscored("judge failed")
    assert rate([pair(0, "unreachable", "a"), failed, pair(2, "supported", "c")]) != Unscored("judge failed")


@pytest.mark.parametrize("rate", [match_rate, match_rate_reachable, statement_match_rate])
def test_pages_that_we_failed_to_open_are_not_laid_to_the_judge(rate: Callable[..., Found]) -> None:
    shut = [replace(pair(0, "judge-failed"), reason=f"page-{why}") for why in ("http-403", "bot-wall; another work")]
    assert rate(shut) == Unscored("no cited page could be had, by our fault")
    assert rate([*shut, replace(pair(1, "judge-failed"), reason="time-out")]) == Unscored("judge failed")


def test_a_page_that_we_failed_to_open_leaves_broken_links_a_mismatch() -> None:
    assert match_rate([pair(0, "unreachable", "a"), pair(1, "judge-failed", "b")]) == Ratio(0, 1)


def test_broken_links_alone_are_the_worst_by_both_rates() -> None:
    broken = [pair(0, "unreachable")]
    assert match_rate(broken) == Ratio(0, 1)
    assert match_rate_reachable(broken) == NotGiven("no cited page can be reached")
    assert match_rate([]) == NotGiven("cites nothing")


def test_citations_that_cannot_be_followed_are_a_share_of_all_cited_statements() -> None:
    statements = len({one.statement for one in PAIRS})
    assert unfollowed_citations(PAIRS, 2) == Ratio(2, statements + 2)
    assert unfollowed_citations((), 3) == Ratio(3, 3)
    assert unfollowed_citations((), 0) == Inapplicable("cites nothing")
