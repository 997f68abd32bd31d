"""Full-text stage, and the references of sources that are no LaTeX, through GROBID."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.engine import AFTER_FAULTS, Context, ItemInput, PlannedItem, Stage, each
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.plan import plan_items
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.papers.documents import Documents
from litgauge.tasks.papers.fulltext import pdf_of, read_fulltext, tei_of
from litgauge.tasks.papers.pdf import Grobid, no_text_source
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.records import Citation, CitationContext, FullText, Reference, SourceDiagnostic, SourceFile


class PdfReferenceSettings(BaseModel):
    """Settings that the stage for PDF-only sources reads of a config."""

    model_config = ConfigDict(frozen=True)

    fulltext: FulltextSettings = FulltextSettings()
    min_references: int = 1


def read_fulltexts(run: Run, sources: StageOutput, settings: FulltextSettings) -> StageOutput:
    """Return the text of every survey, from LaTeX, else GROBID, else the local PDF reader."""
    return run_stage(FULLTEXT, run, settings, [[sources]], deciding=settings.deciding)


def read_pdf_references(
    run: Run, sources: StageOutput, references: StageOutput, settings: PdfReferenceSettings
) -> StageOutput:
    """References of the sources that the LaTeX extractor gave up as `no-latex`."""
    without_latex = {item.id for item in read_manifest(run.storage, references).items if item.rule == "no-latex"}
    planned: list[PlannedItem] = plan_items(run.storage, [[sources]], PDF_REFERENCES.reads)
    items = [item for item in planned if item.id in without_latex]
    grobid = settings.fulltext.grobid
    deciding = {
        "min_references": settings.min_references,
        "limits": settings.fulltext.deciding["limits"],
        "grobid": grobid.url is not None,
        **grobid.deciding,
    }
    return run_stage(PDF_REFERENCES, run, settings, [[sources]], items=items, deciding=deciding)


def _fulltext(item: ItemInput, context: Context) -> dict[str, list[FullText]]:
    source = item.only_row(SourceFile)
    settings: FulltextSettings = context.settings
    grobid = Grobid(settings.grobid) if settings.grobid.url and source.kind == "pdf" else None
    data, documents = context.storage.read_checked(source.blob), Documents(context.storage)
    return {"fulltexts": [read_fulltext(data, source.survey_id, settings, grobid, documents)]}


def _pdf_references(
    item: ItemInput, context: Context
) -> dict[str, Sequence[Reference | Citation | CitationContext | SourceDiagnostic]]:
    source = item.only_row(SourceFile)
    settings: PdfReferenceSettings = context.settings
    if settings.fulltext.grobid.url is None or source.kind != "pdf":
        raise no_text_source(source.kind)
    grobid = Grobid(settings.fulltext.grobid)
    pdf = pdf_of(context.storage.read_checked(source.blob), source.survey_id, settings.fulltext)
    tei = tei_of(pdf, source.survey_id, settings.fulltext, grobid, Documents(context.storage))
    if len(tei.references) < settings.min_references:
        raise Rejected("no-references", f"GROBID found {len(tei.references)} cited works in the PDF")
    return {
        "references": tei.references,
        "citations": tei.citations,
        "contexts": tei.contexts,
        "diagnostics": [diagnostic.of_survey(source.survey_id) for diagnostic in tei.diagnostics],
    }


FULLTEXT = Stage(
    "fulltext",
    reads={"sources": SourceFile},
    writes={"fulltexts": FullText},
    compute=each(_fulltext),
    batch=25,
    at_once=4,  # each waits for a process or for GROBID
    retries=AFTER_FAULTS,
)
PDF_REFERENCES = Stage(
    "pdf-references",
    reads={"sources": SourceFile},
    writes={
        "references": Reference,
        "citations": Citation,
        "contexts": CitationContext,
        "diagnostics": SourceDiagnostic,
    },
    compute=each(_pdf_references),
    batch=10,
    retries=AFTER_FAULTS,
)
