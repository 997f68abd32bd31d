r"""Footnotes that REVTeX prints in its list under keys of its own (Note1, Note2, …): those that hold works."""

from __future__ import annotations

from litgauge.tasks.latex import extract
from tests.latex.sources import BIB, tree

SOURCE = r"""\documentclass[aps]{revtex4-2}
\begin{document}
Kites fly \cite{a}.\footnote{We thank the wind for its patience in 2001.} So do owls\footnote{See A. Ames and
B. Boyle, Phys. Rev. Lett. \textbf{12}, 345 (2001); C.~van Dijk, Ann. Things 3, 4 (1999).} by night.\footnote{As one
sees, this is large (2003), unlike in the work of D. Drew, J. Wind 5, 6 (2004).}
\bibliography{refs}
\end{document}
"""


def test_notes_that_hold_works_are_references_and_remarks_are_none() -> None:
    found = extract(tree(main__tex=SOURCE, refs__bib=BIB), "test")
    assert list(found.cited_keys) == ["a", "Note2", "Note2-2"]
    _, first, second = found.references
    assert ([name.family for name in first.authors], first.year) == (["Ames", "Boyle"], 2001)
    assert ([name.family for name in second.authors], second.year) == (["van Dijk"], 1999)
    assert [citation.command for citation in found.citations] == ["cite", "footnote", "footnote"]
    plain = extract(tree(main__tex=SOURCE.replace("revtex4-2", "article"), refs__bib=BIB), "test")
    assert list(plain.cited_keys) == ["a"]
