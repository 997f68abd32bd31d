"""References stage: the works that each survey cites in its LaTeX source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import Failed, ItemError, Rejected
from litgauge.tasks.citations.printed.reading import weights_digest
from litgauge.tasks.engine import Context, ItemInput, Stage
from litgauge.tasks.engine.memory import Outcome, StageOutput
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.fences import Stopped
from litgauge.tasks.latex import Extraction, ExtractionSettings, Job
from litgauge.tasks.latex.pool import extract_batch
from litgauge.tasks.records import Citation, Reference, SourceDiagnostic, SourceFile


class ReferenceStageSettings(BaseModel):
    """Settings that the stage reads of a config."""

    model_config = ConfigDict(frozen=True)

    extraction: ExtractionSettings = ExtractionSettings()
    min_references: int = 1
    workers: int | None = Field(None, ge=1)  # processes side by side; None: all cores that a batch may use

    @property
    def deciding(self) -> dict[str, object]:
        """Return the settings that decide the rows."""
        return {
            "before_appendix": self.extraction.before_appendix,
            "min_references": self.min_references,
            "printed_weights": weights_digest(),
            "caps": [
                self.extraction.compressed_limit_mb,
                self.extraction.expanded_limit_mb,
                self.extraction.member_limit,
                self.extraction.time_limit_s,
                self.extraction.memory_limit_mb,
            ],
        }


def extract_references(run: Run, sources: StageOutput, settings: ReferenceStageSettings) -> StageOutput:
    """References and citations of every source that is LaTeX; others are rejected as `no-latex`."""
    return run_stage(REFERENCES, run, settings, [[sources]], deciding=settings.deciding)


def _compute(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
    settings: ReferenceStageSettings = context.settings
    sources = [item.only_row(SourceFile) for item in items]
    jobs = (
        Job(survey_id=source.survey_id, source=context.storage.read_checked(source.blob), name=source.url)
        for source in sources
    )
    results = extract_batch(jobs, settings.workers or context.cores, settings.extraction)
    for item, result in zip(items, results, strict=True):
        if isinstance(result, Stopped):
            yield Outcome(item.id, item.key, result.as_error("reading its references"), trace=result.trace)
        else:
            yield Outcome(item.id, item.key, _rows(result, settings.min_references))


def _rows(
    extraction: Extraction, fewest: int
) -> dict[str, Sequence[Reference | Citation | SourceDiagnostic]] | ItemError:
    detail = "; ".join(diagnostic.message for diagnostic in extraction.diagnostics if diagnostic.severity == "error")
    match extraction.status:
        case "no-latex":
            return Rejected("no-latex", f"its references cannot be read from the source: {detail}")
        case "rejected":
            return Rejected("unusable-source", detail or "the source cannot be read")
        case "failed":
            return Failed("extraction-failed", detail or "the extractor stopped")
    if len(extraction.references) < fewest:
        count = len(extraction.references)
        unresolved = len(extraction.unresolved_keys)
        return Rejected(
            "too-few-references" if count else "no-references",
            f"{count} cited works found, at least {fewest} needed; {unresolved} cited keys have no entry",
        )
    return {
        "references": extraction.references,
        "citations": extraction.citations,
        "diagnostics": [diagnostic.of_survey(extraction.survey_id) for diagnostic in extraction.diagnostics],
    }


REFERENCES = Stage(
    "references",
    reads={"sources": SourceFile},
    writes={"references": Reference, "citations": Citation, "diagnostics": SourceDiagnostic},
    compute=_compute,
    batch=50,
    at_once=1,
)
