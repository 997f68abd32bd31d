"""Texts of citing works, from LaTeX or GROBID's TEI: whom they cite where, and in what words."""
