"""Summaries, groups, the paper's table and comparisons."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmark import metrics_in, score_tasks
from litgauge.tasks.benchmarks.reportbench import metrics
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import (
    Summary,
    TaskResult,
    cluster_values,
    compare,
    comparisons,
    grouped,
    summaries,
    summarise,
)
from litgauge.tasks.statistics.values import NO_ANSWER
from tests.benchmarks.reportbench.judged import but, fact, judged, pair, score, tasks


def test_both_means_and_the_counts_beside_them() -> None:
    rows = [
        score(0.5, "a"),
        score(1.0, "b", of=3),
        score(0.0, "c", "missing", of=0),
        score(None, "d", "unscored"),
        score(None, "e", "inapplicable"),
    ]
    found = summarise(rows, resamples=200)
    assert (found.mean, found.mean_given, found.pooled) == (0.5, 0.75, 3.5 / 4)
    assert (found.scored, found.missing, found.unscored, found.inapplicable, found.clusters) == (2, 1, 1, 1, 3)
    assert found.interval is not None
    assert found.interval.low < found.mean < found.interval.high


def test_surveys_are_drawn_not_reports() -> None:
    """Three reports of one survey are one draw: they tell no more about other surveys than one does."""
    one = summarise([score(0.2, "a"), score(0.8, "b")])
    three = summarise([score(0.2, "a")] * 3 + [score(0.8, "b")] * 3)
    assert one.interval is not None
    assert three.interval is not None
    assert (three.interval.low, three.interval.high) == pytest.approx((one.interval.low, one.interval.high))


def test_one_metric_at_a_time() -> None:
    with pytest.raises(ValueError, match="one metric at a time"):
        summarise([score(1.0, "a"), score(1.0, "a", metric="recall")])
    with pytest.raises(ValueError, match="one metric at a time"):
        summarise([])


def test_groups_add_up() -> None:
    rows = [score(0.2, "a", domain="C"), score(0.4, "b", domain="C"), score(0.9, "c", domain="D", level="")]
    domains = grouped(rows, "domain", resamples=50)
    assert {name: found["precision"].mean for name, found in domains.items()} == {"C": pytest.approx(0.3), "D": 0.9}
    assert list(grouped(rows, "level", resamples=50)) == ["", "sentence"]


def test_table_one_has_the_printed_columns() -> None:
    tasks = [
        judged(
            cited=4,
            found=1,
            listed=40,
            pairs=[pair(0, "supported"), pair(1, "unreachable")],
            facts=[fact(2, "true"), fact(3, "false"), fact(4, "undecided")],
            survey=survey,
        )
        for survey in ("a", "b")
    ]
    printed = [metric for metric in metrics_in(metrics) if metric.shown == "paper"]
    found = summaries(score_tasks(tasks, printed), resamples=20)
    assert {metric.short: found[metric.name].mean for metric in printed} == {
        "Precision": 0.25,
        "Recall": 0.025,
        "Ref num": 4,
        "Match rate": 0.5,
        "Pairs": 2,
        "Factual acc": 0.5,
        "Uncited": 3,
    }


def test_two_agents_are_compared_survey_by_survey() -> None:
    a = [score(0.1 * number, f"s{number}") for number in range(10)] + [score(None, "s11", "unscored")]
    b = [score(0.1 * number - 0.05, f"s{number}") for number in range(10)] + [score(0.5, "s11"), score(0.5, "s12")]
    found = compare(a, b, resamples=500)
    assert (found.clusters, found.better_a, found.better_b, found.left_out) == (10, 10, 0, 2)
    assert found.difference == pytest.approx(0.05)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((0.05, 0.05))
    assert found.p == pytest.approx(2 / 2**10)
    assert compare(random.Random(1).sample(a, len(a)), b, resamples=500) == found
    back = compare(b, a, resamples=500)
    assert (back.difference, back.p) == (pytest.approx(-0.05), pytest.approx(found.p))


def test_an_agent_does_not_differ_from_itself() -> None:
    rows = [score(0.1 * number, f"s{number}") for number in range(5)]
    found = compare(rows, rows, resamples=50)
    assert (found.difference, found.p, found.better_a) == (0, 1, 0)
    nothing = compare(rows, [score(None, "s0", "unscored")], resamples=50)
    assert (nothing.clusters, nothing.difference, nothing.p) == (0, None, None)


def test_all_metrics_that_both_have_are_compared() -> None:
    a = [score(0.5, "a"), score(0.5, "a", metric="recall"), score(0.5, "a", metric="f1")]
    b = [score(0.5, "a", metric="recall"), score(0.1, "a")]
    found = comparisons(a, b, resamples=20)
    assert {name: one.difference for name, one in found.items()} == {"precision": 0.4, "recall": 0.0}


def test_a_missing_report_loses_the_comparison() -> None:
    found = compare([score(0.0, "a", "missing"), score(0.5, "b")], [score(0.5, "a"), score(0.5, "b")], resamples=50)
    assert (found.clusters, found.difference) == (2, -0.25)
    assert cluster_values([score(0.0, "a", "missing"), score(1.0, "a"), score(None, "b", "unscored")]) == {"a": 0.5}


def means(rows: list[TaskResult]) -> dict[str, Summary]:
    return summaries(score_tasks(rows, metrics_in(metrics)), resamples=50)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(tasks(), max_size=8), st.randoms())
def test_means_and_intervals_do_not_depend_on_the_order(rows: list[TaskResult], chance: random.Random) -> None:
    assert means(chance.sample(rows, len(rows))) == means(rows)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(tasks(), max_size=8))
def test_means_do_not_change_when_every_report_is_there_twice(rows: list[TaskResult]) -> None:
    twice = means(rows * 2)
    for name, once in means(rows).items():
        both = twice[name]
        assert both.mean == pytest.approx(once.mean)
        assert both.mean_given == pytest.approx(once.mean_given)
        assert both.pooled == pytest.approx(once.pooled)
        assert (both.clusters, both.interval) == (once.clusters, once.interval)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(tasks(), min_size=1, max_size=8))
def test_every_report_is_counted_beside_every_mean(rows: list[TaskResult]) -> None:
    for summary in means(rows).values():
        assert summary.scored + summary.unscored + summary.missing + summary.inapplicable == len(rows)
        assert sum(count for _, _, count in summary.reasons) == len(rows) - summary.scored
        of_answers, not_given = valued(summary)
        assert (summary.mean is None) == (not of_answers and (summary.unscored > 0 or not not_given))
        assert (summary.mean_given is None) == (summary.scored == 0)
        if summary.interval and summary.mean is not None:
            assert summary.interval.low <= summary.interval.high


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(tasks(), max_size=6))
def test_more_failures_of_ours_change_no_mean(rows: list[TaskResult]) -> None:
    failed = Unscored("judge failed")
    ours = but(judged(survey="z"), matches=failed, pairs=failed, citations=failed, facts=failed)
    before = means(rows)
    for name, after in means([*rows, ours]).items():
        assert after.unscored >= 1
        if name not in before:
            continue
        of_answers, not_given = valued(before[name])
        if not_given and not of_answers:  # nothing else was given: the mean would be of what was not
            assert (after.mean, after.pooled, after.interval) == (None, None, None)
        else:
            assert (after.mean, after.pooled, after.interval) == (
                before[name].mean,
                before[name].pooled,
                before[name].interval,
            )


def valued(summary: Summary) -> tuple[int, int]:
    """How many tasks have a value that comes of what was given, and how many one because nothing was."""
    nothing = sum(count for state, why, count in summary.reasons if (state, why) == ("missing", NO_ANSWER))
    return summary.scored + summary.missing - nothing, nothing
