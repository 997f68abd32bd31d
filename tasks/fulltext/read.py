"""The text of a survey, from the best source that there is: LaTeX, then GROBID, then the PDF itself."""

from __future__ import annotations

from tasks.errors import Rejected
from tasks.fulltext.settings import FulltextSettings
from tasks.pdf.grobid import Grobid
from tasks.pdf.local_reader import read_pdf
from tasks.pdf.tei import read_tei
from tasks.records import FullText
from tasks.records.surveys import SourceKind
from tasks.tex import open_source
from tasks.tex.fulltext import latex_fulltext


def read_fulltext(
    data: bytes, kind: SourceKind, survey_id: str, settings: FulltextSettings, grobid: Grobid | None = None
) -> FullText:
    """The text of a survey whose source is `data`.

    A PDF goes to GROBID where a server is given, else to the local reader, which also tries what GROBID finds
    nothing in. A server that is down or busy raises Failed, and no worse text takes its place: the next run
    asks again. Raises Rejected where nothing is readable, with the reason of the last reader that tried.
    """
    if kind == "pdf":
        return _from_pdf(data, survey_id, settings, grobid)
    tree = open_source(data, survey_id)
    if tree.kind != "pdf":
        return latex_fulltext(tree, survey_id, max_chars=settings.max_chars)
    return _from_pdf(next(iter(tree.members.values())), survey_id, settings, grobid)


def _from_pdf(pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid | None) -> FullText:
    if grobid is not None:
        try:
            text = read_tei(grobid.process(pdf, f"{survey_id}.pdf"), survey_id, max_chars=settings.max_chars).fulltext
        except Rejected:  # the local reader may still find something, and says why if it does not
            text = None
        if text is not None and any(section.text for section in text.sections):
            return text
    return read_pdf(pdf, survey_id, settings.pdf, max_chars=settings.max_chars)
