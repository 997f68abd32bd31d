"""A metric is a decorated function."""

from __future__ import annotations

import math
from dataclasses import replace
from types import ModuleType

import pytest

from litgauge.tasks.benchmark import Metric, metric, metrics_in
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import MetricValue, NotAsked, Ratio, TaskResult, Undefined, summarise


@metric("Share", source="ours")
def share(hits: int, listed: int) -> MetricValue:
    """Share of the hits
    that are listed.

    There is none without a list.
    """
    return Ratio(hits, listed)


@metric("RMSE", source="ours", direction="lower", range=(0.0, None), worst=None, unit="points", digits=1)
def error(hits: int) -> MetricValue:
    """RMSE of the hits."""
    return Ratio(hits, 1)


def module(name: str, **values: Metric) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(values)
    return made


def task(**parts: int | Unscored) -> TaskResult:
    return TaskResult("a", "a", {}, answered=True, parts=parts)


def test_the_function_says_what_the_metric_is() -> None:
    assert (share.name, share.short, share.long) == ("share", "Share", "share of the hits that are listed")
    assert share.needs == ("hits", "listed")
    assert (share.best, share.worst) == (1.0, 0.0)
    assert share(3, listed=4) == Ratio(3, 4)
    assert share.score(task(hits=3, listed=4)).value == 0.75


def test_best_and_worst_follow_from_range_and_direction_unless_they_are_given() -> None:
    assert error.long == "RMSE of the hits"
    assert (error.best, error.worst) == (0.0, None)


def test_a_metric_without_a_docstring_is_refused() -> None:
    with pytest.raises(TypeError, match="silent has no docstring"):

        @metric("Silent", source="ours")
        def silent() -> MetricValue:
            return Ratio(1, 1)


def test_metrics_come_in_the_order_in_which_they_are_defined_and_without_imported_ones() -> None:
    here, other = module(__name__, share=share, error=error), module("other", share=share)
    assert metrics_in(here) == (share, error)
    assert metrics_in(here, other) == (share, error)


def test_two_metrics_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="two metrics are named share"):
        metrics_in(module(__name__, share=share), module(__name__, again=share))


@pytest.mark.parametrize("found", [Ratio(0, 0), Ratio(1, 0), Ratio(math.nan, 1), Ratio(math.inf, 1)])
def test_what_is_no_number_is_unscored_with_its_reason(found: Ratio) -> None:
    @metric("Share", source="ours")
    def share() -> MetricValue:
        """Share of nothing."""
        return found

    score = share.score(task())
    assert (score.state, score.value, score.numerator, score.denominator) == ("unscored", None, 0.0, 0.0)
    assert score.reason.startswith("share is no number: ")


@pytest.mark.parametrize("found", [Undefined("nobody knows the truth"), Ratio(1, 1), Unscored("time-out")])
def test_where_no_answer_can_have_a_value_a_missing_or_excused_one_has_none_either(found: MetricValue) -> None:
    @metric("Share", source="ours")
    def share(part: MetricValue) -> MetricValue:
        """Share of the part."""
        return part

    scored = TaskResult("a", "a", {}, answered=True, parts={"part": found})
    missing = replace(scored, task_id="b", answered=False)
    excused = [replace(missing, task_id="c", excused=why) for why in (Unscored("time-out"), NotAsked("limited"))]
    rows = [share.score(result) for result in (scored, missing, *excused)]
    if isinstance(found, Undefined):
        assert {(row.state, row.value, row.reason) for row in rows} == {("inapplicable", None, found.reason)}
        summary = summarise(rows)
        assert (summary.mean, summary.mean_given, summary.pooled, summary.interval) == (None, None, None, None)
        assert (summary.inapplicable, summary.clusters) == (4, 0)
    else:
        assert [row.state for row in rows[1:]] == ["missing", "unscored", "not-asked"]
        assert rows[1].value == 0
