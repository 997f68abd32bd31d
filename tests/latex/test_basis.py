"""What speaks for each field of a reference, and what the printed list beside a .bib says of it."""

from __future__ import annotations

from litgauge.tasks.latex import as_json, extract
from tests.latex.sources import codes, document, read, tree

BIB = r"""
@article{said, title={Alpha of things}, author={Ann Åmes and Bob Boyle}, year=2001, doi={10.1000/alpha.1}}
@misc{noted, title={Beta of things}, author={Cleo Cole}, year=2002, note={arXiv:1901.00002}, url={https://b.example/x}}
@misc{linked, title={Gamma of things}, author={Dora Dunn}, year=2003, howpublished={\url{https://doi.org/10.1000/c.3}}}
"""
BBL = r"""\begin{thebibliography}{9}
\bibitem{said} A. \AA{}mes and B. Boyle. \newblock Alpha of {T}hings. \newblock 1999. \newblock doi:10.1000/alpha.1.
\bibitem{noted} E. Else. \newblock \emph{J. Things}, 2002.
\end{thebibliography}"""


def test_each_field_says_what_speaks_for_it() -> None:
    found = read(r"\cite{said,noted,linked}", bib=BIB, main__bbl=BBL)
    said, noted, linked = (
        {row.field: (row.basis, row.printed) for row in reference.provenance} for reference in found.references
    )
    assert said == {
        "title": ("stated", "confirmed"),
        "authors": ("stated", "confirmed"),
        "year": ("stated", "contradicted"),
        "doi": ("stated", "confirmed"),
    }
    assert noted["title"] == ("stated", "")  # the style may print none
    assert noted["authors"] == ("stated", "contradicted")
    assert noted["arxiv_id"] == ("parsed", "")
    assert noted["url"] == ("stated", "")
    assert linked["doi"] == linked["url"] == ("parsed", "")
    assert "bbl-differs" in codes(found)
    row = as_json(found, "x")["references"][0]
    assert row["basis"]["year"] == "stated"
    assert row["printed"] == {"title": "confirmed", "authors": "confirmed", "year": "contradicted", "doi": "confirmed"}
    assert row["provenance"].keys() == row["basis"].keys()


def test_a_printed_list_alone_states_what_its_style_names() -> None:
    items = r"""\begin{thebibliography}{9}
\bibitem{looks} A. Ames. \newblock Alpha of things. \newblock \emph{Journal of Things}, 12:1--9, 2001.
\bibitem{names} \bibinfo{author}{B. Boyle}, \bibinfo{title}{Beta of things}, \bibinfo{year}{2002}.
\end{thebibliography}"""
    found = extract(tree(main__tex=document(r"\cite{looks,names}", ending=items)), "test")
    looks, names = ({row.field: row.basis for row in reference.provenance} for reference in found.references)
    assert (looks["title"], looks["authors"], looks["year"]) == ("guessed", "guessed", "parsed")
    assert (names["title"], names["year"]) == ("stated", "stated")
