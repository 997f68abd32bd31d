"""What a source says where it cites: paragraph and sentence of each citation, in the author's words."""

from __future__ import annotations

import pytest

from litgauge.tasks.latex import extract, open_source
from litgauge.tasks.latex.contexts import citation_contexts
from litgauge.tasks.records import CitationContext


def contexts(body: str, head: str = "") -> list[CitationContext]:
    source = rf"\documentclass{{article}}{head}\begin{{document}}{body}\end{{document}}"
    return list(citation_contexts(open_source(source.encode(), "paper.tex"), "paper"))


def test_each_key_has_its_sentence_and_its_paragraph() -> None:
    body = (
        "\\section{Owls}\nBarn owls hear well~\\cite{knudsen, konishi}. "
        "They \\emph{hunt} at night \\citep[p.~3]{payne}!\n\n"
        "Gulls do not \\cite{knudsen}.\n"
    )
    found = contexts(body)
    assert [(one.key, one.citation, one.sentence) for one in found] == [
        ("knudsen", 0, "Barn owls hear well [this work]."),
        ("konishi", 1, "Barn owls hear well [this work]."),
        ("payne", 2, "They hunt at night [this work]!"),
        ("knudsen", 3, "Gulls do not [this work]."),
    ]
    first = "Barn owls hear well [another]. They hunt at night [another]!"
    assert [one.paragraph for one in found] == [first] * 3 + ["Gulls do not [another]."]
    assert found[2].callout == "\\citep[p.~3]{payne}"


def test_others_beside_it_are_told_apart() -> None:
    one, other = contexts("Unlike \\citet{a}, who fail, \\citet{b} find owls.")
    assert one.sentence == "Unlike [this work], who fail, [another] find owls."
    assert other.sentence == "Unlike [another], who fail, [this work] find owls."


def test_it_numbers_citations_as_the_extraction_does() -> None:
    source = (
        r"\documentclass{article}\newcommand{\seeowl}[1]{see \cite{#1}}\begin{document}"
        r"\nocite{x} % \cite{commented}"
        "\n"
        r"First \seeowl{a}. Then \cite{b,c}. \begin{itemize}\item One \cite{a}\item Two \cite{d}\end{itemize}"
        r"\begin{thebibliography}{9}\bibitem{a}A\bibitem{b}B\bibitem{c}C\bibitem{d}D\end{thebibliography}\end{document}"
    )
    tree = open_source(source.encode(), "paper.tex")
    citations = extract(tree, "paper").citations
    found = citation_contexts(tree, "paper")
    assert [citations[one.citation].key for one in found] == [one.key for one in found] == ["a", "b", "c", "a", "d"]
    assert [one.sentence for one in found][-2:] == ["One [this work]", "Two [this work]"]


@pytest.mark.slow
def test_endless_paragraphs_are_cut_and_cost_little() -> None:
    body = " ".join(f"Owl {number} is small \\cite{{k{number}}}." for number in range(4_000))
    found = contexts(body)
    assert len(found) == 4_000
    assert max(len(one.paragraph) for one in found) <= 5_000
    assert found[3_999].sentence == "Owl 3999 is small [this work]."


REFERENCES = (
    "\n\\section*{References}\n\\begin{enumerate}\\item A. Ames, \\emph{On kites}, Acme, 2001."
    "\\item B. Boyle, \\emph{On wind}, Acme, 2002.\\end{enumerate}\n"
)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "\\section{Air}Kites fly [1]. Wind blows [1, 2].",
            [("1", "Kites fly [this work]."), ("1", "Wind blows [this work]."), ("2", "Wind blows [this work].")],
        ),
        (
            "Kites fly.\\textsuperscript{1} Wind, too.\\textsuperscript{2}",
            [("1", "Kites fly [this work]."), ("2", "Wind, too [this work].")],
        ),
        (
            "Kites fly (Ames 2001). They fly in wind, says Boyle (2002).",
            [("Ames2001", "Kites fly ( [this work])."), ("Boyle2002", "They fly in wind, says [this work].")],
        ),
    ],
)
def test_callouts_of_typed_lists_have_contexts(text: str, sentences: list[tuple[str, str]]) -> None:
    found = contexts(text + REFERENCES)
    assert [(one.key, one.sentence) for one in found] == sentences


def test_a_note_stands_in_the_sentence_before_it() -> None:
    notes = (
        "Kites fly.\\footnote{Ann Ames, \\emph{On kites} (Oxford: Acme, 2001), 3.} "
        "Wind blows.\\footnote{Bob Boyle, \\emph{On wind} (Oxford: Acme, 2002), 7; see also Ames, \\emph{Kites}, 9.}"
    )
    source = rf"\documentclass{{article}}\begin{{document}}{notes}\end{{document}}".encode()
    found = citation_contexts(open_source(source, "paper.tex"), "paper")
    citations = extract(open_source(source, "paper.tex"), "paper").citations
    assert (
        [one.key for one in found] == [citations[one.citation].key for one in found] == ["note-1", "note-2", "note-1"]
    )
    assert found[1].paragraph == "Kites fly [another]. Wind blows [another]."


def test_typed_callouts_have_their_section() -> None:
    source = f"\\documentclass{{article}}\\begin{{document}}\\section{{Air}}Kites [1].{REFERENCES}\\end{{document}}"
    (citation,) = extract(open_source(source.encode(), "paper.tex"), "paper").citations
    assert (citation.section, citation.in_appendix, citation.command) == ("Air", False, "typed")


def test_commands_and_typed_callouts_are_numbered_as_the_extraction_does() -> None:
    body = f"Gulls \\cite{{a}}. Kites [1]. Wind [2].{REFERENCES}"
    source = f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"
    tree = open_source(source.encode(), "paper.tex")
    citations = extract(tree, "paper").citations
    found = citation_contexts(tree, "paper")
    assert [citations[one.citation].key for one in found] == [one.key for one in found] == ["a", "1", "2"]
    assert [one.sentence for one in found] == ["Gulls [this work].", "Kites [this work].", "Wind [this work]."]
