"""What the judge grades in a report with figures, and the rows that its answers make (arXiv 2606.02320, appendix B)."""
