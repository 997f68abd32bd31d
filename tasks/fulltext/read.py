"""The text of a survey, from the best source that there is: LaTeX, then GROBID, then the PDF itself."""

from __future__ import annotations

from dataclasses import replace

from tasks.errors import Rejected
from tasks.fulltext.settings import FulltextSettings
from tasks.pdf.grobid import Grobid
from tasks.pdf.information import pdf_information
from tasks.pdf.local_reader import read_pdf
from tasks.pdf.tei import read_tei
from tasks.records import FullText
from tasks.tex import open_source
from tasks.tex.fulltext import latex_fulltext


def read_fulltext(data: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid | None = None) -> FullText:
    """The text of a survey whose source is `data`.

    A PDF goes to GROBID where a server is given, else to the local reader, which also tries what GROBID finds
    nothing in. A server that is down or busy raises Failed, and no worse text takes its place: the next run
    asks again. Raises Rejected where nothing is readable, with the reason of the last reader that tried.
    """
    tree = open_source(data, survey_id)
    if tree.kind != "pdf":
        return latex_fulltext(tree, survey_id, max_chars=settings.max_chars)
    [pdf] = tree.members.values()
    return _from_pdf(pdf, survey_id, settings, grobid)


def pdf_of(data: bytes, survey_id: str) -> bytes:
    """The PDF that a source of this kind is, compressed or not."""
    [pdf] = open_source(data, survey_id).members.values()
    return pdf


def _from_pdf(pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid | None) -> FullText:
    if grobid is not None:
        try:
            text = read_tei(grobid.process(pdf, f"{survey_id}.pdf"), survey_id, max_chars=settings.max_chars).fulltext
        except Rejected:  # the local reader may still find something, and says why if it does not
            text = None
        if text is not None and any(section.text for section in text.sections):
            return text if text.written else replace(text, written=pdf_information(pdf).written)
    text = read_pdf(pdf, survey_id, settings.pdf, max_chars=settings.max_chars)
    told = pdf_information(pdf)
    return replace(text, authors=told.authors, written=told.written)
