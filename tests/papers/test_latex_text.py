"""LaTeX sources -> the text of a survey."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.latex import SourceTree
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.records import FullText
from tests.tables import each_row


def fulltext(body: str, preamble: str = r"\title{A Survey of Kites}", **more: int) -> FullText:
    source = rf"\documentclass{{article}}{preamble}" + "\n\\begin{document}\n" + body + "\n\\end{document}\n"
    return latex_fulltext(SourceTree("s", {"paper.tex": source.encode()}), "s", **more)


def prose(body: str, preamble: str = "") -> str:
    """The text of one section with this body."""
    [part] = fulltext("\\section{Kites}\n" + body, preamble).sections
    return part.text


def test_title_abstract_sections_and_levels() -> None:
    text = fulltext(r"""
        \maketitle
        \begin{abstract}On \emph{kites}.\end{abstract}
        \section[Short]{Introduction to {K}ites}\label{sec:in}
        They fly.

        And high.
        \subsection*{Lift}
        It lifts.
    """)
    assert (text.title, text.abstract, text.origin) == ("A Survey of Kites", "On kites.", "latex")
    assert [(part.level, part.title, part.text) for part in text.sections] == [
        (1, "Introduction to Kites", "They fly.\n\nAnd high."),
        (2, "Lift", "It lifts."),
    ]


@each_row(
    "preamble, body, title",
    [
        (r"\title[Short]{Long \& {Title}\thanks{By Ann.}}", "", "Long & Title"),
        (r"\title{\LARGE \bf Two\\[1em] lines.}", "", "Two lines"),
        (r"\newcommand{\name}{Kites}\title{On \name}", "", "On Kites"),
        (r"\hypersetup{pdftitle={On Kites}, colorlinks}", "", "On Kites"),
        (
            "",
            r"\begin{center}{\Large\bf The Great Survey of Kites}\end{center} Ann Author",
            "The Great Survey of Kites",
        ),
        ("", r"\begin{titlepage}\begin{Large}The Survey of Kites\end{Large}\end{titlepage}", "The Survey of Kites"),
        ("", r"\section*{Recipes for Kites}\begin{abstract}On them.\end{abstract}", "Recipes for Kites"),
        ("", "", None),
    ],
)
def test_titles(preamble: str, body: str, title: str | None) -> None:
    assert fulltext(body + r"\section{One} They fly.", preamble).title == title


@each_row(
    "preamble, body",
    [
        ("", r"\begin{abstract}On kites.\end{abstract}"),
        ("", r"\abstract{On kites.}"),
        (r"\abstract{On kites.}", ""),
        (r"\begin{abstract}On kites.\end{abstract}", ""),
        ("", r"\section*{Abstract} On kites."),
        ("", r"\begin{frontmatter}\begin{abstract}On kites.\end{abstract}\end{frontmatter}"),
        (r"\newcommand{\subject}{kites}", r"\begin{abstract}On \subject.\end{abstract}"),
    ],
)
def test_abstracts(preamble: str, body: str) -> None:
    text = fulltext(body + r"\section{One} They fly.", preamble)
    assert text.abstract == "On kites."
    assert [part.title for part in text.sections] == ["One"]


def test_an_abstract_in_bold_type_only() -> None:
    told = "Kites are surveyed, as they have been before. " * 6
    text = fulltext(rf"\maketitle \textbf{{\textit{{Abstract}}---{told}}}" + "\n\n" + r"\section{One} They fly.")
    assert text.abstract == told.strip()
    assert [part.title for part in text.sections] == ["One"]


@each_row(
    "latex, text",
    [
        (r"Kites fly~\citep[see][p.~3]{a,b}, and \cite{c}.", "Kites fly, and."),
        (r"Kites fly (see \cite{a}; \cite{b}).", "Kites fly."),
        (r"\textcites[1]{a}[2]{b} say so \parencite*{a}.", "say so."),
        (r"As in Section~\ref{sec:a}, \autoref{fig:b} and \fullref{x:y}.", "As in Section, Figure and."),
        ("Kites\\footnote{Paper ones.\n\nOnly.} fly.", "Kites (Paper ones. Only.) fly."),
        (r"Kites\footnote{\cite{a}} fly.", "Kites fly."),
        (r"with $H_0$ and $O(n^2)$ and \[x = \frac{a}{b}\] here", "with H₀ and O(n²) and x = a/b here"),
        ("\\begin{align}\nx &= 1 \\label{a}\\\\\n y &= 2\\nonumber\n\\end{align}", "x = 1 y = 2"),
        (r"a set $\{1,2\}$", "a set {1,2}"),
        (r"\begin{itemize}\item One \item[Two] two\end{itemize}", "One\n\nTwo two"),
        (r"\paragraph{Lift} It lifts.", "Lift. It lifts."),
        (r"\href{https://example.org}{here} and \url{https://example.org/a_b}", "here and https://example.org/a_b"),
        (r"\SI{5}{\kilo\metre} and \si{\metre\per\second}", "5 kilometre and metre per second"),
        (
            r"{\Large Big} \textcolor{red}{red} \vspace{-2mm}\hspace*{3em}text\vskip 3pt plus 1fil end",
            "Big red text end",
        ),
        (r"Na\"{\i}ve ``G\"odel'' --- M\'ark", "Naïve “Gödel” — Márk"),
        (r"\IEEEPARstart{T}{his} is \LaTeX\ text\UnknownSwitch.", "This is LaTeX text."),
        ("One.\n\n\nTwo.\\par Three.", "One.\n\nTwo.\n\nThree."),
        (r"\begin{minipage}[t]{0.5\textwidth}Inside.\end{minipage}", "Inside."),
        (r"Line one\\[2pt] line two \\ line three", "Line one line two line three"),
    ],
)
def test_prose(latex: str, text: str) -> None:
    assert prose(latex) == text


@each_row(
    "dropped",
    [
        r"\begin{figure*}[t]\includegraphics{a}\caption{Gone}\end{figure*}",
        r"\begin{table}\begin{tabular}{ll}Gone & 1\\\end{tabular}\end{table}",
        r"\begin{tikzpicture}\node {Gone};\end{tikzpicture}",
        r"\begin{algorithm}\begin{algorithmic}\State Gone\end{algorithmic}\end{algorithm}",
        r"\begin{thebibliography}{9}\bibitem{a} Gone.\end{thebibliography}",
        r"\begin{figure}\begin{figure}Gone\end{figure}Gone\end{figure}",
        r"\author{Gone Author}\email{gone@example.org}\keywords{gone}",
        r"\section*{Acknowledgments} Thanks to Gone.",
        r"\begin{acks}Thanks to Gone.\end{acks}",
        "% Gone\n",
        r"\iffalse Gone \fi",
        r"\begin{comment}Gone\end{comment}",
        r"\verb|Gone|",
        r"\newcommand{\gone}[1]{Gone #1}",
        r"\def\gone#1{Gone}",
        r"\setcounter{Gone}{3}",
        r"\bibliography{gone}",
    ],
)
def test_what_is_no_prose_is_left_out(dropped: str) -> None:
    assert prose(f"Here. {dropped}") == "Here."


def test_macros_of_the_paper_are_expanded() -> None:
    preamble = (
        r"\newcommand{\kites}{kites\xspace}\newcommand{\by}[2][Ann]{by #1 and #2}\def\so{so}"
        r"\newcommand{\loop}{\loop x}\newacronym{uav}{UAV}{unmanned vehicle}"
    )
    assert prose(r"All \kites, \kites fly \so{} \by{Bob} \by[Cid]{Dan} as \glspl{uav} \loop", preamble) == (
        "All kites, kites fly so by Ann and Bob by Cid and Dan as UAVs x"
    )


def test_formulas_between_macros_of_the_paper_are_formulas() -> None:
    shortcuts = r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}}"
    assert prose(r"Lift is \be L_0 &= \alpha \ee here.", shortcuts) == "Lift is L₀ = α here."


def test_a_macro_inside_its_own_argument_is_expanded_and_one_inside_its_own_body_is_not() -> None:
    assert prose(r"It is \mean{a \mean{b}}.", r"\newcommand{\mean}[1]{+#1+}") == "It is +a +b++."
    assert prose(r"It is \loop.", r"\newcommand{\loop}{round \loop}") == "It is round."


def test_a_command_before_an_argument_keeps_its_name() -> None:
    assert prose(r"They \strongly{fly}.", r"\newcommand{\strongly}[1]{{\bf#1}}") == "They fly."


def test_what_a_class_says_of_headings_is_typography() -> None:
    style = rb"""\renewcommand{\section}{\@startsection{section}{1}{0pt}{-12pt}{6pt}{\ifnum1=1\bfseries\fi}}
        \newcommand{\dropped}[2]{\setbox0\hbox{#1}\kern-1pt#2}\newcommand{\kite}{box kite}"""
    source = rb"\documentclass{own}\begin{document}\section{Kites}\dropped{T}{hey} fly a \kite.\end{document}"
    text = latex_fulltext(SourceTree("s", {"paper.tex": source, "own.cls": style}), "s")
    assert [(part.title, part.text) for part in text.sections] == [("Kites", "They fly a box kite.")]


def test_words_that_a_citing_macro_prints_stay() -> None:
    credit = r"\newcommand{\credit}[2]{#1 from \cite{#2}}"
    assert prose(r"A kite. \credit{Fig. 2}{a} shows it.", credit) == "A kite. Fig. 2 from shows it."


def test_sections_of_a_book_count_from_its_chapters() -> None:
    text = fulltext(r"\part{I}\chapter{Kites}\section{Lift} a \subsection{More} b")
    assert [(part.level, part.title) for part in text.sections] == [(1, "I"), (1, "Kites"), (2, "Lift"), (3, "More")]


def test_a_paper_without_sections_keeps_its_text() -> None:
    [part] = fulltext(r"\author{Ann}\maketitle Kites fly. \begin{abstract}On kites.\end{abstract} They do.").sections
    assert (part.title, part.text) == ("", "Kites fly.\n\nThey do.")


def test_people_on_a_hand_made_title_page_are_left_out() -> None:
    text = fulltext(
        r"\begin{center}Ann Author, Bob Writer\end{center}\maketitle Ann A. Author, Bob B. Writer, "
        r"Cid C. Poet, Dan D. Bard, Eve E. Scribe" + "\n\n"
        r"Write to ann@example.org.\section{One} They fly."
    )
    assert [(part.title, part.text) for part in text.sections] == [("One", "They fly.")]


def test_inputs_are_followed() -> None:
    tree = SourceTree(
        "s",
        {
            "paper.tex": rb"\documentclass{article}\begin{document}\input{one}\end{document}",
            "one.tex": rb"\section{One} They fly.",
        },
    )
    assert [part.title for part in latex_fulltext(tree, "s").sections] == ["One"]


def test_a_wrapper_around_a_pdf_holds_no_text() -> None:
    with pytest.raises(Rejected) as caught:
        fulltext(r"\includepdf[pages=-]{paper.pdf}")
    assert caught.value.rule == "no-text"


def test_the_text_is_bounded() -> None:
    text = fulltext(r"\section{One}" + "They fly.\n\n" * 1000 + r"\section{Two} And high.", max_chars=200)
    assert sum(len(part.text) for part in text.sections) == 200
    assert [part.title for part in text.sections] == ["One"]


OPENING = "\\section{Kites}" + "Kites fly high above the fields. " * 10
HOSTILE = {
    "unclosed sections": r"\section{" * 20_000,
    "nested sections": r"\section{" * 10_000 + "x" + "}" * 10_000,
    "unclosed figures": r"\begin{figure}" * 15_000,
    "nested displays": r"\begin{align}" * 8_000 + r"\end{align}" * 8_000,
    "unclosed options": r"\ref[" * 40_000,
    "citations": r"\cite[a]{" * 20_000,
    "brackets": "(see, " * 40_000,
    "commas": ", ;" * 60_000,
    "rows": "\\\\[" * 60_000,
    "macros": r"\a{" * 10_000 + "x" + "}" * 10_000,
}


@pytest.mark.soak
@pytest.mark.parametrize("latex", HOSTILE.values(), ids=HOSTILE)
def test_hostile_sources_take_bounded_time(latex: str) -> None:
    text = fulltext(OPENING + latex, r"\newcommand{\a}[1]{#1#1#1}", max_chars=100_000)
    assert sum(len(part.text) for part in text.sections) <= 100_000


def test_text_before_an_empty_abstract_is_the_text_where_there_is_no_other() -> None:
    found = fulltext(OPENING + r"\begin{abstract}")
    assert [part.text.split(" high")[0] for part in found.sections] == ["Kites fly"]


LATEX = st.lists(
    st.sampled_from(
        [
            "\\section",
            "\\begin",
            "\\end",
            "{figure}",
            "{abstract}",
            "{align}",
            "{",
            "}",
            "[",
            "]",
            "$",
            "\\[",
            "\\]",
            "\\cite",
            "\\a",
            "\\item",
            "\\footnote",
            "\\title",
            "\\par",
            "\n\n",
            "text",
            "é",
            "\\",
            "%",
            "&",
            "\\\\",
            "\\newcommand",
            "\\def",
            "#1",
            "^",
            "_",
        ]
    ),
    max_size=60,
).map("".join)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(LATEX)
def test_any_latex_gives_plain_text(latex: str) -> None:
    found = fulltext(OPENING + latex, r"\newcommand{\a}[1]{x \a{#1} #1}")
    prose = [found.abstract or "", *(part.text for part in found.sections)]
    for text in [paragraph for part in prose for paragraph in part.split("\n\n")]:
        assert text == text.strip()
        assert "\n" not in text
        assert "\\section" not in text
