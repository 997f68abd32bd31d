"""Text of a survey, from the best source that there is: LaTeX, then GROBID, then the PDF itself.

Every byte of a source or an answer is read behind the fence; only the talk with GROBID's server is not.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.latex import open_source
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.papers.pdf.grobid import Grobid
from litgauge.tasks.papers.pdf.information import pdf_information
from litgauge.tasks.papers.pdf.local_reader import read_pdf
from litgauge.tasks.papers.pdf.tei import TeiDocument, read_tei
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.records import FullText


def read_fulltext(data: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid | None = None) -> FullText:
    """Return the text of a survey whose source is `data`.

    A PDF goes to GROBID where a server is given, else to the local reader, which also tries what GROBID finds
    nothing in. A server that is down or busy raises Failed, and no worse text takes its place: the next run
    asks again. Raises Rejected where nothing is readable, with the reason of the last reader that tried, and where
    reading it passes a limit or crashes the reader; Failed where that may pass.
    """
    if grobid is not None and (pdf := pdf_of(data, survey_id, settings)):
        text = _through_grobid(pdf, survey_id, settings, grobid)
        if text is not None:
            return text
    return fenced(settings.limits, "reading the text of its source", _text, data, survey_id, settings)


def pdf_of(data: bytes, survey_id: str, settings: FulltextSettings) -> bytes:
    """Return the PDF that a source is, compressed or not; empty where it is LaTeX. Raises as `read_fulltext` does."""
    return fenced(settings.limits, "opening its source", _pdf_in, data, survey_id)


def tei_of(pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid) -> TeiDocument:
    """Return what GROBID finds in a PDF. Raises what `Grobid.process` raises, and as `read_fulltext` does."""
    answer = grobid.process(pdf, f"{survey_id}.pdf")
    return fenced(settings.limits, "reading GROBID's answer", read_tei, answer, survey_id, max_chars=settings.max_chars)


def _through_grobid(pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid) -> FullText | None:
    try:
        text = tei_of(pdf, survey_id, settings, grobid).fulltext
    except Rejected:  # the local reader may still find something, and says why if it does not
        return None
    if not any(section.text for section in text.sections):
        return None
    return text if text.written else replace(text, written=_date_written(pdf, settings))


def _date_written(pdf: bytes, settings: FulltextSettings) -> date | None:
    return fenced(settings.limits, "reading the date of its PDF", pdf_information, pdf).written


def _text(data: bytes, survey_id: str, settings: FulltextSettings) -> FullText:
    tree = open_source(data, survey_id)
    if tree.kind != "pdf":
        return latex_fulltext(tree, survey_id, max_chars=settings.max_chars)
    [pdf] = tree.members.values()
    text = read_pdf(pdf, survey_id, settings.pdf, max_chars=settings.max_chars)
    information = pdf_information(pdf)
    return replace(text, authors=information.authors, written=information.written)


def _pdf_in(data: bytes, survey_id: str) -> bytes:
    tree = open_source(data, survey_id)
    return next(iter(tree.members.values())) if tree.kind == "pdf" else b""
