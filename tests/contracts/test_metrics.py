"""What holds for every metric of every benchmark, the ones to come too."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmark import Metric, Rows
from litgauge.tasks.benchmark.printed_values import NONE, shown
from litgauge.tasks.benchmark.registry import known_benchmarks
from litgauge.tasks.benchmarks.scinetbench.rows import TaskAnswer
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import Ratio, TaskResult, TaskScore, Undefined, summarise
from tests.benchmarks.reportbench.judged import tasks
from tests.benchmarks.scinetbench import test_scoring as network
from tests.contracts.samples import SAMPLES, sample

METRICS = {name: benchmark.scoring.metrics for name, benchmark in known_benchmarks().items()}
EVERY = pytest.mark.parametrize("name", METRICS)
SOURCE = re.compile(r"arXiv \d{4}\.\d{5}, \S.*|ours(, after \S.*)?")  # "ours" where no paper defines it


@st.composite
def network_rows(draw: st.DrawFn) -> Rows:
    """Any answers to SciNetBench's tasks: works of the network, invented ones, repeated ones."""
    works = st.lists(st.sampled_from([*network.TITLES, "Invented", "Another that nobody wrote"]), max_size=6)
    answers = {task: draw(works) for task in network.TASKS}
    return {
        "answers": [TaskAnswer(task, "", len(listed), "") for task, listed in answers.items()],
        "listed": [row for task, listed in answers.items() for row in network.listed(task, *listed)],
        "grades": sample("scinetbench").judged["grades"],
    }


@cache
def sample_results(name: str) -> Sequence[TaskResult]:
    """What came of the tasks of the benchmark's sample: judged, where the judge failed, and where nothing was given."""
    of = sample(name)
    return [result for rows in (of.judged, of.failed, of.missing) for result in results(name, rows)]


def results(name: str, rows: Rows) -> Sequence[TaskResult]:
    scoring = known_benchmarks()[name].scoring
    release = sample(name).release
    return scoring.results(scoring.derive(rows, release), release)


DRAWN: Mapping[str, st.SearchStrategy[TaskResult]] = {
    "reportbench": tasks(),
    "scinetbench": network_rows().flatmap(lambda rows: st.sampled_from(results("scinetbench", rows))),
}
"""Any results of the benchmarks whose metrics count; the others' pass on what was measured or graded."""


def any_result(name: str) -> st.SearchStrategy[TaskResult]:
    """Any task of the benchmark with what came of it; one of the sample's where none is drawn."""
    return DRAWN[name] if name in DRAWN else st.sampled_from(sample_results(name))


def in_bounds(metric: Metric, value: float) -> bool:
    low, high = metric.range
    return (low is None or value >= low) and (high is None or value <= high)


@EVERY
def test_what_is_declared_fits_together(name: str) -> None:
    for metric in METRICS[name]:
        low, high = metric.range
        assert low is None or high is None or low < high
        assert all(value is None or in_bounds(metric, value) for value in (metric.best, metric.worst))
        match metric.direction:
            case "higher":
                assert high is None or metric.best == high
                assert low is None or metric.worst in (low, None)
            case "lower":
                assert low is None or metric.best == low
                assert high is None or metric.worst in (high, None)
            case None:
                assert metric.best is None
        assert metric.name == metric.name.lower()
        assert metric.short.strip()
        assert metric.long.strip()
        assert metric.unit.strip()
        assert metric.digits >= 0
        assert SOURCE.fullmatch(metric.source), metric.source


@EVERY
def test_it_needs_what_results_have(name: str) -> None:
    for metric in METRICS[name]:
        for result in sample_results(name):
            assert set(metric.needs) <= set(result.parts)
            assert metric.within is None or metric.within[0] in result.groups


@EVERY
@settings(deadline=None)
@given(data=st.data())
def test_bounds(name: str, data: st.DataObject) -> None:
    result = data.draw(any_result(name))
    for metric in METRICS[name]:
        in_bounds_and_complete(metric, metric.score(result))


def in_bounds_and_complete(metric: Metric, row: TaskScore) -> None:
    assert (row.value is None) == (row.state in ("unscored", "inapplicable", "not-asked"))
    assert (row.reason == "") == (row.state == "scored")
    if row.value is not None:
        assert math.isfinite(row.value)
        assert in_bounds(metric, row.value)
    if row.state == "scored":
        assert row.denominator > 0
        assert row.value == row.numerator / row.denominator


@EVERY
def test_a_dash_stands_for_no_value_and_a_number_for_one(name: str) -> None:
    """A dash where there was nothing to measure, we failed or nobody asked; 0 where the agent gave nothing, or none."""
    for result in sample_results(name):
        for metric in METRICS[name]:
            row = metric.score(result)
            printed = shown(metric, summarise([row], resamples=20).mean)
            valued = row.state in ("scored", "missing")
            assert (printed != NONE) == valued, (metric.name, row.state, row.reason)


@pytest.mark.parametrize("name", DRAWN)
@settings(deadline=None)
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_the_order_of_verdicts_does_not_matter(name: str, data: st.DataObject, chance: random.Random) -> None:
    def shuffled(part: Any) -> Any:
        return tuple(chance.sample(part, len(part))) if isinstance(part, tuple | list) else part

    result = data.draw(any_result(name))
    other = replace(result, parts={part: shuffled(value) for part, value in result.parts.items()})
    assert [metric.score(other) for metric in METRICS[name]] == [metric.score(result) for metric in METRICS[name]]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_order_of_rows_does_not_matter(name: str) -> None:
    def scores(rows: Rows) -> set[TaskScore]:
        metrics = known_benchmarks()[name].scoring.metrics
        return {metric.score(result) for result in results(name, rows) for metric in metrics}

    rows = sample(name).judged
    chance = random.Random(0)
    other = {table: chance.sample(of, len(of)) for table, of in rows.items()}
    assert scores(other) == scores(rows)


@EVERY
def test_an_answer_that_was_not_given_has_the_worst_or_no_value(name: str) -> None:
    for metric in METRICS[name]:
        for result in applicable(name, metric):
            row = metric.score(replace(result, answered=False))
            if metric.worst is None or isinstance(metric.find(result), Undefined):
                assert (row.state, row.value) == ("inapplicable", None)
            else:
                assert (row.state, row.value) == ("missing", metric.worst)
                assert row.numerator == row.denominator * metric.worst


@EVERY
def test_a_part_that_we_failed_on_or_that_is_not_there_leaves_it_unscored(name: str) -> None:
    for metric in METRICS[name]:
        for result in applicable(name, metric):
            for part in result.parts:
                rest = {other: value for other, value in result.parts.items() if other != part}
                failed = replace(result, parts={**rest, part: Unscored("time-out")})
                absent = replace(result, parts=rest)
                if part not in metric.needs:
                    assert metric.score(failed) == metric.score(absent) == metric.score(result)
                elif result.answered:
                    rows = metric.score(failed), metric.score(absent)
                    assert [(row.state, row.value) for row in rows] == [("unscored", None)] * 2
                    assert [row.reason for row in rows] == ["time-out", f"{part} is not there"]


def applicable(name: str, metric: Metric) -> Iterator[TaskResult]:
    """The results of tasks that the metric is for, and on whose parts nobody failed."""
    for result in sample_results(name):
        parts = [result.parts[part] for part in metric.needs]
        if any(isinstance(part, Unscored | Undefined) for part in parts):
            continue
        if metric.within is None or result.groups[metric.within[0]] in metric.within[1]:
            yield result


@EVERY
def test_it_has_a_value_for_some_answer_of_the_sample(name: str) -> None:
    for metric in METRICS[name]:
        found = [metric.find(result) for result in applicable(name, metric)]
        assert any(isinstance(value, Ratio) for value in found)
