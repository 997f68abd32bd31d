"""Results of the tasks, from the rows of a score run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.tvir.judged_things import GRADINGS
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.benchmarks.tvir.rows import ReportTask
from litgauge.tasks.figures import scored as figures
from litgauge.tasks.figures.quality import judged_figures
from litgauge.tasks.judge.grading import budget_left
from litgauge.tasks.records import AgentReport, Unscored
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import JudgedItem, TaskResult

_PARTS = {
    "facts": "support",
    "items": "items",
    "grades": "report_grades",
    "consistency": "consistency",
    "statements": "statements",
    **figures.PARTS,
}
"""Part of a result -> the table whose rows of the report it is."""

JUDGED = ("facts", "items", "grades", "consistency", *figures.JUDGED)
"""The parts that a judge makes; each has a role of its name."""


def task_results(rows: Rows, release: TvirRows) -> tuple[TaskResult, ...]:
    """Return the result of every task; one that no report answers, or an empty one, is not given."""
    reports: dict[str | None, AgentReport] = {}
    for report in rows["reports"]:
        reports.setdefault(report.task_id, report)
    parts: dict[str, Mapping[str, Sequence[Any]]] = {
        part: rows_by(rows.get(table, ()), attrgetter("report_id")) for part, table in _PARTS.items()
    }
    parts["figures"] = judged_figures(rows.get("figures", ()), rows.get("figure_pictures", ()))
    unread = {row.report_id: Unscored(row.reason) for row in rows.get("unscored", ()) if row.part == "reading"}
    return tuple(_result(task, reports.get(task.task_id), parts, unread, release) for task in release.tasks)


def _result(
    task: ReportTask,
    report: AgentReport | None,
    parts: Mapping[str, Mapping[str, Sequence[Any]]],
    unread: Mapping[str, Unscored],
    release: TvirRows,
) -> TaskResult:
    report_id = report.report_id if report else ""
    failed = unread.get(report_id)
    has_answer = bool(report and (report.text.strip() or failed))
    return TaskResult(
        task_id=task.task_id,
        cluster=task.task_id,
        groups={"language": task.language, "level": task.level, "domain": task.domain},
        answered=has_answer,
        parts={
            "checklist": release.checklist.get(task.task_id, ()),
            **{part: failed or (of.get(report_id, ()) if has_answer else ()) for part, of in parts.items()},
        },
    )


def verdicts(rows: Rows) -> Iterator[JudgedItem]:
    """Yield the first judging's labels by kind: support, checklist, and each dimension of grades and checks."""
    for table, of in rows.items():
        for row in of if table in _LABELS else ():
            if row.repeat == 1:
                kind, item, label = _LABELS[table](row)
                yield JudgedItem(
                    kind, (row.report_id, *map(str, item)), None if label in (None, "failed") else str(label)
                )
    yield from figures.figure_verdicts(rows)


_LABELS: Mapping[str, Callable[[Any], tuple[str, tuple[Any, ...], Any]]] = {
    "support": lambda row: ("support", (row.statement,), row.outcome),
    "items": lambda row: ("checklist", (row.item,), row.score),
    "report_grades": lambda row: (f"{row.metric}_{row.dimension}", (), row.score),
}


def count_rows(rows: Rows) -> dict[str, int]:
    """Return the counts of a run; reports without any figure that can be shown are `text_only`."""
    written = [report for report in rows["reports"] if report.text.strip()]
    return {
        "reports": len(written),
        **figures.figure_counts(rows),
        "facts": len({(row.report_id, row.statement) for row in rows.get("support", ())}),
        "facts_unscored": sum(row.outcome == "failed" for row in rows.get("support", ())),
        "left_by_budget": budget_left(GRADINGS, rows),
    }
