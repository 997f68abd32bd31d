"""Text of a survey, from the best available source: LaTeX, then GROBID, then the PDF itself.

Every byte of a source or an answer is read in a fenced process; only the requests to GROBID's server are not. Readings
are kept where `documents` are given: a PDF goes to GROBID once for both its text and its references.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import msgspec

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.papers.documents import Documents, Kind
from litgauge.tasks.papers.pdf.grobid import Grobid
from litgauge.tasks.papers.pdf.information import pdf_information
from litgauge.tasks.papers.pdf.tei import TeiDocument, read_tei
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.papers.source_text import pdf_in, source_text
from litgauge.tasks.records import FullText


def read_fulltext(
    data: bytes,
    survey_id: str,
    settings: FulltextSettings,
    grobid: Grobid | None = None,
    documents: Documents | None = None,
) -> FullText:
    """Return the text of a survey whose source is `data`.

    A PDF goes to GROBID where a server is given, else to the local reader, which also tries what GROBID finds
    nothing in. A server that is down or busy raises Failed, and no worse text takes its place: the next run
    asks again. Raises Rejected where nothing is readable, with the reason of the last reader that tried, and where
    reading it passes a limit or crashes the reader; Failed where that may pass.
    """
    if grobid is not None and (pdf := pdf_of(data, survey_id, settings)):
        text = _through_grobid(pdf, survey_id, settings, grobid, documents)
        if text is not None:
            return text

    def read() -> bytes:
        arguments = data, survey_id, settings.pdf, settings.max_chars
        return msgspec.json.encode(fenced(settings.limits, "reading the text of its source", source_text, *arguments))

    maker = {"code": _code_of_texts(), "settings": settings.of_texts} if documents else {}
    text = msgspec.json.decode(_document(documents, "texts", data, maker, read), type=FullText)
    return replace(text, survey_id=survey_id)


def pdf_of(data: bytes, survey_id: str, settings: FulltextSettings) -> bytes:
    """Return the PDF that a source is, compressed or not; empty where it is LaTeX. Raises as `read_fulltext` does."""
    return fenced(settings.limits, "opening its source", pdf_in, data, survey_id)


def tei_of(
    pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid, documents: Documents | None = None
) -> TeiDocument:
    """Return what GROBID finds in a PDF. Raises what `Grobid.process` raises, and as `read_fulltext` does."""

    def ask() -> bytes:
        answer = grobid.process(pdf, f"{survey_id}.pdf")
        with contextlib.suppress(Rejected):  # by a limit of ours; with a higher one the answer may be read
            _check_version(_read_tei(answer, survey_id, settings), settings.grobid.version, survey_id)
        return answer

    maker = {"maker": "GROBID", **settings.grobid.deciding}
    return _read_tei(_document(documents, "tei", pdf, maker, ask), survey_id, settings)


def _document(
    documents: Documents | None, kind: Kind, source: bytes, maker: Mapping[str, Any], make: Callable[[], bytes]
) -> bytes:
    return make() if documents is None else documents.get_or_make(kind, source, maker, make)


@cache
def _code_of_texts() -> str:
    return code_digest(source_text)


def _read_tei(answer: bytes, survey_id: str, settings: FulltextSettings) -> TeiDocument:
    return fenced(settings.limits, "reading GROBID's answer", read_tei, answer, survey_id, max_chars=settings.max_chars)


def _check_version(tei: TeiDocument, expected: str | None, survey_id: str) -> None:
    if expected and tei.grobid_version != expected:
        version = tei.grobid_version or "of an unknown version"
        what = f"the server is GROBID {version}, fulltext.grobid.version is {expected}"
        raise Failed("grobid-version", what, where=survey_id)


def _through_grobid(
    pdf: bytes, survey_id: str, settings: FulltextSettings, grobid: Grobid, documents: Documents | None
) -> FullText | None:
    try:
        text = tei_of(pdf, survey_id, settings, grobid, documents).fulltext
    except Rejected:  # the local reader may still find something, and says why if it does not
        return None
    if not any(section.text for section in text.sections):
        return None
    return text if text.written else replace(text, written=_date_written(pdf, settings))


def _date_written(pdf: bytes, settings: FulltextSettings) -> date | None:
    return fenced(settings.limits, "reading the date of its PDF", pdf_information, pdf).written
