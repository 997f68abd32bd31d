"""What holds for every metric of the package, the ones to come too."""

from __future__ import annotations

import inspect
import random
import re
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.benchmark import Metric, metrics_in, score_tasks
from tasks.benchmarks.reportbench import metrics
from tasks.statistics import Ratio, TaskResult, Unscored, summaries
from tasks.statistics.means import Summary
from tasks.statistics.values import NO_ANSWER
from tests.benchmarks.reportbench.metrics.judged import but, judged, match, perfect, tasks

METRICS = metrics_in(metrics)
EVERY = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
PARTS = sorted({part for metric in METRICS for part in metric.needs})
RESAMPLES = 50
Row = TypeVar("Row")


def means(rows: list[TaskResult]) -> dict[str, Summary]:
    return summaries(score_tasks(rows, METRICS), resamples=RESAMPLES)


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
    row = metric.score(but(perfect(), matches=failed, pairs=failed, joint=failed, facts=failed))
    assert (row.state, row.value, row.denominator, row.reason) == ("unscored", None, 0, "judge failed")


@EVERY
@settings(deadline=None)
@given(task=tasks())
def test_bounds(metric: Metric, task: TaskResult) -> None:
    row = metric.score(task)
    assert (row.value is None) == (row.state in ("unscored", "inapplicable"))
    assert (row.reason == "") == (row.state == "scored")
    if row.value is not None:
        low, high = metric.range
        assert low is None or row.value >= low
        assert high is None or row.value <= high
    if row.state == "scored":
        assert row.denominator > 0
        assert row.value == row.numerator / row.denominator


@EVERY
@settings(deadline=None)
@given(task=tasks(), chance=st.randoms())
def test_the_order_of_verdicts_does_not_matter(metric: Metric, task: TaskResult, chance: random.Random) -> None:
    def shuffled(rows: tuple[Row, ...] | Unscored) -> tuple[Row, ...] | Unscored:
        return rows if isinstance(rows, Unscored) else tuple(chance.sample(rows, len(rows)))

    other = but(task, **{part: shuffled(task.parts[part]) for part in ("matches", "pairs", "facts")})
    assert metric.score(other) == metric.score(task)


@EVERY
@settings(deadline=None)
@given(task=tasks())
def test_shares_do_not_change_when_everything_is_said_twice(metric: Metric, task: TaskResult) -> None:
    """Numbers of things do; and a work cited again counts once even there."""
    matches, pairs, facts = (task.parts[part] for part in ("matches", "pairs", "facts"))
    if not isinstance(matches, Unscored):
        again = tuple(match(len(matches) + row.cited, row.key, "repeated") for row in matches)
        matches += again
    twice = but(
        task,
        matches=matches,
        pairs=pairs if isinstance(pairs, Unscored) else pairs * 2,
        facts=facts if isinstance(facts, Unscored) else facts * 2,
    )
    before, after = metric.find(task), metric.find(twice)
    if isinstance(before, Ratio) and metric.name not in {"cited_pairs", "uncited_statements"}:
        assert isinstance(after, Ratio)
        assert after.value == before.value
    elif not isinstance(before, Ratio):
        assert after == before


@settings(deadline=None)
@given(st.lists(tasks(), max_size=8), st.randoms())
def test_means_and_intervals_do_not_depend_on_the_order(rows: list[TaskResult], chance: random.Random) -> None:
    assert means(chance.sample(rows, len(rows))) == means(rows)


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


@settings(deadline=None)
@given(st.lists(tasks(), min_size=1, max_size=8))
def test_every_report_is_counted_beside_every_mean(rows: list[TaskResult]) -> None:
    for summary in means(rows).values():
        assert summary.scored + summary.unscored + summary.missing + summary.inapplicable == len(rows)
        assert sum(count for _, _, count in summary.reasons) == len(rows) - summary.scored
        told, not_given = valued(summary)
        assert (summary.mean is None) == (not told and (summary.unscored > 0 or not not_given))
        assert (summary.mean_given is None) == (summary.scored == 0)
        if summary.interval and summary.mean is not None:
            assert summary.interval.low <= summary.interval.high


def valued(summary: Summary) -> tuple[int, int]:
    """How many tasks have a value that comes of what was given, and how many one because nothing was."""
    nothing = sum(count for state, why, count in summary.reasons if (state, why) == ("missing", NO_ANSWER))
    return summary.scored + summary.missing - nothing, nothing


@settings(deadline=None)
@given(st.lists(tasks(), max_size=6))
def test_more_failures_of_ours_change_no_mean(rows: list[TaskResult]) -> None:
    failed = Unscored("judge failed")
    ours = but(judged(survey="z"), matches=failed, pairs=failed, facts=failed)
    before = means(rows)
    for name, after in means([*rows, ours]).items():
        assert after.unscored >= 1
        if name not in before:
            continue
        told, not_given = valued(before[name])
        if not_given and not told:  # nothing else was given: the mean would be of what was not
            assert (after.mean, after.pooled, after.interval) == (None, None, None)
        else:
            assert (after.mean, after.pooled, after.interval) == (
                before[name].mean,
                before[name].pooled,
                before[name].interval,
            )


@EVERY
def test_what_is_declared_fits_together(metric: Metric) -> None:
    low, high = metric.range
    assert low is None or high is None or low < high
    for value in (metric.best, metric.worst):
        assert value is None or ((low is None or value >= low) and (high is None or value <= high))
    match metric.direction:
        case "higher":
            assert metric.best is None or metric.best == high
            assert metric.worst is None or metric.worst == low
        case "lower":
            assert metric.best is None or metric.best == low
            assert metric.worst is None or metric.worst == high
        case _:
            assert metric.best is None
    assert metric.name.isidentifier()
    assert metric.name == metric.name.lower()
    assert metric.short
    assert metric.long
    assert metric.unit
    assert re.search(r"arXiv \d{4}\.\d{5}, section", metric.source)
    assert metric.of.__doc__
    assert metric.digits >= 0


@EVERY
def test_what_is_needed_is_what_the_function_takes(metric: Metric) -> None:
    assert tuple(inspect.signature(metric.of).parameters) == metric.needs
    assert set(metric.needs) <= set(perfect().parts)


@EVERY
@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_not_there_or_that_we_failed_on_leaves_it_unscored(part: str, metric: Metric) -> None:
    failed = metric.score(but(perfect(), **{part: Unscored("time-out")}))
    parts = {name: value for name, value in perfect().parts.items() if name != part}
    absent = metric.score(replace(perfect(), parts=parts))
    if part in metric.needs:
        assert (failed.state, failed.value, failed.reason) == ("unscored", None, "time-out")
        assert (absent.state, absent.value, absent.reason) == ("unscored", None, f"{part} is not there")
    else:
        assert failed == absent == metric.score(perfect())
