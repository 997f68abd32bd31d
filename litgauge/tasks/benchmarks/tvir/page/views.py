"""Views of the page: a report with its statements, its checklist, and the judge's words on both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.benchmark import AnswerMark, FrozenPage, Rows, Stretch, WrittenAnswer
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, ItemVerdict, ReportGrade, ReportTask, SupportVerdict
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures.rows import Issue, IssueCount
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import AgentReport, Statement
from litgauge.tasks.records.figures import StructuralError
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.text.markdown import shorten

MARKS = (
    AnswerMark("supported", "✓", "supported"),
    AnswerMark("partial", "≈", "partly supported"),
    AnswerMark("unsupported", "✗", "not supported"),
    AnswerMark("unreachable", "⊘", "source unreachable"),
    AnswerMark("failed", "?", "not judged, our fault"),
    AnswerMark("plain", "·", "not cited"),
)
"""How a statement can come out, in the order of the legend."""

_MARKED = {mark.code: mark for mark in MARKS}
_FIRST = 1  # judging that is shown; of further ones the page has the means


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement with its verdict."""

    statement: Statement
    mark: AnswerMark
    verdict: SupportVerdict | None


@dataclass(frozen=True, slots=True)
class ReportView:
    """One report, down to statements and figures."""

    task: ReportTask
    report: AgentReport | None
    sections: tuple[tuple[str, tuple[StatementView, ...]], ...]
    tally: tuple[tuple[AnswerMark, int], ...]
    items: tuple[tuple[ChecklistItem, ItemVerdict], ...]
    grades: tuple[ReportGrade, ...]
    consistency: IssueCount | None
    issues: tuple[Issue, ...]
    errors: tuple[StructuralError, ...]


def task_titles(release: TvirRows) -> dict[str, str]:
    """Return what each task is about."""
    return {task.task_id: task.topic or shorten(task.prompt, 120) for task in release.tasks}


def tally(view: ReportView) -> tuple[tuple[AnswerMark, int], ...]:
    """Return how many statements came out how."""
    return view.tally


def written(view: ReportView) -> WrittenAnswer | None:
    """Return the report as it stands in its file, its statements marked; None of an agent that gave none."""
    if view.report is None:
        return None
    stretches = (
        Stretch(stated.statement.start, stated.statement.end, str(stated.statement.number), stated.mark)
        for _, statements in view.sections
        for stated in statements
    )
    return WrittenAnswer(view.report.text, tuple(sorted(stretches, key=lambda stretch: stretch.start)))


def frozen(rows: Rows) -> tuple[FrozenPage, ...]:
    """Return the pages of a run, each with the passages that a judge was shown."""
    shown: dict[str, list[str]] = defaultdict(list)
    for verdict in rows.get("support", ()):
        for page in verdict.pages:
            shown[page].append(verdict.passage)
    return tuple(FrozenPage(page, tuple(shown[page.page])) for page in rows.get("pages", ()))


def report_views(
    release: TvirRows, runs: Sequence[LoadedRun], _storage: Storage | None
) -> tuple[dict[str, ReportView], ...]:
    """Return the views of each run by task."""
    return tuple(_RunViews(release, run).views() for run in runs)


class _RunViews:
    def __init__(self, release: TvirRows, run: LoadedRun) -> None:
        self.release = release
        self.rows: dict[str, dict[str, list[Any]]] = {}
        for table, rows in run.rows.items():
            of_reports: dict[str, list[Any]] = defaultdict(list)
            for row in rows:
                if getattr(row, "repeat", _FIRST) == _FIRST:
                    of_reports[getattr(row, "report_id", "")].append(row)
            self.rows[table] = of_reports
        self.reports = {report.task_id: report for report in run.rows.get("reports", ()) if report.task_id}

    def views(self) -> dict[str, ReportView]:
        return {task.task_id: self._report(task, self.reports.get(task.task_id)) for task in self.release.tasks}

    def _of(self, table: str, report: AgentReport | None) -> list[Any]:
        return self.rows.get(table, {}).get(report.report_id, []) if report else []

    def _report(self, task: ReportTask, report: AgentReport | None) -> ReportView:
        verdicts = {verdict.statement: verdict for verdict in self._of("support", report)}
        statements = [
            StatementView(statement, _MARKED[_code(statement, verdicts)], verdicts.get(statement.number))
            for statement in self._of("statements", report)
        ]
        sections = rows_by(statements, lambda stated: stated.statement.section)
        counts = Counter(stated.mark for stated in statements)
        items = {item.number: item for item in self.release.checklist.get(task.task_id, ())}
        issues = self._of("issues", report)
        return ReportView(
            task=task,
            report=report,
            sections=tuple((name, tuple(of)) for name, of in sections.items()),
            tally=tuple((mark, counts[mark]) for mark in MARKS if counts[mark]),
            items=tuple(
                (items[verdict.item], verdict) for verdict in self._of("items", report) if verdict.item in items
            ),
            grades=tuple(self._of("report_grades", report)),
            consistency=next(iter(self._of("consistency", report)), None),
            issues=tuple(issue for issue in issues if issue.figure < 0),
            errors=tuple(self._of("structural_errors", report)),
        )


def _code(statement: Statement, verdicts: Mapping[int, SupportVerdict]) -> str:
    verdict = verdicts.get(statement.number)
    return verdict.outcome if verdict else "plain"
