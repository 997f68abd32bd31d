"""Sources to the works that they cite, whatever they are: e-prints, PDFs, or what GROBID read in them (TEI)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from litgauge.tasks.base.errors import ItemError
from litgauge.tasks.fences import Limits
from litgauge.tasks.latex import Extraction, ExtractionSettings, Job, extract_many
from litgauge.tasks.records import Diagnostic


def extract_all(sources: Sequence[Path], *, workers: int = 1, before_appendix: bool = False) -> Iterator[Extraction]:
    """One extraction per source, in their order; one that cannot be read has the status "rejected" or "failed"."""
    tei = {path for path in sources if _is_tei(path)}
    jobs = (Job(survey_id=path.name, source=path, name=str(path)) for path in sources if path not in tei)
    others = extract_many(jobs, workers=workers, settings=ExtractionSettings(before_appendix=before_appendix))
    return (
        _of_tei(path, before_appendix=before_appendix) if path in tei else _or_of_pdf(next(others), path)
        for path in sources
    )


def _is_tei(path: Path) -> bool:
    if path.suffix.lower() not in (".xml", ".tei") or not path.is_file():
        return False
    with path.open("rb") as stream:
        return b"<TEI" in stream.read(10_000)


def _of_tei(path: Path, *, before_appendix: bool) -> Extraction:
    """Return what GROBID read in a PDF, in the same shape: its citations have no file and line."""
    from litgauge.tasks.fences.calling import fenced  # with the readers of PDFs, which LaTeX sources never need
    from litgauge.tasks.papers.pdf.tei import read_tei

    limits = Limits(ExtractionSettings().time_limit_s, ExtractionSettings().memory_limit_mb)
    try:
        tei = fenced(limits, "reading the TEI", read_tei, path.read_bytes(), path.name)
    except ItemError as reason:
        note = Diagnostic("error", reason.rule, reason.what, str(path), 0)
        return Extraction(path.name, "failed", None, diagnostics=(note,))
    references = tuple(item for item in tei.references if item.in_main_text or not before_appendix)
    keys = {item.key for item in references}
    cited = dict.fromkeys(citation.key for citation in tei.citations if citation.key in keys)
    return Extraction(
        path.name,
        "ok" if references else "no-references",
        None,
        references,
        tei.citations,
        tuple(cited),
        diagnostics=tei.diagnostics,
    )


def _or_of_pdf(extraction: Extraction, path: Path) -> Extraction:
    """Return what the PDF lists where a source holds nothing but one, else the extraction as it is."""
    if extraction.status != "no-latex" or not path.is_file():
        return extraction
    from litgauge.tasks.fences.calling import fenced
    from litgauge.tasks.papers.fulltext import pdf_of
    from litgauge.tasks.papers.pdf.reference_list import read_references
    from litgauge.tasks.papers.settings import FulltextSettings

    settings = FulltextSettings()
    try:
        pdf = pdf_of(path.read_bytes(), path.name, settings)
        if not pdf:
            return extraction
        return fenced(settings.limits, "reading the PDF's references", read_references, pdf, path.name, settings.pdf)
    except ItemError as reason:
        note = Diagnostic("error", reason.rule, f"{reason.what}; {_BETTER}", str(path), 0)
        return replace(extraction, diagnostics=(*extraction.diagnostics, note))


_BETTER = "its LaTeX source, or GROBID's TEI, would be better"
