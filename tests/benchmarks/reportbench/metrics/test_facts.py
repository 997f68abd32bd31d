"""Factual accuracy, by hand."""

from __future__ import annotations

from tasks.benchmarks.reportbench.metrics.facts import (
    FactCounts,
    fact_counts,
    factual_accuracy,
    uncited_statements,
    undecided_share,
)
from tasks.metrics import Inapplicable, Ratio, Unscored
from tests.benchmarks.reportbench.metrics.judged import fact, judged


def test_undecided_and_unscored_are_in_no_denominator() -> None:
    facts = [fact(0, "true"), fact(1, "true"), fact(2, "false"), fact(3, "undecided"), fact(4, "unscored")]
    task = judged(facts=facts)
    assert fact_counts(facts) == FactCounts(true=2, false=1, undecided=1, unscored=1)
    assert factual_accuracy(task) == Ratio(2, 3)
    assert undecided_share(task) == Ratio(1, 4)
    assert uncited_statements(task) == Ratio(5, 1)


def test_who_cites_everything_is_left_out_and_who_was_not_judged_is_unscored() -> None:
    assert factual_accuracy(judged()) == Inapplicable("no statement without citation")
    assert factual_accuracy(judged(facts=[fact(0, "unscored")])) == Unscored("judge failed")
    assert factual_accuracy(judged(facts=[fact(0, "undecided")])) == Unscored("undecided")
