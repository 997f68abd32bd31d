"""Factual accuracy, by hand."""

from __future__ import annotations

from dataclasses import replace

from tasks.benchmarks.reportbench.metrics.fact_counts import fact_counts
from tasks.benchmarks.reportbench.metrics.factual_accuracy import factual_accuracy
from tasks.benchmarks.reportbench.metrics.uncited_statements import uncited_statements
from tasks.benchmarks.reportbench.metrics.undecided_share import undecided_share
from tasks.statistics import Inapplicable, Ratio, Unscored
from tests.benchmarks.reportbench.metrics.judged import fact


def test_undecided_and_unscored_are_in_no_denominator() -> None:
    facts = [fact(0, "true"), fact(1, "true"), fact(2, "false"), fact(3, "undecided"),
             fact(4, "unscored", ("failed",))]  # fmt: skip
    counts = fact_counts(facts)
    assert (counts.true, counts.false, counts.undecided, counts.unscored) == (2, 1, 1, 1)
    assert factual_accuracy(facts) == Ratio(2, 3)
    assert undecided_share(facts) == Ratio(1, 4)
    assert uncited_statements(facts) == Ratio(5, 1)


def test_who_cites_everything_is_left_out_and_who_was_not_judged_is_unscored() -> None:
    assert factual_accuracy([]) == Inapplicable("no statement without citation")
    assert factual_accuracy([fact(0, "unscored")]) == Unscored("judge failed")
    assert factual_accuracy([fact(0, "undecided")]) == Unscored("undecided")


def test_a_drawn_fact_stands_for_those_that_were_not_drawn() -> None:
    drawn = [fact(0, "true", ("true",)), fact(1, "true", ("true",)), fact(2, "false", ("false",)),
             fact(3, "undecided", ("abstain",))]  # fmt: skip
    found = factual_accuracy([*drawn, *(fact(number, "not-sampled") for number in range(4, 12))])

    assert found == Ratio(6, 9)  # each of the four for three: the share is that of the drawn, its weight that of all
    assert uncited_statements([*drawn, fact(4, "not-sampled")]) == Ratio(5, 1)


def test_what_nobody_sorted_is_not_counted_as_a_fact() -> None:
    unsorted = [replace(fact(number, "unscored"), reasons=("budget: it ended",)) for number in range(60)]

    assert uncited_statements(unsorted) == Unscored("budget")
    assert uncited_statements([fact(0, "true", ("true",)), fact(1, "unscored")]) == Unscored("judge failed")


def test_what_the_budget_left_is_unscored_with_that_reason() -> None:
    left = replace(fact(0, "unscored", ("failed",)), reasons=("budget: the next call could cost $1",))

    assert factual_accuracy([left]) == undecided_share([left]) == Unscored("budget")
    assert factual_accuracy([left, fact(1, "true", ("true",))]) == Ratio(1, 1)
