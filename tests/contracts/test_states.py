"""In every benchmark: who failed, and what nobody asked or knows, decides the state of a value."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from litgauge.tasks.benchmark import Rows, Scoring, score_rows
from litgauge.tasks.benchmark.registry import benchmark_named, known_benchmarks
from litgauge.tasks.records import Judge
from litgauge.tasks.statistics import NO_JUDGE, OTHER_TASK, TaskScore, Undefined
from tests.contracts.samples import sample

BENCHMARKS = pytest.mark.parametrize("name", known_benchmarks())
EVIDENCE = {"page_verdicts"}  # what a cited page is, found out by a model too, is no judgement of the answer
COUNTING = {"cited_pairs", "cited_statements", "unfollowed_citations"}  # of what there was to judge


def scored(name: str, rows: Rows, *, judged: bool = True) -> list[TaskScore]:
    scoring = benchmark_named(name).scoring
    judges = [Judge(role, "offline", "offline", "{}", ()) for role in scoring.judged.values()]
    return list(score_rows(scoring, rows, sample(name).release, judges if judged else ())[0]["scores"])


def without_judge(scoring: Scoring, rows: Rows) -> Rows:
    return {**rows, **dict.fromkeys(judges_tables(scoring), ())}


def judges_tables(scoring: Scoring) -> list[str]:
    """The tables of a run whose rows say what a model was asked."""
    of_models = {"question", "votes"}
    return [
        table.name
        for table in scoring.tables
        if not of_models.isdisjoint(field.name for field in fields(table.row)) and table.name not in EVIDENCE
    ]


def judged_metrics(scoring: Scoring) -> set[str]:
    """The metrics that need a part made by a judge."""
    return {metric.name for metric in scoring.metrics if not scoring.judged.keys().isdisjoint(metric.needs)}


def of_judges(name: str, scores: list[TaskScore]) -> list[TaskScore]:
    """The scores of a judge's metrics, of those tasks that they are for."""
    names = judged_metrics(benchmark_named(name).scoring)
    return [row for row in scores if row.metric in names and row.reason != OTHER_TASK]


@BENCHMARKS
def test_without_a_judge_no_metric_of_a_judge_has_a_value(name: str) -> None:
    of = sample(name)
    for rows in (of.judged, of.failed, of.missing):
        found = of_judges(name, scored(name, without_judge(benchmark_named(name).scoring, rows), judged=False))
        assert {(row.state, row.value, row.reason) for row in found} == {("inapplicable", None, NO_JUDGE)}


@BENCHMARKS
def test_what_was_judged_has_a_value(name: str) -> None:
    found = of_judges(name, scored(name, sample(name).judged))
    valued = {row.metric for row in found if row.state == "scored"}
    assert valued == judged_metrics(benchmark_named(name).scoring)


@BENCHMARKS
def test_every_task_has_one_score_in_every_metric(name: str) -> None:
    metrics, tasks = benchmark_named(name).scoring.metrics, sample(name).release.tasks
    wanted = [(task.task_id, metric.name) for task in tasks for metric in metrics]
    assert sorted((row.task_id, row.metric) for row in scored(name, sample(name).judged)) == sorted(wanted)


@BENCHMARKS
def test_a_missing_answer_has_the_worst_where_there_is_a_judge(name: str) -> None:
    scoring = benchmark_named(name).scoring
    for row in of_judges(name, scored(name, sample(name).missing)):
        worst = scoring.metric(row.metric).worst
        assert (row.state, row.value) == ("inapplicable" if worst is None else "missing", worst)


@BENCHMARKS
def test_a_judge_that_failed_leaves_no_value(name: str) -> None:
    judged, failed = (of_judges(name, scored(name, rows)) for rows in (sample(name).judged, sample(name).failed))
    assert any(row.state == "unscored" for row in failed)
    for row, other in zip(failed, judged, strict=True):
        if row.metric in COUNTING or other.state != "scored":
            assert row == other
        else:
            assert (row.state, row.value) == ("unscored", None), row.metric


@BENCHMARKS
def test_a_metric_that_needs_a_judges_rows_is_one_of_a_judge(name: str) -> None:
    scoring = benchmark_named(name).scoring
    rows = sample(name).judged
    judged = scored(name, rows)
    unjudged = scored(name, without_judge(scoring, rows))
    differing = {one.metric for one, other in zip(judged, unjudged, strict=True) if one != other}
    assert differing <= judged_metrics(scoring)
    assert bool(differing) == bool(judges_tables(scoring))


@BENCHMARKS
def test_what_is_not_known_of_a_task_leaves_every_answer_without_a_value(name: str) -> None:
    scoring = benchmark_named(name).scoring
    unknown = Undefined("the truth is not known")
    for rows in (sample(name).judged, sample(name).missing):
        for result in scoring.results(scoring.derive(rows, sample(name).release), sample(name).release):
            for metric in scoring.metrics:
                for part in metric.needs:
                    row = metric.score(replace(result, parts={**result.parts, part: unknown}))
                    assert (row.state, row.value) == ("inapplicable", None)
