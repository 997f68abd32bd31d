"""TVIR: reports in which text and figures interleave (arXiv 2606.02320)."""
