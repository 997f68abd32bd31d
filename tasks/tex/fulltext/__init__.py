"""The text of a survey out of its LaTeX source."""

from tasks.tex.fulltext.paper import latex_fulltext, read_document

__all__ = ["latex_fulltext", "read_document"]
