"""Figures in the score runs of any benchmark: additions to its declaration for scoring the figures of reports.

A run whose config has `figures: true` has the rows; other runs do not have these metrics at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from litgauge.tasks.benchmark import AnswerRows, Answers, Benchmark, NoAnswer, Rows, metrics_in
from litgauge.tasks.figures import metrics
from litgauge.tasks.figures.quality import judged_figures
from litgauge.tasks.figures.rows import FIGURE_READINGS, JUDGED_TABLES, READ_TABLES
from litgauge.tasks.records import PAGES, AgentReport
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import JudgedItem, TaskResult, Undefined

if TYPE_CHECKING:
    from litgauge.tasks.answers.door import Answer

PARTS: Final[Mapping[str, str]] = {
    "figure_grades": "figure_grades",
    "chart_checks": "chart_checks",
    "chart_sources": "chart_sources",
    "measures": "picture_measures",
    "structure": "structural_errors",
    "figure_facts": "figure_facts",
}
"""Part of a result -> the table whose rows of the report it is; `figures` are made of two tables."""

JUDGED: Final = ("figure_grades", "chart_checks", "chart_sources")
"""The parts that a judge makes; each has a role of its name."""

METRICS: Final = tuple(
    replace(metric, shown="asked", under="Figures", where=FIGURE_READINGS.name)
    if metric.shown == "paper"
    else replace(metric, where=FIGURE_READINGS.name)
    for metric in metrics_in(metrics)
)
_NOT_READ: Final = Undefined("the run did not ask for figures")

ReportsOf = Callable[[Rows], Sequence[AgentReport]]
"""The reports among the rows of answers."""


def reports_of(rows: Rows) -> Sequence[AgentReport]:
    """Return the rows that are reports already."""
    return rows.get("reports", ())


def with_figures(benchmark: Benchmark, reports: ReportsOf = reports_of) -> Benchmark:
    """Return the benchmark with the parts that score figures of reports: files of answers, tables, metrics, labels.

    Its score flow makes the rows (`litgauge.flows.pipeline.figures`) if the config asks for them.
    """
    scoring = benchmark.scoring
    own = {table.name for table in scoring.tables}
    added = [table for table in (PAGES, *READ_TABLES, *JUDGED_TABLES) if table.name not in own]
    names = {table.name for table in added}

    def results(rows: Rows, release: Any) -> Sequence[TaskResult]:
        parts = figure_parts(rows)
        return [
            replace(result, parts={**result.parts, **(parts(result.task_id))})
            for result in scoring.results(rows, release)
        ]

    def readdress(old: Rows, new: Rows) -> Rows:
        return {**{name: old.get(name, ()) for name in names}, **scoring.readdress(old, new)}

    def count(rows: Rows) -> Mapping[str, int]:
        from litgauge.tasks.figures.gradings import FIGURE_GRADINGS  # loads the door to models
        from litgauge.tasks.judge.grading import budget_left

        own = scoring.count(rows)
        if not rows.get(FIGURE_READINGS.name):
            return own
        unjudged = own.get("left_by_budget", 0) + budget_left(FIGURE_GRADINGS, rows)
        return {**own, **figure_counts(rows), "left_by_budget": unjudged}

    return replace(
        benchmark,
        answers=_holding_files(benchmark.answers, reports),
        scoring=replace(
            scoring,
            tables=(*scoring.tables, *added),
            metrics=(*scoring.metrics, *METRICS),
            judged={**scoring.judged, **{part: part for part in JUDGED}},
            results=results,
            readdress=readdress,
            count=count,
            verdicts=lambda rows: (*scoring.verdicts(rows), *figure_verdicts(rows)),
        ),
    )


def figure_parts(rows: Rows) -> Callable[[str], Mapping[str, Any]]:
    """Return a function from a task to the parts of its result that metrics of figures need."""
    by_report: dict[str, Mapping[str, Sequence[Any]]] = {
        part: rows_by(rows.get(table, ()), attrgetter("report_id")) for part, table in PARTS.items()
    }
    by_report["figures"] = judged_figures(rows.get("figures", ()), rows.get("figure_pictures", ()))
    report_ids = {reading.task_id: reading.report_id for reading in rows.get(FIGURE_READINGS.name, ())}

    def of(task_id: str) -> Mapping[str, Any]:
        if not report_ids:
            return dict.fromkeys(by_report, _NOT_READ)
        return {part: of.get(report_ids.get(task_id, ""), ()) for part, of in by_report.items()}

    return of


def figure_counts(rows: Rows) -> dict[str, int]:
    """Return the numbers of figures of a run; reports without a figure that can be shown are `text_only`."""
    figures = judged_figures(rows.get("figures", ()), rows.get("figure_pictures", ()))
    all_figures = [figure for of in figures.values() for figure in of]
    reading = rows.get(FIGURE_READINGS.name, ())
    return {
        "figures": len(all_figures),
        "figures_invalid": sum(figure.status == "invalid" for figure in all_figures),
        "figures_failed": sum(figure.status == "failed" for figure in all_figures),
        "text_only": sum(
            all(figure.status == "invalid" for figure in figures.get(row.report_id, ())) for row in reading
        ),
        "charts_unreachable": sum(row.outcome == "unreachable" for row in rows.get("chart_sources", ())),
    }


_LABELS: Final[Mapping[str, Callable[[Any], str]]] = {
    "figure_grades": lambda row: f"{row.metric}_{row.dimension}",
    "chart_checks": lambda row: f"cq_{row.check}",
}


def figure_verdicts(rows: Rows) -> Iterator[JudgedItem]:
    """Yield the first judging's labels of figures, one kind for each dimension of a grade and each check."""
    for table, kind in _LABELS.items():
        for row in rows.get(table, ()):
            if row.repeat == 1:
                label = None if row.score is None else str(row.score)
                yield JudgedItem(kind(row), (row.report_id, str(row.figure)), label)


def _holding_files(answers: Answers, reports: ReportsOf) -> Answers:
    """Return the declaration of answers with pictures and other files."""

    def parse(answer: Answer, task: Any) -> AnswerRows | NoAnswer:
        from litgauge.tasks.reports.figure_pictures import ReportFiles

        rows = answers.parse(answer, task)
        if isinstance(rows, NoAnswer):
            return rows
        files = [ReportFiles(report.report_id, answer.folders, answer.files) for report in reports(rows)]
        return {**rows, "report_files": files}

    return replace(answers, parse=parse, holds_files=True)
