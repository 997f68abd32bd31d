"""The reading stage: an agent's reports to statements, citations and cited works."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tasks.engine import AFTER_FAULTS, Context, ItemInput, Stage, Unsettled, each_async
from tasks.engine.definition import Rows
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows, write_rows
from tasks.engine.progress import Note, tell
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.engine.storage import Storage
from tasks.llm.door import BudgetedDoor, asker
from tasks.records import AgentReport, CitedWork, Statement, StatementLink
from tasks.reports import cited_works, read_report
from tasks.reports.diagnostics import ReadingDiagnostic, diagnose
from tasks.reports.model_boundaries import STATEMENTS_QUESTION, ask_boundaries
from tasks.text.wordings import wordings_digest

_WORDINGS = (
    ("tasks.citations", "source_wordings.json"),
    ("tasks.citations.marks", "notations.json"),
    ("tasks.citations.printed", "printed_weights.json"),
    ("tasks.reports.figures", "figure_wordings.json"),
)
"""Data that decides how a report is read, beside the code."""


@dataclass(frozen=True)
class ReadCall:
    """Settings of reading reports."""

    boundaries: bool  # whether the model draws statement boundaries, too


def keep_reports(run: Run, reports: Iterable[AgentReport]) -> StageOutput:
    """The ingested reports as an output, one item each."""
    rows = {report.report_id: report for report in reports}
    return write_rows(run.storage, "reports", "reports", AgentReport, rows)


def read_reports(run: Run, reports: StageOutput, *, boundaries: bool = False) -> StageOutput:
    """Statements, links and cited works of every report.

    With `boundaries` the model may draw other statement boundaries than the rules; what it gives must stand in the
    report word for word, or is refused.
    """
    deciding: dict[str, Any] = {"boundaries": boundaries, "wordings": wordings_digest(*_WORDINGS)}
    if boundaries:
        deciding |= run.lineage_of([STATEMENTS_QUESTION])
    return run_stage(READING, run, ReadCall(boundaries), [[reports]], deciding=deciding, asking=boundaries)


def doubtful_readings(storage: Storage, read: StageOutput) -> list[str]:
    """A line for each report that is read oddly, told before any judge is asked."""
    found = read_rows(storage, read, "diagnostics", ReadingDiagnostic)
    lines = [f"{one.report_id}: {one.code}: {one.message}" for one in found]
    for line in lines:
        tell(Note(READING.name, line))
    return lines


async def _read(item: ItemInput, context: Context) -> Rows | Unsettled:
    call: ReadCall = context.settings
    report = item.one(AgentReport)
    read = read_report(report)
    unanswered = False
    if call.boundaries:
        redrawn = await ask_boundaries(report, read, BudgetedDoor(asker(context)))
        read, unanswered = redrawn.read, bool(redrawn.unanswered)
    rows: Rows = {
        "statements": read.statements,
        "links": read.links,
        "works": cited_works(read),
        "diagnostics": diagnose(report, read),
    }
    return Unsettled(rows) if unanswered else rows


READING = Stage(
    "reading",
    reads={"reports": AgentReport},
    writes={"statements": Statement, "links": StatementLink, "works": CitedWork, "diagnostics": ReadingDiagnostic},
    compute=each_async(_read),
    batch=25,
    at_once=2,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)
