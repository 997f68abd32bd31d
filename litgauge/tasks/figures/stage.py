"""Stage that finds facts of figures by rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from litgauge.tasks.answers.attached import AttachedFile
from litgauge.tasks.base.errors import Failed
from litgauge.tasks.engine import Context, ItemInput, Stage, each, plan_items
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.items import ItemState, Place
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, read_items_of, write_rows
from litgauge.tasks.engine.plan import with_items
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.figures.facts import figure_facts
from litgauge.tasks.figures.rows import FIGURE_FACTS, FigureFacts
from litgauge.tasks.judge.citing_report import page_text
from litgauge.tasks.records import AgentReport, EvidencePage, Figure, FigureLink
from litgauge.tasks.reports.figure_pictures import REPORT_FILES, ReportFiles
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.web import DamagedPageError


def facts_of(
    run: Run,
    reports: StageOutput,
    read: StageOutput,
    figures: StageOutput,
    files: Iterable[ReportFiles],
    pages: StageOutput,
) -> StageOutput:
    """Return the facts of every report's figures, with the frozen text of the pages that these cite."""
    storage = run.storage
    report_files = write_rows(
        storage, "report-files", REPORT_FILES.name, ReportFiles, {row.report_id: row for row in files}
    )
    items = plan_items(storage, [[reports], [figures], [read], [report_files]], FACTS.reads)
    typed = done_items(
        storage, figures
    )  # figures with types by the evidence of their files, which `read` does not have
    items = [replace(item, parts={**item.parts, "figures": _places(typed[item.id], "figures")}) for item in items]
    sources = read_items_of(storage, read, "figure_links", FigureLink)
    cited = {item.id: [link.page for link in sources[item.id]] for item in items}
    items = with_items(items, done_items(storage, pages), "pages", cited)
    return run_stage(
        FACTS, run, None, [[reports], [figures], [read], [report_files], [pages]], items=items, deciding={}
    )


def _places(state: ItemState, table: str) -> tuple[Place, ...]:
    return (state.parts[table],) if table in state.parts else ()


def _find(item: ItemInput, context: Context) -> Rows:
    storage = context.storage

    def text_of(page: EvidencePage) -> str:
        try:
            return page_text(storage, page)
        except DamagedPageError as damaged:
            raise Failed("damaged-page", str(damaged)) from damaged

    def read(file: AttachedFile) -> bytes:
        return storage.read_checked(storage.blob_path(file.sha256))

    figures = figure_facts(
        item.only_row(AgentReport),
        item.all(Figure),
        item.all(FigureTarget),
        item.all(FigureLink),
        item.only_row(ReportFiles),
        {page.page: page for page in item.all(EvidencePage)},
        text_of,
        read,
    )
    return {FIGURE_FACTS.name: figures}


FACTS = Stage(
    "figure-facts",
    reads={
        "reports": AgentReport,
        "figures": Figure,
        "figure_targets": FigureTarget,
        "figure_links": FigureLink,
        REPORT_FILES.name: ReportFiles,
        "pages": EvidencePage,
    },
    writes={FIGURE_FACTS.name: FigureFacts},
    compute=each(_find),
    batch=10,
)
