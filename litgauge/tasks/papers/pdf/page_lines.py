"""A PDF's lines of text with their place and type, through PDFium."""

from __future__ import annotations

import contextlib
import ctypes
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.text.plain import one_line

HYPHEN = "\ufffe"  # PDFium writes this where a word is broken over two lines
_PDFIUM = Lock()  # PDFium may be used by one thread at a time, for whatever documents
_PASSWORD_ERROR = 4
_LINE = re.compile(rf"[^\r\n{HYPHEN}]*(?:{HYPHEN}|\r\n|[\r\n]|(?<=[^\r\n{HYPHEN}])$)")
_ACCENTS = {
    "´": "\u0301",
    "`": "\u0300",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¨": "\u0308",
    "˚": "\u030a",
    "ˇ": "\u030c",
    "˘": "\u0306",
    "¯": "\u0304",
    "˝": "\u030b",
    "˙": "\u0307",
}
_ACCENTED = re.compile(rf"(?<=\S)([{''.join(_ACCENTS)}]) ?([^\W\d_])|(?<!\S)([{''.join(_ACCENTS)}])([^\W\d_])")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_BOLD = re.compile(r"CMBX|CMSSBX|SFBX|Bold|Black|Heavy|Demi|NimbusRomNo9L-Medi|-Medi\b", re.IGNORECASE)
_SLANTED = re.compile(r"CMTI|CMSL|SFTI|Ital|Obliq", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as the page prints it, ending in HYPHEN if its last word is broken; points from the lower left."""

    page: int  # from 0
    text: str
    left: float
    bottom: float
    height: float  # of its first character's box, which follows the font's size
    bold: bool  # judged by its first and last characters
    slanted: bool


@dataclass(frozen=True, slots=True)
class PageSize:
    """Width and height in points."""

    width: float
    height: float


def read_lines(pdf: bytes, settings: PdfSettings) -> tuple[list[Line], list[PageSize]]:
    """Lines of the first `settings.max_pages` pages, in the order in which the file prints them.

    Raises Rejected: "pdf-too-large", "pdf-broken", "pdf-encrypted", "pdf-too-slow". The clock counts what this
    thread computes, not what it waits, and is read between pages; one page that hangs inside PDFium, or takes all
    memory, or crashes it, has to be stopped from outside: foreign files are read in a fenced process.
    """
    if len(pdf) > settings.max_bytes:
        raise Rejected("pdf-too-large", f"the PDF has {len(pdf)} bytes, more than {settings.max_bytes}")
    if b"%PDF-" not in pdf[:1024]:
        raise Rejected("pdf-broken", "the file does not begin like a PDF")
    deadline = time.thread_time() + settings.timeout_s
    with opened_pdf(pdf) as document:
        return _pages(document, settings, deadline)


@contextlib.contextmanager
def opened_pdf(pdf: bytes) -> Iterator[Any]:
    """pypdfium2's document, one at a time: PDFium knows no threads. Raises Rejected (pdf-broken, pdf-encrypted)."""
    with _PDFIUM:
        document = _open(pdf)
        try:
            yield document
        finally:
            document.close()


def _open(pdf: bytes) -> Any:
    import pypdfium2  # costs 40 ms and starts the library, which LaTeX sources never need

    try:
        return pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR or "password" in str(error).lower():
            raise Rejected("pdf-encrypted", "the PDF is locked with a password") from error
        raise Rejected("pdf-broken", f"PDFium cannot open the PDF: {error}") from error


def _pages(document: Any, settings: PdfSettings, deadline: float) -> tuple[list[Line], list[PageSize]]:
    import pypdfium2

    lines: list[Line] = []
    sizes: list[PageSize] = []
    for number in range(min(len(document), settings.max_pages)):
        if time.thread_time() > deadline:
            raise Rejected("pdf-too-slow", f"{number} pages took more than {settings.timeout_s:g} s to read")
        try:
            page = document[number]
        except pypdfium2.PdfiumError:  # a damaged page; the others may be whole
            sizes.append(PageSize(0.0, 0.0))
            continue
        try:
            sizes.append(PageSize(*page.get_size()))
            lines.extend(_page_lines(page, number, settings.max_page_chars))
        finally:
            page.close()
    return lines, sizes


def _page_lines(page: Any, number: int, max_chars: int) -> Iterator[Line]:
    import pypdfium2.raw as raw

    text_page = page.get_textpage()
    try:
        count = min(text_page.count_chars(), max_chars)
        position = 0
        for printed in _LINE.findall(text_page.get_text_range(0, count) if count else ""):
            lead = len(printed) - len(printed.lstrip())
            broken = HYPHEN if printed.endswith(HYPHEN) else ""
            if text := one_line(_composed(printed)):
                yield _line(raw, text_page, position + lead, number, text + broken)
            position += len(printed)
    finally:
        text_page.close()


def _line(raw: Any, text_page: Any, position: int, number: int, text: str) -> Line:
    index = max(raw.FPDFText_GetCharIndexFromTextIndex(text_page, position), 0)
    last = max(raw.FPDFText_GetCharIndexFromTextIndex(text_page, position + len(text) - 1), index)
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text_page, index, box)
    fonts = [_font(raw, text_page, index), _font(raw, text_page, last)]
    return Line(
        number,
        text,
        box.left,
        box.bottom,
        abs(box.top - box.bottom),
        bold=all(map(_BOLD.search, fonts)),
        slanted=all(map(_SLANTED.search, fonts)),
    )


def _font(raw: Any, text_page: Any, index: int) -> str:
    name = ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(text_page, index, name, len(name), None)
    return name.value.decode("utf-8", "replace")


def _composed(text: str) -> str:
    """Accents that TeX's old fonts print as characters of their own, put on their letters ("na¨ıve")."""
    return _ACCENTED.sub(_compose, text)


def _compose(match: re.Match[str]) -> str:
    accent, letter = match[1] or match[3], match[2] or match[4]
    return _DOTLESS.get(letter, letter) + _ACCENTS[accent]
