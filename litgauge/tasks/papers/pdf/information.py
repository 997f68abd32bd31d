"""Authors and date of a PDF: the stamp that arXiv prints on a first page, and what the file says of itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.papers.pdf.page_lines import opened_pdf
from litgauge.tasks.records import PersonName
from litgauge.tasks.text import clean_text, split_names
from litgauge.tasks.text.dates import day_in

MOST_CHARACTERS = 20_000  # of the first page
_STAMP = re.compile(r"arXiv:\S{1,40}(?:\s{1,9}\[[\w.-]{1,20}\])?\s{1,9}(\d{1,2}\s[A-Z][a-z]{2}\s\d{4})")
_PDF_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")
_NO_NAMES = re.compile(r"\d|@|anonymous|\buser\b|author|admin|unknown", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdfInformation:
    """Authors and date of a PDF."""

    authors: tuple[PersonName, ...] = ()
    written: date | None = None  # by arXiv's stamp, else when the file was made


def pdf_information(pdf: bytes) -> PdfInformation:
    """Return the authors and the date that a PDF states; nothing where it cannot be opened."""
    try:
        with opened_pdf(pdf) as document:
            metadata = document.get_metadata_dict()
            stamp = _STAMP.search(_first_page(document))
    except Rejected:
        return PdfInformation()
    return PdfInformation(
        _authors(str(metadata.get("Author", ""))),
        day_in(stamp[1]) if stamp else _creation_date(str(metadata.get("CreationDate", ""))),
    )


def _first_page(document: Any) -> str:
    page = document[0].get_textpage()
    try:
        return " ".join(page.get_text_range(0, min(page.count_chars(), MOST_CHARACTERS)).split())
    finally:
        page.close()


def _authors(raw: str) -> tuple[PersonName, ...]:
    """Return the names of the field "Author", where it holds names: programs put accounts and addresses there.

    >>> [person.family for person in _authors("Ada Quill; Otto van Ink and Jo Paper")], _authors("user1")
    (['Quill', 'van Ink', 'Paper'], ())
    """
    names = [" ".join(clean_text(name).split()) for name in re.split(r"[,;]|\band\b", raw[:MOST_CHARACTERS])]
    full_names = [name for name in names if len(name.split()) > 1 and not _NO_NAMES.search(name)]
    return tuple(person for name in full_names for person in split_names(name)[0])


def _creation_date(raw: str) -> date | None:
    """Return the day of "D:20240531120000Z".

    >>> _creation_date("D:20240531120000Z"), _creation_date("D:20241399"), _creation_date("")
    (datetime.date(2024, 5, 31), None, None)
    """
    match = _PDF_DATE.match(raw)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None
