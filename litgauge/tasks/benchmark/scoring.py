"""Scoring of a benchmark: tables of a score run, metrics, and the scores of all tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from litgauge.tasks.benchmark.metric import Metric, score_tasks
from litgauge.tasks.records import Judge, Table, Unscored
from litgauge.tasks.records.table import column, row
from litgauge.tasks.statistics import NO_JUDGE, JudgedItem, NotAsked, Ranking, TaskResult, TaskScore, Undefined, Voting

if TYPE_CHECKING:
    from litgauge.tasks.sheets.grades import GradedItem, GradeScale
    from litgauge.tasks.sheets.labels import AuditItem, AuditKind
    from litgauge.tasks.sheets.ranks import RankedItem

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
    """A task without an answer through no fault of the agent: it was not asked, or we failed while it worked."""

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
class PeopleGrading:
    """A sheet on which people give the grades that the judge gives."""

    scale: GradeScale
    items: Callable[[Rows, Any], Iterable[GradedItem]]  # of (rows, release), without agent and judge
    kinds: str = "judge_"  # prefix of a dimension in the kinds of `Scoring.verdicts`


@dataclass(frozen=True)
class PeopleRanking:
    """A sheet on which people rank answers side by side, and the judges' rankings."""

    items: Callable[[Rows, Any], Iterable[RankedItem]]  # of (rows, release), without the agent
    judges: Callable[[Rows, Any], Iterable[Ranking]]  # ranks of tasks; the rater is the way of judging
    base: str  # the system that others are compared with
    across: tuple[str, ...] = ()  # ways of judging that compare answers of several agents


@dataclass(frozen=True)
class Scoring:
    """Tables of a score run, and the functions from their rows to numbers.

    `derive` computes rows from other rows and the release without asking a judge (which cited work is which
    reference); `results` returns the result of every task of the release, answered or not. Both can be repeated on
    stored rows, so metric code and releases can change under old verdicts.
    """

    tables: tuple[Table, ...]  # from answers to verdicts; `EXCUSED` and `SCORES` are added
    results: Callable[[Rows, Any], Sequence[TaskResult]]
    metrics: tuple[Metric, ...]
    headline: tuple[str, ...]  # metrics that order the leaderboard, by priority
    judged: Mapping[str, str] = field(default_factory=dict)  # part of a result that a judge makes -> `Judge.role`
    groups: tuple[str, ...] = ()  # columns that results are grouped by
    derive: Callable[[Rows, Any], Rows] = lambda rows, _release: rows
    readdress: Callable[[Rows, Rows], Rows] = lambda old, _new: old  # old answers by the tasks of the new run
    audit: Callable[[Rows], Iterable[AuditItem]] = lambda _rows: ()  # verdicts that people can check
    audited: Mapping[AuditKind, str] = field(
        default_factory=dict
    )  # kind of `audit` -> metric: mean share of its first label
    grading: PeopleGrading | None = None  # where the judge gives grades
    ranking: PeopleRanking | None = None  # where answers are ranked side by side
    verdicts: Callable[[Rows], Iterable[JudgedItem]] = lambda _rows: ()  # a run as the labels of a rater
    votings: Callable[[Rows], Iterable[Voting]] = lambda _rows: ()  # the votes within a run
    count: Callable[[Rows], Mapping[str, int]] = lambda _rows: {}  # counts for people
    paper_table: str = "Main table"  # heading of the metrics of the paper's table

    @property
    def all_tables(self) -> tuple[Table, ...]:
        """Return the tables of a score run, with those that every benchmark has."""
        return (*self.tables, EXCUSED, SCORES)

    def metric(self, name: str) -> Metric:
        """Return the metric with this name. Raises KeyError if there is none."""
        return self._by_name[name]

    @property
    def _by_name(self) -> Mapping[str, Metric]:
        return MappingProxyType({metric.name: metric for metric in self.metrics})


def grade_labels(
    table: str,
    *,
    kind: Callable[[Any], str] = lambda grade: grade.dimension,
    item: Callable[[Any], str] = lambda grade: grade.task_id,
) -> Callable[[Rows], Iterator[JudgedItem]]:
    """Return a function for `Scoring.verdicts`: a run's grades as labels of a rater, one kind for each dimension."""

    def labels(rows: Rows) -> Iterator[JudgedItem]:
        for grade in rows.get(table, ()):
            label = None if grade.score is None else str(grade.score)
            yield JudgedItem(f"judge_{kind(grade)}", (item(grade),), label)

    return labels


def score_rows(scoring: Scoring, rows: Rows, release: Any, judges: Iterable[Judge]) -> tuple[Rows, Mapping[str, int]]:
    """Return the rows with derived rows and scores computed anew, and the number of tasks by outcome.

    A part of a result whose judge is not among `judges` is undefined for every task. Counts: `tasks` of the release;
    `scored`: answered, and every metric has a value or cannot have one; `unscored`: we failed on a metric, or on the
    task; `in_part`, if any: those of them that have a value in some metric; `missing`: not answered; `not_asked`, if
    any: outside of the agent run; then the benchmark's own.
    """
    derived = {**scoring.derive(rows, release), EXCUSED.name: rows.get(EXCUSED.name, ())}
    roles = {judge.role for judge in judges}
    unjudged = {part: Undefined(NO_JUDGE) for part, role in scoring.judged.items() if role not in roles}
    results = [
        replace(result, parts={**result.parts, **unjudged})
        for result in _excused(derived, scoring.results(derived, release))
    ]
    metrics = [metric for metric in scoring.metrics if not metric.where or derived.get(metric.where)]
    scores = score_tasks(results, metrics)
    missing = {result.task_id for result in results if not (result.answered or result.excused)}
    not_asked = {result.task_id for result in results if isinstance(result.excused, NotAsked)}
    unscored = {score.task_id for score in scores if score.state == "unscored"} - missing
    in_part = unscored & {score.task_id for score in scores if score.state == "scored"}
    counts = {
        "tasks": len(results),
        "scored": len(results) - len(missing) - len(not_asked) - len(unscored),
        "unscored": len(unscored),
        **({"in_part": len(in_part)} if in_part else {}),
        "missing": len(missing),
        **({"not_asked": len(not_asked)} if not_asked else {}),
    }
    return {**derived, SCORES.name: scores}, {**counts, **scoring.count(derived)}


def _excused(rows: Rows, results: Sequence[TaskResult]) -> Sequence[TaskResult]:
    """Return the results; those of unanswered tasks that are excused have the reason, and so no value in any metric."""
    reasons = {
        row.task_id: Unscored(row.reason) if row.asked else NotAsked(row.reason) for row in rows.get(EXCUSED.name, ())
    }
    return [
        replace(result, excused=reasons[result.task_id])
        if result.task_id in reasons and not result.answered
        else result
        for result in results
    ]
