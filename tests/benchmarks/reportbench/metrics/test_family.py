"""What holds for every metric in the registry, the ones to come too."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.benchmarks.reportbench.metrics.registry import METRICS, Metric, score_tasks
from tasks.metrics import JudgedTask, Ratio, Unscored, summaries
from tasks.metrics.means import Summary
from tests.benchmarks.reportbench.metrics.judged import judged, match, perfect, tasks

EVERY = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS.keys())
RESAMPLES = 50
Row = TypeVar("Row")
NUMBERS = {"references", "cited_pairs", "cited_statements", "uncited_statements"}


def means(rows: list[JudgedTask]) -> dict[str, Summary]:
    return summaries(score_tasks(rows), resamples=RESAMPLES)


@EVERY
def test_the_perfect_agent_has_the_best(metric: Metric) -> None:
    row = metric.score(perfect())
    assert row.state == "scored"
    assert metric.best is None or row.value == metric.best


@EVERY
def test_a_missing_report_has_the_declared_worst(metric: Metric) -> None:
    row = metric.score(replace(perfect(), given=False))  # whatever else is said about it
    if metric.worst is None:
        assert (row.state, row.value) == ("inapplicable", None)
    else:
        assert (row.state, row.value, row.numerator) == ("missing", metric.worst, 0)


@EVERY
def test_an_empty_report_is_never_better_than_the_worst_nor_a_gap(metric: Metric) -> None:
    row = metric.score(judged())
    assert row.state != "unscored"
    if metric.best is not None and metric.worst is not None and row.state != "inapplicable":
        assert row.value == metric.worst


@EVERY
def test_what_we_failed_to_judge_is_never_a_value(metric: Metric) -> None:
    failed = Unscored("judge failed")
    row = metric.score(replace(perfect(), matches=failed, pairs=failed, facts=failed))
    assert (row.state, row.value, row.denominator, row.reason) == ("unscored", None, 0, "judge failed")


@EVERY
@settings(deadline=None)
@given(task=tasks())
def test_bounds(metric: Metric, task: JudgedTask) -> None:
    row = metric.score(task)
    assert (row.value is None) == (row.state in ("unscored", "inapplicable"))
    assert (row.reason == "") == (row.state == "scored")
    if row.value is not None:
        assert row.value >= 0
        assert row.value <= 1 or metric.name in NUMBERS
    if row.state == "scored":
        assert row.denominator > 0
        assert row.value == row.numerator / row.denominator


@EVERY
@settings(deadline=None)
@given(task=tasks(), chance=st.randoms())
def test_the_order_of_verdicts_does_not_matter(metric: Metric, task: JudgedTask, chance: random.Random) -> None:
    def shuffled(rows: tuple[Row, ...] | Unscored) -> tuple[Row, ...] | Unscored:
        return rows if isinstance(rows, Unscored) else tuple(chance.sample(rows, len(rows)))

    other = replace(task, matches=shuffled(task.matches), pairs=shuffled(task.pairs), facts=shuffled(task.facts))
    assert metric.score(other) == metric.score(task)


@EVERY
@settings(deadline=None)
@given(task=tasks())
def test_shares_do_not_change_when_everything_is_said_twice(metric: Metric, task: JudgedTask) -> None:
    """Numbers of things do; and a work cited again counts once even there."""
    matches = task.matches
    if not isinstance(matches, Unscored):
        again = tuple(match(len(matches) + row.cited, row.key, "repeated") for row in matches)
        matches += again
    twice = replace(
        task,
        matches=matches,
        pairs=task.pairs if isinstance(task.pairs, Unscored) else task.pairs * 2,
        facts=task.facts if isinstance(task.facts, Unscored) else task.facts * 2,
    )
    before, after = metric.of(task), metric.of(twice)
    if isinstance(before, Ratio) and metric.name not in {"cited_pairs", "uncited_statements"}:
        assert isinstance(after, Ratio)
        assert after.value == before.value
    elif not isinstance(before, Ratio):
        assert after == before


@settings(deadline=None)
@given(st.lists(tasks(), max_size=8), st.randoms())
def test_means_and_intervals_do_not_depend_on_the_order(rows: list[JudgedTask], chance: random.Random) -> None:
    assert means(chance.sample(rows, len(rows))) == means(rows)


@settings(deadline=None)
@given(st.lists(tasks(), max_size=8))
def test_means_do_not_change_when_every_report_is_there_twice(rows: list[JudgedTask]) -> None:
    twice = means(rows * 2)
    for name, once in means(rows).items():
        both = twice[name]
        assert both.mean == pytest.approx(once.mean)
        assert both.mean_given == pytest.approx(once.mean_given)
        assert both.pooled == pytest.approx(once.pooled)
        assert (both.surveys, both.interval) == (once.surveys, once.interval)


@settings(deadline=None)
@given(st.lists(tasks(), min_size=1, max_size=8))
def test_every_report_is_counted_beside_every_mean(rows: list[JudgedTask]) -> None:
    for summary in means(rows).values():
        assert summary.scored + summary.unscored + summary.missing + summary.inapplicable == len(rows)
        assert sum(count for _, _, count in summary.reasons) == len(rows) - summary.scored
        assert (summary.mean is None) == (summary.scored + summary.missing == 0)
        assert (summary.mean_given is None) == (summary.scored == 0)
        if summary.interval and summary.mean is not None:
            assert summary.interval.low <= summary.interval.high


@settings(deadline=None)
@given(st.lists(tasks(), max_size=6))
def test_more_failures_of_ours_change_no_mean(rows: list[JudgedTask]) -> None:
    failed = Unscored("judge failed")
    ours = replace(judged(survey="z"), matches=failed, pairs=failed, facts=failed)
    before = means(rows)
    for name, after in means([*rows, ours]).items():
        assert after.unscored >= 1
        if name in before:
            assert (after.mean, after.pooled, after.interval) == (
                before[name].mean,
                before[name].pooled,
                before[name].interval,
            )
