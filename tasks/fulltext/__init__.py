"""The text of a survey, and GROBID's references where there is no LaTeX."""

from tasks.fulltext.grobid import Grobid, no_text_source
from tasks.fulltext.latex_text import latex_fulltext, read_document
from tasks.fulltext.pdf import read_pdf
from tasks.fulltext.read import read_fulltext
from tasks.fulltext.settings import FulltextSettings, GrobidSettings, PdfSettings
from tasks.fulltext.tei import TeiDocument, read_tei

__all__ = [
    "FulltextSettings",
    "Grobid",
    "GrobidSettings",
    "PdfSettings",
    "TeiDocument",
    "latex_fulltext",
    "no_text_source",
    "read_document",
    "read_fulltext",
    "read_pdf",
    "read_tei",
]
