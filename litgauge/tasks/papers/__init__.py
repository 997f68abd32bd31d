"""Text and references of a paper from its best source: LaTeX, TEI, or PDF."""
