"""Gradings of a report with figures, and the rows that answers make (arXiv 2606.02320, appendix B)."""
