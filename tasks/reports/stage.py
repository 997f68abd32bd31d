"""The reading stage: an agent's reports to statements, citations and cited works."""

from __future__ import annotations

from collections.abc import Iterable

from tasks.records import AgentReport, CitedWork, Statement, StatementLink
from tasks.reports import cited_works, read_report
from tasks.stages import Context, ItemInput, Stage, each
from tasks.stages.definition import Rows
from tasks.stages.run import Run
from tasks.stages.stage import run_stage
from tasks.store.kept_rows import keep_rows
from tasks.store.memory import StageOutput


def keep_reports(run: Run, reports: Iterable[AgentReport]) -> StageOutput:
    """The ingested reports as an output, one item each."""
    rows = {report.report_id: report for report in reports}
    return keep_rows(run.storage, "reports", "reports", AgentReport, rows)


def read_reports(run: Run, reports: StageOutput) -> StageOutput:
    """Statements, links and cited works of every report."""
    return run_stage(READING, run, None, [[reports]])


def _read(item: ItemInput, _context: Context) -> Rows:
    read = read_report(item.one(AgentReport))
    return {"statements": read.statements, "links": read.links, "works": cited_works(read)}


READING = Stage(
    "reading",
    reads={"reports": AgentReport},
    writes={"statements": Statement, "links": StatementLink, "works": CitedWork},
    compute=each(_read),
    modules=("tasks.reports.read", "tasks.reports.works"),
    batch=25,
    at_once=2,
)
