"""How a benchmark's answers become numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tasks.benchmark.metric import Metric, score_tasks
from tasks.records import Judge, Table, Unscored
from tasks.records.table import column, row
from tasks.sheets.grades import GradedItem, GradeScale
from tasks.sheets.labels import AuditItem
from tasks.sheets.ranks import RankedItem
from tasks.statistics import (
    NO_JUDGE,
    JudgedItem,
    NotAsked,
    Ranking,
    TaskResult,
    TaskScore,
    Undefined,
    Voting,
)

Rows = Mapping[str, Sequence[Any]]
"""The rows of a score run, by table."""

SCORES = Table(
    "scores",
    TaskScore,
    "one metric of one task",
    key=("task_id", "metric"),
)


@row
class ExcusedTask:
    """A task that the agent was not asked, or on which we failed while it worked: no fault of the agent's."""

    task_id: str = column("the task")
    reason: str = column("why it was not asked, or what we failed on")
    asked: bool = column("whether the agent was asked; if so, it is we who failed", default=True)


EXCUSED = Table(
    "excused",
    ExcusedTask,
    "a task without an answer that is no fault of the agent's",
    key=("task_id",),
)


@dataclass(frozen=True)
class Grading:
    """What people can grade as a judge does, on a sheet that they are given."""

    scale: GradeScale
    items: Callable[[Rows, Any], Iterable[GradedItem]]  # of a run and its release; agent and judge are left open
    kinds: str = "judge_"  # what stands before a dimension in the kinds of `Scoring.verdicts`


@dataclass(frozen=True)
class Preferring:
    """What people can rank side by side, and how judges ranked it."""

    items: Callable[[Rows, Any], Iterable[RankedItem]]  # of a run and its release; the agent is left open
    judges: Callable[[Rows, Any], Iterable[Ranking]]  # of a run: what is ranked is a task; the rater, in what way
    base: str  # the system that others are compared with
    across: tuple[str, ...] = ()  # the ways of judging that compare the answers of several agents


@dataclass(frozen=True)
class Scoring:
    """What a score run keeps, and how its numbers come out of it.

    `derive` makes the rows that follow from the others and the release without asking anybody (which cited work is
    which reference); `results` gives what came of every task of the release, answered or not. Both can be repeated at
    any time on rows that are kept, so metric code and releases can be swapped under old verdicts.
    """

    tables: tuple[Table, ...]  # in the order from answers to numbers; the scores themselves come last by themselves
    results: Callable[[Rows, Any], Sequence[TaskResult]]
    metrics: tuple[Metric, ...]
    headline: tuple[str, ...]  # the metrics that order the leaderboard, the first one first
    judged: Mapping[str, str] = field(default_factory=dict)  # part of a result that a judge makes -> `Judge.role`
    groups: tuple[str, ...] = ()  # the columns that results are grouped by
    derive: Callable[[Rows, Any], Rows] = lambda rows, _release: rows
    readdress: Callable[[Rows, Rows], Rows] = lambda old, _new: (
        old
    )  # old answers, to the tasks they answer in the new run
    audit: Callable[[Rows], Iterable[AuditItem]] = lambda _rows: ()  # the verdicts that people can check
    grading: Grading | None = None  # where the judge gives grades: what people grade beside it
    preferring: Preferring | None = None  # where answers to the same thing stand side by side: what people rank
    verdicts: Callable[[Rows], Iterable[JudgedItem]] = lambda _rows: ()  # a run as the labels of a rater
    votings: Callable[[Rows], Iterable[Voting]] = lambda _rows: ()  # the votes within a run
    count: Callable[[Rows], Mapping[str, int]] = lambda _rows: {}  # of the benchmark's own things, for people
    paper_table: str = "Main table"  # what the columns of the paper's table are called

    @property
    def all_tables(self) -> tuple[Table, ...]:
        """The tables of a score run, those that every benchmark has among them."""
        return (*self.tables, EXCUSED, SCORES)

    def metric(self, name: str) -> Metric:
        """The metric with this name; KeyError if there is none."""
        return self._by_name[name]

    @property
    def judged_metrics(self) -> tuple[Metric, ...]:
        """The metrics that need a part made by a judge; without that judge they have no value for any answer."""
        return tuple(metric for metric in self.metrics if not self.judged.keys().isdisjoint(metric.needs))

    @property
    def _by_name(self) -> Mapping[str, Metric]:
        return MappingProxyType({metric.name: metric for metric in self.metrics})


def grade_labels(
    table: str,
    *,
    kind: Callable[[Any], str] = lambda grade: grade.dimension,
    item: Callable[[Any], str] = lambda grade: grade.task_id,
) -> Callable[[Rows], Iterator[JudgedItem]]:
    """A run's grades as the labels of a rater, one kind a dimension: what `Scoring.verdicts` takes."""

    def labels(rows: Rows) -> Iterator[JudgedItem]:
        for grade in rows.get(table, ()):
            label = None if grade.score is None else str(grade.score)
            yield JudgedItem(f"judge_{kind(grade)}", (item(grade),), label)

    return labels


def score_rows(scoring: Scoring, rows: Rows, release: Any, judges: Iterable[Judge]) -> tuple[Rows, Mapping[str, int]]:
    """The rows with all that follows from them and the scores made anew, and how many tasks came out how.

    `judges` are the judges of the run; a part of a result that none of them made is undefined for every task.
    The counts: tasks of the release; scored: answered, and every metric has a value or cannot have one; unscored:
    we failed on a metric, or on the task; missing: not answered; not_asked, where there are such: the agent run was
    limited to other tasks; then the benchmark's own.
    """
    derived = {**scoring.derive(rows, release), EXCUSED.name: rows.get(EXCUSED.name, ())}
    roles = {judge.role for judge in judges}
    unjudged = {part: Undefined(NO_JUDGE) for part, role in scoring.judged.items() if role not in roles}
    results = [
        replace(result, parts={**result.parts, **unjudged})
        for result in _excused(derived, scoring.results(derived, release))
    ]
    scores = score_tasks(results, scoring.metrics)
    missing = {result.task_id for result in results if not (result.given or result.excused)}
    not_asked = {result.task_id for result in results if isinstance(result.excused, NotAsked)}
    unscored = {score.task_id for score in scores if score.state == "unscored"} - missing
    counts = {
        "tasks": len(results),
        "scored": len(results) - len(missing) - len(not_asked) - len(unscored),
        "unscored": len(unscored),
        "missing": len(missing),
        **({"not_asked": len(not_asked)} if not_asked else {}),
    }
    return {**derived, SCORES.name: scores}, {**counts, **scoring.count(derived)}


def _excused(rows: Rows, results: Sequence[TaskResult]) -> Sequence[TaskResult]:
    """The results with those of excused tasks, as far as they were not answered, without a value in any metric."""
    reasons = {
        row.task_id: Unscored(row.reason) if row.asked else NotAsked(row.reason) for row in rows.get(EXCUSED.name, ())
    }
    return [
        replace(result, excused=reasons[result.task_id]) if result.task_id in reasons and not result.given else result
        for result in results
    ]
