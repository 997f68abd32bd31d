"""Text of a survey out of the bytes of its source, without a server: of LaTeX, or of a PDF by the local reader."""

from __future__ import annotations

from dataclasses import replace

from litgauge.tasks.latex import open_source
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.papers.pdf.information import pdf_information
from litgauge.tasks.papers.pdf.local_reader import read_pdf
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import FullText


def source_text(data: bytes, survey_id: str, settings: PdfSettings, max_chars: int) -> FullText:
    """Return the text of a source. Raises Rejected where nothing is readable."""
    tree = open_source(data, survey_id)
    if tree.kind != "pdf":
        return latex_fulltext(tree, survey_id, max_chars=max_chars)
    [pdf] = tree.members.values()
    text = read_pdf(pdf, survey_id, settings, max_chars=max_chars)
    information = pdf_information(pdf)
    return replace(text, authors=information.authors, written=information.written)


def pdf_in(data: bytes, survey_id: str) -> bytes:
    """Return the PDF that a source is, unpacked; empty where it is LaTeX."""
    tree = open_source(data, survey_id)
    return next(iter(tree.members.values())) if tree.kind == "pdf" else b""
