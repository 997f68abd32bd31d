r"""Bibliographies that are no \bibitem: typed numbers, labels, plain TeX, footnotes, pandoc."""

# ruff: noqa: E501  (documents as they are written)

from __future__ import annotations

from litgauge.tasks.latex import Extraction, extract
from tests.latex.sources import document, of
from tests.tables import each_row

AMES = "A. Ames, \\emph{On kites and their strings}, J. Inv. 3 (2001) 4--5."
BOYLE = "B. Boyle, \\emph{Wind over water}, Ann. Weather 12 (2002) 77."
COLE = "C. Cole, \\emph{Sails of stone}, Cambridge Univ. Press, 1999."
TITLES = ["On kites and their strings", "Wind over water", "Sails of stone"]


def found(body: str, preamble: str = "") -> Extraction:
    return extract(of({"paper.tex": document(body, preamble, ending="")}), "x")


def titles(extraction: Extraction) -> list[str | None]:
    return [reference.title for reference in extraction.references]


TYPED = [
    "\\begin{enumerate}\n\\item[{[1]}] %s\n\\item[{[2]}] %s\n\\item[{[3]}] %s\n\\end{enumerate}",
    "\\begin{itemize}\n\\item[[1]] %s\n\\item[[2]] %s\n\\item[[3]] %s\n\\end{itemize}",
    "\\begin{description}\n\\item[{[1]}] %s\n\\item[{[2]}] %s\n\\item[{[3]}] %s\n\\end{description}",
    "\\begin{enumerate}[{[1]}]\n\\item %s\n\\item %s\n\\item %s\n\\end{enumerate}",
    "\\begin{enumerate}[label={[\\arabic*]}]\n\\item %s\n\\item %s\n\\item %s\n\\end{enumerate}",
    "\\begin{enumerate}\n\\item %s\n\\item %s\n\\item %s\n\\end{enumerate}",
    "\\begin{list}{[\\arabic{n}]}{\\usecounter{n}}\n\\item %s\n\\item %s\n\\item %s\n\\end{list}",
    "\\noindent [1] %s\n\n\\noindent [2] %s\n\n\\noindent [3] %s\n",
    "\\noindent[1] %s\\\\\n[2] %s\\\\\n[3] %s\n",
    "{\\small\n\\par [1]~%s\n\\par [2]~%s\n\\par [3]~%s\n}",
    "\\hangindent=1cm [1] %s\n\n\\hangindent=1cm [2] %s\n\n\\hangindent=1cm [3] %s\n",
    "\\begin{tabular}{ll}\n{[1]} & %s\\\\\n{[2]} & %s\\\\\n{[3]} & %s\\\\\n\\end{tabular}",
]


@each_row("items", TYPED)
@each_row(
    "heading",
    ["\\section*{References}", "\\section{\\bf REFERENCES}", "\\begin{center}{\\bf Bibliography}\\end{center}"],
)
def test_typed_numbers(items: str, heading: str) -> None:
    extraction = found(f"Kites fly [1]. Sails do not [2, 3], as in [1--3].\n{heading}\n" + items % (AMES, BOYLE, COLE))
    assert (titles(extraction), list(extraction.cited_keys)) == (TITLES, ["1", "2", "3"])
    assert [citation.key for citation in extraction.citations] == ["1", "2", "3", "1", "2", "3"]


@each_row(
    "text, cited",
    [
        ("Kites [1,3].", ["1", "3"]),
        ("Kites [1, p.~7] and [3, Theorem 2].", ["1", "3"]),
        ("Kites~$^{[1]}$ and$^{3}$.", ["1"]),
        ("Kites \\cite{a} and [2].", ["a", "2"]),
        ("Refs.~[1]-[3].", ["1", "2", "3"]),
        ("The interval $[1,2]$ and \\[ x\\in[1,3] \\] but [3].", ["3"]),
        ("An array $a[1]$, \\verb|a[2]|, \\includegraphics[3]{x} and [1].", ["1"]),
        ("As said \\textbf{[2]}.", ["2"]),
        ("In 2001 [sic], page [17] and kites [1].", ["1"]),
    ],
)
def test_which_brackets_cite(text: str, cited: list[str]) -> None:
    items = TYPED[0] % (AMES, BOYLE, COLE)
    assert list(found(f"{text}\n\\section*{{References}}\n{items}").cited_keys) == cited


@each_row(
    "command", ["[\\ref{%s}]", "$^{\\ref{%s}}$", "Ref.~\\ref{%s}", "[\\ref{%s}, p.~3]", "\\textsuperscript{\\ref{%s}}"]
)
@each_row("item", ["\\item\\label{%s} ", "\\item \\label{%s}", "\\label{%s}\\item "])
def test_labels_that_ref_refers_to(command: str, item: str) -> None:
    label = "\\item %s\\label{%s}" if item.startswith("\\label") else item + "%s"
    keyed = [("ames", AMES), ("boyle", BOYLE), ("cole", COLE)]
    items = "\n".join(label % ((text, key) if item.startswith("\\label") else (key, text)) for key, text in keyed)
    text = f"Kites {command % 'boyle'} fly {command % 'ames'}, see Fig.~\\ref{{fig}}.\n\\begin{{figure}}\\label{{fig}}\\end{{figure}}"
    extraction = found(f"{text}\n\\section*{{References}}\n\\begin{{enumerate}}\n{items}\n\\end{{enumerate}}")
    assert (list(extraction.cited_keys), titles(extraction)) == (["boyle", "ames"], TITLES[1::-1])


def test_a_list_of_steps_is_no_bibliography() -> None:
    steps = "\\begin{enumerate}\\item\\label{one} Cut the paper.\\item\\label{two} Fold it, 2 times.\\end{enumerate}"
    extraction = found(f"Step~\\ref{{one}} and then [\\ref{{two}}].\n{steps}")
    assert (extraction.references, extraction.cited_keys) == ((), ())
    after = found(f"Step~\\ref{{one}} and [1].\n{steps}\n\\section*{{References}}\nNone.")
    assert (after.references, after.cited_keys) == ((), ())


@each_row(
    "items",
    [
        "\\item{[1]} %s\n\\item{[2]} %s\n\\item{[3]} %s\n",
        "\\item{1.} %s\n\\item{2.} %s\n\\item{3.} %s\n",
        "\\item{[1]}{%s}\n\\item{[2]}{%s}\n\\item{[3]}{%s}\n",
        "\\noindent\\hang [1] %s\n\n\\noindent\\hang [2] %s\n\n\\noindent\\hang [3] %s\n\n",
        "\\ref{1} %s\n\n\\ref{2} %s\n\n\\ref{3} %s\n\n",
        "\\itemitem{[1]} %s\\par\\itemitem{[2]} %s\\par\\itemitem{[3]} %s\\par",
    ],
)
def test_plain_tex(items: str) -> None:
    ames, boyle, cole = (text.replace("\\emph", "").replace("{", "{\\it ") for text in (AMES, BOYLE, COLE))
    text = "\\magnification=1200\nKites fly [1]. Sails [2,3].\n\\bigskip\\centerline{\\bf References}\\medskip\n"
    text += items % (ames, boyle, cole) + "\\bye\n"
    extraction = extract(of({"paper.tex": text}), "x")
    assert (titles(extraction), extraction.cited_keys) == (TITLES, ("1", "2", "3"))


def test_references_in_footnotes() -> None:
    body = (
        "Kites flew.\\footnote{Ann Ames, \\emph{On Kites and Their Strings} (Oxford: Clarendon Press, 2001), 45.} "
        "Sails did not.\\footnote{See Bob Boyle, ``Wind over Water,'' \\emph{Annals of Weather} 12 (2002): 77--90.} "
        "They sank.\\footnote{\\emph{Ibid.}, 78.} Again.\\footnote{Ames, \\emph{On Kites}, 47.} "
        "We thank the wind.\\footnote{This holds for all kites that weigh less than the air.} "
        "And more.\\footnote{Cf. Cleo Cole, \\textit{Sails of Stone} (Cambridge: Cambridge University Press, 1999); "
        "Dan Drew, ``The Sea in May,'' \\textit{Sea Review} 4, no. 2 (1987): 12--30.} "
        "The last.\\footnotemark\\footnotetext{Eve Eden, \\emph{Nets and Knots} (London: Penguin, 1975).}"
    )
    extraction = found(body)
    assert titles(extraction) == [
        "On Kites and Their Strings",
        "Wind over Water",
        "Sails of Stone",
        "The Sea in May",
        "Nets and Knots",
    ]
    assert [reference.authors[0].family for reference in extraction.references] == [
        "Ames",
        "Boyle",
        "Cole",
        "Drew",
        "Eden",
    ]
    assert [reference.year for reference in extraction.references] == [2001, 2002, 1999, 1987, 1975]


def test_footnotes_beside_citations_are_notes() -> None:
    body = "Kites \\cite{a}.\\footnote{Ann Ames, \\emph{On Kites} (Oxford: Clarendon Press, 2001), 45.}"
    item = f"\\begin{{thebibliography}}{{9}}\\bibitem{{a}} {BOYLE}\\end{{thebibliography}}"
    assert found(body + item).cited_keys == ("a",)


PANDOC = [
    (
        "(\\protect\\hyperlink{ref-ames2001}{Ames 2001}; \\protect\\hyperlink{ref-boyle2002}{Boyle 2002})",
        "\\hypertarget{references}{%\n\\section*{References}\\label{references}}\n\\hypertarget{refs}{}\n"
        "\\begin{CSLReferences}{1}{0}\n\\leavevmode\\hypertarget{ref-ames2001}{}%\nAmes, Ann. 2001. ``On Kites and Their "
        "Strings.'' \\emph{Journal of Inventions} 3: 4--5. \\url{https://doi.org/10.1000/kites.3}.\n\n"
        "\\leavevmode\\hypertarget{ref-boyle2002}{}%\nBoyle, Bob. 2002. ``Wind over Water.'' \\emph{Annals of Weather} 12: 77."
        "\n\n\\leavevmode\\hypertarget{ref-cole1999}{}%\nCole, Cleo. 1999. \\emph{Sails of Stone}. Cambridge.\n\\end{CSLReferences}",
    ),
    (
        "{[}\\protect\\hyperlink{ref-ames2001}{1},\\protect\\hyperlink{ref-boyle2002}{2}{]}",
        "\\hypertarget{refs}{}\n\\begin{CSLReferences}{0}{0}\n\\leavevmode\\hypertarget{ref-ames2001}{}%\n"
        "\\CSLLeftMargin{{[}1{]} }\n\\CSLRightInline{A. Ames, {``On kites and their strings,''} \\emph{J. Inv.}, vol. 3, 2001.}\n\n"
        "\\leavevmode\\hypertarget{ref-boyle2002}{}%\n\\CSLLeftMargin{{[}2{]} }\n\\CSLRightInline{B. Boyle, {``Wind over "
        "water,''} \\emph{Ann. Weather}, vol. 12, 2002.}\n\\end{CSLReferences}",
    ),
    (
        "(\\citeproc{ref-ames2001}{Ames 2001}; \\citeproc{ref-boyle2002}{Boyle 2002})",
        "\\protect\\phantomsection\\label{refs}\n\\begin{CSLReferences}{1}{0}\n\\bibitem[\\citeproctext]{ref-ames2001}\n"
        "Ames, Ann. 2001. {``On Kites and Their Strings.''} \\emph{Journal of Inventions} 3: 4--5.\n\n"
        "\\bibitem[\\citeproctext]{ref-boyle2002}\nBoyle, Bob. 2002. {``Wind over Water.''} \\emph{Annals of Weather} 12: 77.\n\n"
        "\\end{CSLReferences}",
    ),
    (
        "(\\hyperlink{ref-ames2001}{Ames 2001}; \\hyperlink{ref-boyle2002}{Boyle 2002})",
        "\\hypertarget{references}{%\n\\section*{References}\\label{references}}\n\n\\hypertarget{refs}{}\n"
        "\\hypertarget{ref-ames2001}{}\nAmes, Ann. 2001. ``On Kites and Their Strings.'' \\emph{Journal of Inventions} 3.\n\n"
        "\\hypertarget{ref-boyle2002}{}\nBoyle, Bob. 2002. ``Wind over Water.'' \\emph{Annals of Weather} 12.\n",
    ),
    (
        "(\\citeproc{ref-ames2001}{Ames 2001}; \\citeproc{ref-boyle2002}{Boyle 2002})",
        "\\phantomsection\\label{refs}\n\\begin{CSLReferences}{1}{0}\n\\vspace{1em}\n\n\\phantomsection\\label{ref-ames2001}\n"
        "Ames, Ann. 2001. ``On Kites and Their Strings.'' \\emph{Journal of Inventions} 3.\n\n"
        "\\phantomsection\\label{ref-boyle2002}\nBoyle, Bob. 2002. ``Wind over Water.'' \\emph{Annals of Weather} 12.\n\n"
        "\\end{CSLReferences}",
    ),
    (
        "(Ames 2001; Boyle 2002)",
        "\\hypertarget{refs}{}\n\\leavevmode\\hypertarget{ref-ames2001}{}%\nAmes, Ann. 2001. ``On Kites and Their Strings.'' "
        "\\emph{Journal of Inventions} 3.\n\n\\leavevmode\\hypertarget{ref-boyle2002}{}%\nBoyle, Bob. 2002. ``Wind over "
        "Water.'' \\emph{Annals of Weather} 12.\n",
    ),
]


@each_row("citation, refs", PANDOC)
def test_what_pandoc_writes(citation: str, refs: str) -> None:
    extraction = found(f"Kites fly {citation}.\n\n{refs}\n")
    assert list(extraction.cited_keys) == ["ref-ames2001", "ref-boyle2002"]
    assert [(title or "").lower() for title in titles(extraction)] == ["on kites and their strings", "wind over water"]
    assert [reference.authors[0].family for reference in extraction.references] == ["Ames", "Boyle"]


def test_typed_author_and_year() -> None:
    body = (
        "Kites fly (Ames 2001). Sails do not (Boyle, 2002; Cole and Drew 1999).\n\\section*{References}\n"
        "\\noindent Ames, A. (2001). On kites and their strings. \\emph{J. Inv.} 3, 4--5.\n\n"
        "\\noindent Boyle, B. (2002). Wind over water. \\emph{Ann. Weather} 12, 77.\n\n"
        "\\noindent Cole, C. and Drew, D. (1999). \\emph{Sails of stone}. Cambridge University Press.\n"
    )
    assert titles(found(body)) == TITLES


def test_a_paper_without_any_bibliography_says_so() -> None:
    extraction = found("Nothing here.\\footnote{We thank the wind.}")
    assert (extraction.references, "nothing-cited" in {note.code for note in extraction.diagnostics}) == ((), True)


@each_row("margin", ["1. ", "{[}1{]} "])
@each_row("target", ["\\bibitem[\\citeproctext]{ref-a}\n", "\\leavevmode\\hypertarget{ref-a}{}%\n"])
@each_row(
    "preamble",
    [
        "",
        "\\newcommand{\\CSLLeftMargin}[1]{\\parbox[t]{\\csllabelwidth}{\\strut#1\\strut}}\n\\newcommand{\\CSLRightInline}[1]{\\parbox[t]{\\linewidth - \\csllabelwidth}{\\strut#1\\strut}}",
    ],
)
def test_pandocs_margin_is_no_name(margin: str, target: str, preamble: str) -> None:
    item = f"{target}\\CSLLeftMargin{{{margin}}}%\n\\CSLRightInline{{A. Ames, {{``On kites,''}} \\emph{{J. Inv.}}, vol. 3, 2001.}}"
    extraction = found(
        f"Kites [\\citeproc{{ref-a}}{{1}}] or \\protect\\hyperlink{{ref-a}}{{1}}.\n\\begin{{CSLReferences}}{{0}}{{0}}\n{item}\n\\end{{CSLReferences}}",
        preamble,
    )
    (reference,) = extraction.references
    assert (reference.title, [(name.family, name.given) for name in reference.authors]) == (
        "On kites",
        [("Ames", "A.")],
    )
