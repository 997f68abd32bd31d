"""Families of several words in printed lists: BibTeX ties their words, labels spell them out."""

from __future__ import annotations

from litgauge.tasks.latex import extract
from tests.latex.sources import document, tree

ITEMS = r"""
van der Walt, Colbert, Varoquaux
[Walt et~al.(2011)Walt, Colbert, and Varoquaux]{k} St{\'e}fan van~der Walt, S~Chris Colbert, and Ga{\"e}l
Varoquaux. \newblock The {NumPy} array. \newblock \emph{Comput. Sci.}, 13:\penalty0 22--30, 2011.

De Raedt, Kimmig, Toivonen
{k} Luc De~Raedt, Angelika Kimmig, and Hannu Toivonen. \newblock Problog. \newblock In {\em Proc. IJCAI}, 2007.

Van Belle
[Van~Belle(2000)]{k} Van~Belle, Douglas~A. 2000. {\em Press Freedom and Global Politics}. Praeger.

Wahl Jorgensen
[Wahl~Jorgensen(2004)]{k} Wahl~Jorgensen, Karin. 2004. ``{How Not to Found a Field}.'' {\em J. Comm.} 54: 547--564.

González Olivares, Peropadre, García-Ripoll
{k} D.~Gonz\'alez~Olivares, B.~Peropadre, J.~J. Garc\'{\i}a-Ripoll, Quantum simulation, Phys. Rev. A 94 (2016) 22.

Dictionary
{k} \textsc{Dictionary O.~E.}:. \newblock Authorship. \newblock \url{https://a.example/x}, 2014.

Smith, Knuth, Jones
{k} Mary Jo~Ann Smith, Donald~E. Knuth, and K.~Jones. \newblock Alpha of things. \newblock 2001.

Ames, Boyle
[Ames and Boyle(2001)]{k} Ames, A. and Boyle, B. 2001. Alpha of things. {\em J. Things} 1: 2--3.
"""


def test_families_of_several_words_stay_whole() -> None:
    for case in ITEMS.strip().split("\n\n"):
        families, item = case.split("\n", 1)
        text = f"\\begin{{thebibliography}}{{9}}\n\\bibitem{item}\n\\end{{thebibliography}}"
        found = extract(tree(main__tex=document(r"\cite{k}", ending=text)), "test")
        assert ", ".join(name.family for name in found.references[0].authors) == families
