"""PDFs to text and references: through GROBID, or by the local reader."""

from litgauge.tasks.papers.pdf.grobid import Grobid, no_text_source
from litgauge.tasks.papers.pdf.local_reader import read_pdf
from litgauge.tasks.papers.pdf.settings import GrobidSettings, PdfSettings
from litgauge.tasks.papers.pdf.tei import TeiDocument, read_tei

__all__ = ["Grobid", "GrobidSettings", "PdfSettings", "TeiDocument", "no_text_source", "read_pdf", "read_tei"]
