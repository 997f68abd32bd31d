"""GROBID's TEI: references, citations with their contexts, and the full text."""

from litgauge.tasks.papers.pdf.tei.document import TeiDocument, read_tei

__all__ = ["TeiDocument", "read_tei"]
