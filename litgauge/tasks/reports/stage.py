"""Reading stage: statements, citations and cited works of an agent's reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.engine import AFTER_FAULTS, Context, ItemInput, Stage, Unsettled, each, each_async, plan_items
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, read_items_of, read_rows, write_rows
from litgauge.tasks.engine.plan import with_items
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm.door import ScoringDoor, asker
from litgauge.tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    Figure,
    FigureLink,
    FigurePicture,
    Statement,
    StatementLink,
)
from litgauge.tasks.records.figures import STRUCTURAL_ERRORS, PictureMeasures, StructuralError
from litgauge.tasks.reports import cited_works, read_report
from litgauge.tasks.reports.diagnostics import ReadingDiagnostic, diagnose
from litgauge.tasks.reports.figure_pictures import REPORT_FILES, ReportFiles, frozen_figures, picture_addresses
from litgauge.tasks.reports.figures.invalid import InvalidMode
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.reports.model_boundaries import STATEMENTS_QUESTION, ask_boundaries
from litgauge.tasks.reports.structure import structural_errors
from litgauge.tasks.text.wordings import wordings_digest

_WORDINGS = (
    ("litgauge.tasks.citations", "source_wordings.json"),
    ("litgauge.tasks.citations.marks", "notations.json"),
    ("litgauge.tasks.citations.printed", "printed_weights.json"),
    ("litgauge.tasks.reports.figures", "figure_wordings.json"),
)
"""Data that decides how a report is read, beside the code."""


@dataclass(frozen=True)
class ReadCall:
    """Settings of reading reports."""

    boundaries: bool  # whether the model proposes statement boundaries too


def keep_reports(run: Run, reports: Iterable[AgentReport]) -> StageOutput:
    """Return the ingested reports as an output, one item each."""
    rows = {report.report_id: report for report in reports}
    return write_rows(run.storage, "reports", "reports", AgentReport, rows)


def read_reports(run: Run, reports: StageOutput, *, boundaries: bool = False) -> StageOutput:
    """Return statements, links and cited works of every report.

    With `boundaries` the model may propose other statement boundaries than the rules; a proposal that is not in the
    report word for word is refused.
    """
    deciding: dict[str, Any] = {"boundaries": boundaries, "wordings": wordings_digest(*_WORDINGS)}
    if boundaries:
        deciding |= run.lineage_of([STATEMENTS_QUESTION])
    return run_stage(READING, run, ReadCall(boundaries), [[reports]], deciding=deciding, asking=boundaries)


def doubtful_readings(storage: Storage, read: StageOutput) -> list[str]:
    """Return a line for each doubtful reading of a report, and log it, before any judge is asked."""
    diagnostics = read_rows(storage, read, "diagnostics", ReadingDiagnostic)
    lines = [f"{diagnostic.report_id}: {diagnostic.code}: {diagnostic.message}" for diagnostic in diagnostics]
    for line in lines:
        tell(Note(READING.name, line))
    return lines


def freeze_figures(
    run: Run,
    reports: StageOutput,
    read: StageOutput,
    files: Iterable[ReportFiles],
    pictures: StageOutput,
    *,
    mode: InvalidMode = "paper",
) -> StageOutput:
    """Return the pictures of every report's figures, from its files, its text and the fetched pictures."""
    report_files = write_rows(
        run.storage, "report-files", REPORT_FILES.name, ReportFiles, {row.report_id: row for row in files}
    )
    items = plan_items(run.storage, [[reports], [read], [report_files]], FIGURES.reads)
    targets = read_items_of(run.storage, read, "figure_targets", FigureTarget)
    addresses = {item.id: list(picture_addresses(targets[item.id])) for item in items}
    items = with_items(items, done_items(run.storage, pictures), "pictures", addresses)
    deciding = {"mode": mode, "wordings": wordings_digest(*_WORDINGS)}
    return run_stage(
        FIGURES, run, mode, [[reports], [read], [report_files], [pictures]], items=items, deciding=deciding
    )


async def _freeze(item: ItemInput, context: Context) -> Rows | Unsettled:
    frozen = frozen_figures(
        item.only_row(AgentReport),
        item.all(Figure),
        item.all(FigureTarget),
        item.only_row(ReportFiles),
        {page.page: page for page in item.all(EvidencePage)},
        context.storage,
        context.settings,
    )
    rows: Rows = {"figures": frozen.figures, "figure_pictures": frozen.pictures, "picture_measures": frozen.measures}
    return Unsettled(rows) if any(picture.status == "failed" for picture in frozen.pictures) else rows


def structure_of(
    run: Run, reports: StageOutput, read: StageOutput, figures: StageOutput, pages: StageOutput
) -> StageOutput:
    """Return the structural errors of every report, including vanished pages and missing pictures."""
    items = plan_items(run.storage, [[reports], [read], [figures]], STRUCTURE.reads)
    links = read_items_of(run.storage, read, "links", StatementLink)
    sources = read_items_of(run.storage, read, "figure_links", FigureLink)
    cited = {
        item.id: [*(link.page for link in links[item.id]), *(link.page for link in sources[item.id])] for item in items
    }
    items = with_items(items, done_items(run.storage, pages), "pages", cited)
    deciding = {"wordings": wordings_digest(*_WORDINGS)}
    return run_stage(STRUCTURE, run, None, [[reports], [read], [figures], [pages]], items=items, deciding=deciding)


def _find_errors(item: ItemInput, _context: Context) -> Rows:
    report = item.only_row(AgentReport)
    errors = structural_errors(
        report,
        read_report(report),
        pages_gone={page.page for page in item.all(EvidencePage) if page.status == "unreachable"},
        unusable={
            (picture.figure, picture.part): picture.reason
            for picture in item.all(FigurePicture)
            if picture.status == "invalid"
        },
    )
    return {STRUCTURAL_ERRORS.name: errors}


async def _read(item: ItemInput, context: Context) -> Rows | Unsettled:
    call: ReadCall = context.settings
    report = item.only_row(AgentReport)
    read = read_report(report)
    unanswered = False
    if call.boundaries:
        redrawn = await ask_boundaries(report, read, ScoringDoor(asker(context)))
        read, unanswered = redrawn.read, bool(redrawn.unanswered)
    rows: Rows = {
        "statements": read.statements,
        "links": read.links,
        "works": cited_works(read),
        "diagnostics": diagnose(report, read),
        "figures": read.figures,
        "figure_links": read.figure_links,
        "figure_targets": read.figure_targets,
    }
    return Unsettled(rows) if unanswered else rows


READING = Stage(
    "reading",
    reads={"reports": AgentReport},
    writes={
        "statements": Statement,
        "links": StatementLink,
        "works": CitedWork,
        "diagnostics": ReadingDiagnostic,
        "figures": Figure,
        "figure_links": FigureLink,
        "figure_targets": FigureTarget,
    },
    compute=each_async(_read),
    batch=25,
    at_once=2,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)

FIGURES = Stage(
    "figures",
    reads={
        "reports": AgentReport,
        "figures": Figure,
        "figure_targets": FigureTarget,
        REPORT_FILES.name: ReportFiles,
        "pictures": EvidencePage,
    },
    writes={"figures": Figure, "figure_pictures": FigurePicture, "picture_measures": PictureMeasures},
    compute=each_async(_freeze),
    batch=5,
)

STRUCTURE = Stage(
    "structure",
    reads={"reports": AgentReport, "figure_pictures": FigurePicture, "pages": EvidencePage},
    writes={STRUCTURAL_ERRORS.name: StructuralError},
    compute=each(_find_errors),
    batch=25,
)
