"""Factual accuracy, by hand."""

from __future__ import annotations

from tasks.benchmarks.reportbench.metrics.fact_counts import FactCounts, fact_counts
from tasks.benchmarks.reportbench.metrics.factual_accuracy import factual_accuracy
from tasks.benchmarks.reportbench.metrics.uncited_statements import uncited_statements
from tasks.benchmarks.reportbench.metrics.undecided_share import undecided_share
from tasks.metrics import Inapplicable, Ratio, Unscored
from tests.benchmarks.reportbench.metrics.judged import fact


def test_undecided_and_unscored_are_in_no_denominator() -> None:
    facts = [fact(0, "true"), fact(1, "true"), fact(2, "false"), fact(3, "undecided"), fact(4, "unscored")]
    assert fact_counts(facts) == FactCounts(true=2, false=1, undecided=1, unscored=1)
    assert factual_accuracy(facts) == Ratio(2, 3)
    assert undecided_share(facts) == Ratio(1, 4)
    assert uncited_statements(facts) == Ratio(5, 1)


def test_who_cites_everything_is_left_out_and_who_was_not_judged_is_unscored() -> None:
    assert factual_accuracy([]) == Inapplicable("no statement without citation")
    assert factual_accuracy([fact(0, "unscored")]) == Unscored("judge failed")
    assert factual_accuracy([fact(0, "undecided")]) == Unscored("undecided")
