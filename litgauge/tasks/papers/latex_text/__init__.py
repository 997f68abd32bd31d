"""Text of a survey out of its LaTeX source."""

from litgauge.tasks.papers.latex_text.paper import latex_fulltext

__all__ = ["latex_fulltext"]
