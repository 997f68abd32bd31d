"""`litgauge extract`: e-prints, or GROBID's TEI, to references, one JSON object per source; starts without Prefect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.progress import track

from flows.cli.console import err, json_line
from flows.cli.output_files import check_file, opened
from tasks.errors import ItemError, UnusableInput
from tasks.fences import Limits
from tasks.records import Diagnostic
from tasks.tex import Extraction, ExtractionSettings, Job, as_json, extract_many


def extract_sources(
    sources: Sequence[Path],
    output: Path | None,
    html: Path | None,
    *,
    before_appendix: bool,
    workers: int,
) -> None:
    """Write one JSON line per source, in the order given, and with `html` a page that a person can check.

    A source that cannot be read has its line too, with status "rejected" or "failed". Raises UnusableInput if a
    path does not exist, before anything is read.
    """
    for path in sources:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    for option, file in (("--out", output), ("--html", html)):
        if file is not None:
            check_file(file, option)
    results = _results(sources, workers, before_appendix=before_appendix)
    pages: list[tuple[Path, Extraction]] = []
    with opened(output) as stream:
        shown = track(
            results, "reading", total=len(sources), console=err, disable=output is None or not err.is_terminal
        )
        for path, extraction in zip(sources, shown, strict=True):
            stream.write(json_line(as_json(extraction, str(path))))
            stream.flush()
            if html is not None:
                pages.append((path, extraction))
    if html is not None:
        from tasks.pages.extraction import write_page

        write_page(html, pages)


def _results(sources: Sequence[Path], workers: int, *, before_appendix: bool) -> Iterator[Extraction]:
    """One extraction per source, in their order."""
    tei = {path for path in sources if _is_tei(path)}
    jobs = (Job(survey_id=path.name, source=path, name=str(path)) for path in sources if path not in tei)
    others = extract_many(jobs, workers=workers, settings=ExtractionSettings(before_appendix=before_appendix))
    return (_of_tei(path, before_appendix=before_appendix) if path in tei else next(others) for path in sources)


def _is_tei(path: Path) -> bool:
    if path.suffix.lower() not in (".xml", ".tei") or not path.is_file():
        return False
    with path.open("rb") as stream:
        return b"<TEI" in stream.read(10_000)


def _of_tei(path: Path, *, before_appendix: bool) -> Extraction:
    """What GROBID read in a PDF, in the same shape: its citations have no file and line."""
    from tasks.fulltext.fenced import fenced  # with the readers of PDFs, which LaTeX sources never need
    from tasks.pdf.tei import read_tei

    limits = Limits(ExtractionSettings().time_limit_s, ExtractionSettings().memory_limit_mb)
    try:
        tei = fenced(limits, "reading the TEI", read_tei, path.read_bytes(), path.name)
    except ItemError as reason:
        note = Diagnostic("error", reason.rule, reason.what, str(path), 0)
        return Extraction(path.name, "failed", None, diagnostics=(note,))
    references = tuple(item for item in tei.references if item.in_main_text or not before_appendix)
    known = {item.key for item in references}
    cited = dict.fromkeys(citation.key for citation in tei.citations if citation.key in known)
    return Extraction(
        path.name,
        "ok" if references else "no-references",
        None,
        references,
        tei.citations,
        tuple(cited),
        diagnostics=tei.diagnostics,
    )
