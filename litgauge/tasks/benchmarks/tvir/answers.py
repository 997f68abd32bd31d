"""Tasks as agents get them, and the reading of their reports."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.answers.attaching import Keep
from litgauge.tasks.answers.door import Answer, Collected
from litgauge.tasks.benchmark import AnswerRows, Answers
from litgauge.tasks.benchmarks.tvir.prompts import VARIANTS, given_tasks
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.benchmarks.tvir.rows import ReportTask
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.figure_pictures import ReportFiles
from litgauge.tasks.reports.ingest import AskedTask, collect_reports, sidecars


def collect(folder: Path, agent: str, release: TvirRows, keep: Keep | None) -> Collected:
    """The agent's reports by the task that they answer, and what matched nothing or could not be read."""
    tasks = [AskedTask(task.task_id, task.task_id, task.prompt) for task in release.tasks]
    return collect_reports(folder, agent, tasks, holds_files=True, keep=keep)


def parse_report(answer: Answer, _task: ReportTask) -> AnswerRows:
    """The report as it was given, and its files: statements and figures are read by a stage."""
    report: AgentReport = answer.content
    return {"reports": [report], "report_files": [ReportFiles(report.report_id, answer.folders, answer.files)]}


ANSWERS = Answers(
    given_tasks=given_tasks,
    naming="a folder a report, named by its task, with report.md and its pictures; or a file named by its task",
    parse=parse_report,
    collect=collect,
    holds_files=True,
    unanswered=lambda _task: {"reports": [], "report_files": []},
    cites=True,
    variants=VARIANTS,
    beside=sidecars,
)
