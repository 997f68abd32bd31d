"""ReportBench's metrics, by hand, and what holds for any report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from litgauge.tasks.benchmark import Metric, score_tasks
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.counts import (
    OutcomeCounts,
    ReferenceCounts,
    fact_counts,
    pair_counts,
    reference_counts,
    statement_counts,
)
from litgauge.tasks.benchmarks.reportbench.metrics import (
    citation_hallucination,
    cited_pairs,
    cited_statements,
    factual_accuracy,
    match_rate,
    match_rate_reachable,
    statement_hallucination,
    statement_match_rate,
    statement_match_rate_reachable,
    uncited_statements,
    undecided_share,
    unfollowed_citations,
)
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio, TaskResult, summaries
from tests.benchmarks.reportbench.judged import but, fact, judged, match, pair, perfect, tasks
from tests.tables import each_row

METRICS = {metric.name: metric for metric in REPORTBENCH.scoring.metrics if not metric.where}


def found_by(metric: str, task: TaskResult) -> MetricValue:
    return METRICS[metric].find(task)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (ReferenceCounts(43, 96, 32), (0.744186, 0.333333)),
        (ReferenceCounts(112, 302, 94), (0.839286, 0.311258)),
        (ReferenceCounts(30, 60, 20), (0.666667, 0.333333)),
        (ReferenceCounts(0, 60, 0), (0.0, 0.0)),
    ],
)
def test_worked_examples(counts: ReferenceCounts, expected: tuple[float, float]) -> None:
    assert (round(counts.precision, 6), round(counts.recall, 6)) == expected
    both = counts.precision + counts.recall
    harmonic = 2 * counts.precision * counts.recall / both if both else 0.0
    assert counts.f1 == pytest.approx(harmonic, abs=1e-12)


def test_a_work_cited_again_counts_once() -> None:
    rows = [match(0, "a"), match(1), match(2, "a", "repeated"), match(3, "", "repeated")]
    assert reference_counts(rows, 5) == ReferenceCounts(cited=2, listed=5, matched=1)


def test_a_report_without_works_is_the_worst_for_precision_and_a_plain_zero_for_the_others() -> None:
    nothing = judged(cited=0, listed=7)
    assert found_by("precision", nothing) == NotGiven("cites no scholarly work")
    assert (found_by("recall", nothing), found_by("f1", nothing)) == (Ratio(0, 7), Ratio(0, 7))
    assert METRICS["precision"].score(nothing).state == "missing"
    assert found_by("late_share", nothing) == Inapplicable("cites no scholarly work")


def test_pages_that_we_could_not_tell_leave_the_report_unscored_only_if_nothing_else_is_cited() -> None:
    assert found_by("precision", but(judged(), undecided_pages=3)) == Unscored("no cited page could be told")
    assert found_by("precision", but(judged(cited=4, found=1), undecided_pages=3)) == Ratio(1, 4)


def test_violations() -> None:
    task = but(judged(cited=8, found=5), late_works=2, cites_survey=True)
    assert (found_by("late_share", task), found_by("survey_cited", task)) == (Ratio(2, 8), Ratio(1, 1))


def test_macro_and_micro_differ_and_a_missing_report_weighs_in_both() -> None:
    rows = [
        judged(cited=10, found=1, listed=100, survey="a"),
        judged(cited=2, found=2, listed=10, survey="b"),
        judged(listed=90, survey="c", answered=False),
    ]
    found = summaries(score_tasks(rows, METRICS.values()), resamples=100)
    assert found["precision"].mean == pytest.approx((0.1 + 1 + 0) / 3)
    assert found["precision"].mean_given == pytest.approx((0.1 + 1) / 2)
    assert found["precision"].pooled == pytest.approx(3 / 12)
    assert found["recall"].mean == pytest.approx((0.01 + 0.2 + 0) / 3)
    assert found["recall"].pooled == pytest.approx(3 / 200)
    assert found["references"].mean == pytest.approx(12 / 3)
    assert found["late_share"].inapplicable == 1


def test_late_works_are_a_share_of_those_with_a_date() -> None:
    task = but(judged(found=2, cited=6), late_works=1, undated_works=2)
    assert found_by("late_share", task) == Ratio(1, 4)
    assert found_by("undated_share", task) == Ratio(2, 6)
    nothing = but(judged(cited=2), undated_works=2)
    assert found_by("late_share", nothing) == Inapplicable("no cited work can be dated")


def test_undecided_works_are_counted_beside_the_cited_ones() -> None:
    assert found_by("undecided_works", but(judged(found=2, cited=3), undecided_pages=1)) == Ratio(1, 4)
    assert found_by("undecided_works", but(judged(), undecided_pages=3)) == Ratio(3, 3)
    assert found_by("undecided_works", judged()) == Inapplicable("cites no scholarly work")


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


CITATIONS = [(one.statement, one.page) for one in PAIRS]


def test_rates_per_pair() -> None:
    assert pair_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=2, unreachable=3, judge_failed=3)
    assert match_rate(PAIRS) == Ratio(2, 7)
    assert match_rate_reachable(PAIRS) == Ratio(2, 4)
    assert cited_pairs(CITATIONS) == Ratio(10, 1)


def test_rates_per_distinct_statement() -> None:
    """0 and 5 are supported, 1 is not, 2 is out of reach; 3 and 4 might have been supported by what was not judged."""
    assert statement_counts(PAIRS) == OutcomeCounts(supported=2, not_supported=1, unreachable=1, judge_failed=2)
    assert statement_match_rate(PAIRS) == Ratio(2, 4)
    assert statement_match_rate_reachable(PAIRS) == Ratio(2, 3)
    assert cited_statements(CITATIONS) == Ratio(6, 1)


def test_the_two_hallucinations() -> None:
    assert citation_hallucination(PAIRS) == Ratio(3, 7)
    assert statement_hallucination(PAIRS) == Ratio(2, 7)


@pytest.mark.parametrize("rate", [match_rate, match_rate_reachable, statement_match_rate])
def test_a_judge_that_always_fails_makes_no_mismatch(rate: Callable[..., MetricValue]) -> None:
    assert rate([pair(0, "judge-failed")]) == Unscored("judge failed")


EVERY_RATE = (match_rate, match_rate_reachable, statement_match_rate, citation_hallucination, statement_hallucination)


@each_row("rate", EVERY_RATE)
def test_broken_links_are_no_rate_where_the_judge_failed_on_all_else(rate: Callable[..., MetricValue]) -> None:
    """They need no judge: when the money ends before the first pair, they would stand for the whole report."""
    left = replace(pair(1, "judge-failed", "b"), reason="budget: it ended", question="supporting_passage")
    assert rate([pair(0, "unreachable", "a"), left]) == Unscored("budget")
    failed = replace(left, reason="time-out")
    assert rate([pair(0, "unreachable", "a"), failed]) == Unscored("judge failed")
    assert rate([pair(0, "unreachable", "a"), failed, pair(2, "supported", "c")]) != Unscored("judge failed")


@pytest.mark.parametrize("rate", [match_rate, match_rate_reachable, statement_match_rate])
def test_pages_that_we_failed_to_open_are_not_laid_to_the_judge(rate: Callable[..., MetricValue]) -> None:
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
    assert unfollowed_citations(CITATIONS, 2) == Ratio(2, statements + 2)
    assert unfollowed_citations((), 3) == Ratio(3, 3)
    assert unfollowed_citations((), 0) == Inapplicable("cites nothing")


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


EVERY = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)


@EVERY
def test_the_perfect_agent_has_the_best(metric: Metric) -> None:
    row = metric.score(perfect())
    assert row.state == "scored"
    assert metric.best is None or row.value == metric.best


@EVERY
def test_an_empty_report_is_never_better_than_the_worst_nor_a_gap(metric: Metric) -> None:
    row = metric.score(judged())
    assert row.state != "unscored"
    if metric.best is not None and metric.worst is not None and row.state != "inapplicable":
        assert row.value == metric.worst


@given(task=tasks())
def test_shares_do_not_change_when_everything_is_said_twice(task: TaskResult) -> None:
    """Numbers of things do; and a work cited again counts once even there."""
    matches, pairs, facts = (task.parts[part] for part in ("matches", "pairs", "facts"))
    if not isinstance(matches, Unscored):
        matches += tuple(match(len(matches) + row.cited, row.key, "repeated") for row in matches)
    twice = but(
        task,
        matches=matches,
        pairs=pairs if isinstance(pairs, Unscored) else pairs * 2,
        facts=facts if isinstance(facts, Unscored) else facts * 2,
    )
    for metric in METRICS.values():
        before, after = metric.find(task), metric.find(twice)
        if not isinstance(before, Ratio):
            assert after == before, metric.name
        elif metric.name not in {"cited_pairs", "uncited_statements"}:
            assert isinstance(after, Ratio), metric.name
            assert after.value == before.value, metric.name
