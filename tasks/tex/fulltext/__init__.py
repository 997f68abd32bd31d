"""The text of a survey out of its LaTeX source."""

from tasks.tex.fulltext.paper import latex_fulltext

__all__ = ["latex_fulltext"]
