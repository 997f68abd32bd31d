"""Precision, recall, F1 and violations, by hand."""

from __future__ import annotations

import pytest

from tasks.benchmark import metrics_in, score_tasks
from tasks.benchmarks.reportbench import metrics
from tasks.benchmarks.reportbench.metrics.reference_counts import ReferenceCounts, reference_counts
from tasks.statistics import Found, Inapplicable, NotGiven, Ratio, TaskResult, Unscored, summaries
from tests.benchmarks.reportbench.metrics.judged import but, judged, match

METRICS = {metric.name: metric for metric in metrics_in(metrics)}


def found_by(metric: str, task: TaskResult) -> Found:
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
        judged(listed=90, survey="c", given=False),
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
