"""The local PDF reader on PDFs that TeX makes."""

from __future__ import annotations

import pytest

from litgauge.tasks.papers.pdf import PdfSettings, read_pdf
from litgauge.tasks.records import FullText
from tests.papers.pdf.conftest import Compile

pytestmark = [pytest.mark.tex, pytest.mark.soak]

FILLER = (
    "Nobody remembers who flew the first kite, but everybody who has flown one remembers the straightforward "
    "pleasure of a taut line, an unexpectedly strong wind and the characteristically restless pull of something "
    "much lighter than air seems to allow. "
) * 6
PAPER = r"""
\documentclass[%s]{article}
\usepackage[utf8]{inputenc}
\pagestyle{headings}
\title{A Survey of Kites\\ and What Holds Them Up}
\author{Ann Author\\ University of Wind}
\date{}
\begin{document}
\maketitle
\begin{abstract}We survey kites, naïve and otherwise. FILLER\end{abstract}
\section{Introduction}
FILLER\footnote{A footnote about string and nothing else at all.} Efficient flight is described in \cite{fry}.

Another paragraph begins here. FILLER
\begin{figure}[t]\centering\rule{3cm}{2cm}\caption{A kite in the evening.}\end{figure}
\subsection{Lift}
FILLER FILLER FILLER
\section{Gödel's Conclusions}
FILLER FILLER
\section*{Acknowledgements}
We thank Bob Benefactor.
\begin{thebibliography}{9}
\bibitem{fry} H. Fry. Lift and Drag. 2014.
\end{thebibliography}
\appendix
\section{Proofs}
Thus it is proved. FILLER
\end{document}
""".replace("FILLER", FILLER)


@pytest.fixture(scope="module", params=["11pt", "twocolumn", "twocolumn,a4paper,12pt"])
def text(request: pytest.FixtureRequest, pdflatex: Compile) -> FullText:
    return read_pdf(pdflatex(PAPER.replace("%s", request.param)), "s", PdfSettings())


def test_the_outline(text: FullText) -> None:
    assert text.title == "A Survey of Kites and What Holds Them Up"
    assert [(part.level, part.title) for part in text.sections] == [
        (1, "Introduction"),
        (2, "Lift"),
        (1, "Gödel’s Conclusions"),
        (1, "A Proofs"),
    ]


def test_the_abstract(text: FullText) -> None:
    assert text.abstract is not None
    assert text.abstract.startswith("We survey kites, naïve and otherwise. Nobody remembers")
    assert text.abstract.endswith("than air seems to allow.")


def test_words_are_whole_and_in_order(text: FullText) -> None:
    for part in text.sections:
        assert part.text.count("characteristically restless pull of something") >= 5
        assert "straightforward pleasure" in part.text


def test_what_is_no_text_is_gone(text: FullText) -> None:
    everything = " ".join(f"{part.title} {part.text}" for part in text.sections)
    for gone in ("Ann Author", "Benefactor", "Lift and Drag", "evening", "[1]", "about string", "INTRODUCTION"):
        assert gone not in everything
    assert "Efficient flight is described in" in everything


def test_paragraphs_are_kept_apart(text: FullText) -> None:
    assert "\n\nAnother paragraph begins here." in text.sections[0].text
