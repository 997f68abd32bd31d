"""Classes and styles bundled with a paper: what an author could have meant in them counts, and nothing else."""

from __future__ import annotations

import itertools

import pytest

from litgauge.tasks.latex import expand, extract
from tests.latex.sources import BIB, cited, codes, document, of, read, tree
from tests.latex.typography import KEYS, bundles
from tests.tables import each_row


def with_style(body: str, style: str, *, options: str = "", **more: str) -> list[str]:
    """The keys of a document that loads mymacros.sty."""
    load = f"\\usepackage{options}{{mymacros}}"
    return cited(body, load, mymacros__sty=style, **more)


@each_row(
    "style, body, keys",
    [
        (r"\newcommand{\see}[1]{see \citep{#1}}", r"\see{a}", ["a"]),
        (r"\newcommand{\see}[2][]{\citep[#1]{#2}}", r"\see[p. 3]{a}", ["a"]),
        (r"\def\see#1#2{#1 (\cite{#2})}", r"\see{Ames}{b}", ["b"]),
        (r"\NewDocumentCommand{\see}{o m}{\cite{#2}}", r"\see[x]{b}", ["b"]),
        (r"\newcommand{\ourpaper}{\cite{a}}", r"As in \ourpaper.", ["a"]),
        (r"\newcommand{\citeours}{\cite{a}}", r"As in \citeours.", ["a"]),
        (r"\let\see\citet", r"\see{c}", ["c"]),
        (r"\newcommand{\one}[1]{\two{#1}}\newcommand{\two}[1]{\cite{#1}}", r"\one{a}", ["a"]),
        (r"\newcommand{\hide}[1]{}", r"\cite{a}\hide{\cite{b}}", ["a"]),
        (r"\makeatletter\let\hide\@gobble\makeatother", r"\cite{a}\hide{\cite{b}}", ["a"]),
        (r"\newcommand{\was}[2]{#2}", r"\was{\cite{a}}{\cite{b}}", ["b"]),
        (r"\newcommand{\note}[1]{#1}\renewcommand{\note}[1]{}", r"\cite{a}\note{\cite{b}}", ["a"]),
        (r"\newif\ifdraft\drafttrue", r"\ifdraft\cite{a}\else\cite{b}\fi", ["a"]),
        (r"\newif\ifdraft", r"\ifdraft\cite{a}\else\cite{b}\fi", ["b"]),
        (r"\newif\ifdraft\newcommand{\note}[1]{\ifdraft #1\fi}", r"\cite{a}\note{\cite{b}}", ["a"]),
        (r"\newenvironment{hidden}{\comment}{\endcomment}", r"\begin{hidden}\cite{a}\end{hidden}\cite{b}", ["b"]),
        (r"\usepackage{comment}\excludecomment{old}", "\\begin{old}\n\\cite{a}\n\\end{old}\n\\cite{b}", ["b"]),
        (r"\excludeversion{old}", "\\begin{old}\n\\cite{a}\n\\end{old}\n\\cite{b}", ["b"]),
        (r"\lstnewenvironment{code}{}{}", "\\begin{code}\n\\cite{a}\n\\end{code}\n\\cite{b}", ["b"]),
        (r"\newboolean{long}\setboolean{long}{true}", r"\ifthenelse{\boolean{long}}{\cite{a}}{\cite{b}}", ["a"]),
        (r"\newcount\version \version=2 ", r"\ifnum\version=2 \cite{a}\else\cite{b}\fi", ["a"]),
        (r"\newcommand{\version}{long}", r"\ifthenelse{\equal{\version}{long}}{\cite{a}}{\cite{b}}", ["a"]),
        (r"\newcommand{\ames}{a}", r"\cite{\ames}", ["a"]),
        (r"\newcommand{\addrelated}{\input{related}}", r"\addrelated", ["c"]),
        (r"\AtBeginDocument{\newcommand{\see}[1]{\cite{#1}}}", r"\see{a}", ["a"]),
        (r"\input{more.def}", r"\more{a}", ["a"]),
        (r"\RequirePackage{inner}", r"\inner{b}", ["b"]),
    ],
)
def test_an_authors_style_goes_on_working(style: str, body: str, keys: list[str]) -> None:
    beside = {
        "related__tex": r"\cite{c}",
        "more__def": r"\newcommand{\more}[1]{\cite{#1}}",
        "inner__sty": r"\newcommand{\inner}[1]{\cite{#1}}",
    }
    assert with_style(body, style, **beside) == keys


STYLE_WITH_OPTIONS = r"""
\newif\iflong
\DeclareOption{long}{\longtrue}
\DeclareOption{short}{\longfalse}
\DeclareOption{quiet}{\newcommand{\note}[1]{}}
\DeclareOption*{\PassOptionsToClass{\CurrentOption}{article}}
\ExecuteOptions{DEFAULT}
\ProcessOptions\relax
\providecommand{\note}[1]{#1}
"""


@each_row(
    "default, options, keys",
    [
        ("short", "", ["b", "c"]),
        ("long", "", ["a", "c"]),
        ("short", "[long]", ["a", "c"]),
        ("long", "[short, quiet]", ["b"]),
        ("long", "[unknown]", ["a", "c"]),
    ],
)
def test_options_of_a_style_decide_as_in_tex(default: str, options: str, keys: list[str]) -> None:
    style = STYLE_WITH_OPTIONS.replace("DEFAULT", default)
    assert with_style(r"\iflong\cite{a}\else\cite{b}\fi\note{\cite{c}}", style, options=options) == keys


def test_options_of_the_class_reach_the_styles() -> None:
    text = document(r"\iflong\cite{a}\else\cite{b}\fi", r"\usepackage{mymacros}").replace(
        "{article}", "[long]{article}"
    )
    style = STYLE_WITH_OPTIONS.replace("DEFAULT", "short")
    assert extract(tree(main__tex=text, refs__bib=BIB, mymacros__sty=style), "x").cited_keys == ("a",)


@each_row(
    "code",
    [
        r"\renewcommand{\cite}[1]{[\csname b@#1\endcsname]}",
        r"\def\cite{\@ifnextchar[{\@tempswatrue\@citex}{\@tempswafalse\@citex[]}}",
        r"\DeclareRobustCommand{\citep}[1]{}",
        r"\let\cite\relax \let\citep\@gobble",
        r"\renewcommand{\section}[1]{\@startsection{section}{1}{\z@}{-3ex}{2ex}{\bfseries}}",
        r"\renewcommand\section[1]{}\def\footnote#1{}\renewcommand{\caption}[2][]{}",
        r"\def\maketitle{\@maketitle\input{elsewhere}}",
        r"\DeclareRobustCommand\bfseries{\fontseries\bfdefault\selectfont\cite{x}}",
        r"\newcommand{\@see}[1]{\cite{wrong}}\def\fn@gobble#1{}",
        r"\newcommand{\words}[1]{\my@words{#1}}\def\my@words#1{}",
        r"\ifx\undefined\something \def\textsee#1{} \else",
        r"\ifx\a\b \newcommand{\words}[1]{}",
        r"\iffalse",
        r"\newcommand{\words}[1]{} \def\later{\def\words##1{##1}}",
        r"\newcommand{\words}[1]{} \def\later{\let\words\relax}",
        r"{\def\words#1{}} \begingroup\catcode`\@=11 \endgroup",
        r"\bgroup\def\words#1{}\egroup \begingroup\newcommand{\words}[1]{}\endgroup",
        r"\DeclareOption{blind}{\def\words#1{}}\ProcessOptions",
        r"\@ifpackageloaded{natbib}{\newcommand{\words}[1]{}}{}",
        r"\newenvironment{abstract}{\comment}{\endcomment}\newenvironment{words}{\setbox0\vbox\bgroup}{\egroup}",
        r"\stop\bye \end{document} \endinput \def\x",
        r"\newcommand{\broken}[1]{ \def",
        r"\AtBeginDocument{\let\cite\@gobble \AtBeginDocument{",
    ],
)
def test_typography_neither_hides_nor_adds_a_citation(code: str) -> None:
    body = (
        r"\section{One}\words{\cite{a}} \textbf{\citep{b}}\begin{abstract}\footnote{\cite{c}}\end{abstract}"
        r"\begin{words}\caption{\cite{a}}\end{words}"
    )
    for name, load in (("house.sty", r"\usepackage{house}"), ("house.cls", r"\LoadClass{house}")):
        text = document(body, load)
        found = extract(of({"main.tex": text, "refs.bib": BIB, name: code}), "x")
        assert found.cited_keys == ("a", "b", "c"), name
        assert {citation.section for citation in found.citations} == {"One"}
        assert "packages-ignored" not in codes(found)


def test_class_code_that_the_preamble_holds_does_not_replace_headings() -> None:
    preamble = (
        r"\makeatletter\renewcommand{\section}{\ifx\x\y\else\fi\@startsection{section}{1}{\z@}{1ex}{1ex}{\bf}}"
        r"\makeatother"
    )
    found = read(r"\section{One}\cite{a}", preamble)
    assert [(citation.key, citation.section) for citation in found.citations] == [("a", "One")]


def test_a_style_named_as_an_option_of_latex_209_counts() -> None:
    text = r"\documentstyle[12pt,mymacros]{article}\begin{document}\see{a}\bibliography{refs}\end{document}"
    style = r"\def\see#1{(\cite{#1})}"
    assert extract(tree(main__tex=text, refs__bib=BIB, mymacros__sty=style), "x").cited_keys == ("a",)


def test_a_bibliography_that_a_style_names_is_read() -> None:
    text = document(r"\cite{a}", r"\usepackage{mymacros}", ending=r"\printbibliography")
    found = extract(tree(main__tex=text, refs__bib=BIB, mymacros__sty=r"\addbibresource{refs.bib}"), "x")
    assert [reference.key for reference in found.references] == ["a"]


def test_a_list_of_works_that_a_style_inputs_is_read_all_the_same() -> None:
    items = (
        r"\begin{thebibliography}{9}\bibitem{a} A. Ames, ``Alpha of things,'' J. Things 1 (2001).\end{thebibliography}"
    )
    text = document(r"\cite{a}", r"\usepackage{house}")
    found = extract(tree(main__tex=text, main__bbl=items, house__sty=r"\AtBeginDocument{\input{\jobname.bbl}}"), "x")
    assert [reference.title for reference in found.references] == ["Alpha of things"]


def test_commands_that_only_a_list_of_works_uses_stay_its_style_s() -> None:
    items = (
        r"\begin{thebibliography}{9}\bibitem{a} \btxauthor{A.~Ames}, \emph{\our{alpha} of things}, J. Things 1"
        r" (2001) 2.\end{thebibliography}"
    )
    style = r"\newcommand{\our}[1]{The #1}\newcommand{\btxauthor}[1]{}"
    text = document(r"\cite{a} \our{b}", r"\usepackage{house}")
    (reference,) = extract(tree(main__tex=text, main__bbl=items, house__sty=style), "x").references
    assert reference.title == "The alpha of things"
    assert [name.family for name in reference.authors] == ["Ames"]


def test_a_box_that_is_printed_is_no_hidden_text() -> None:
    shown = r"\newenvironment{framed}{\begin{lrbox}{\mybox}}{\end{lrbox}\fbox{\usebox{\mybox}}}"
    lost = r"\newenvironment{framed}{\setbox0\vbox\bgroup}{\egroup}"
    body = r"\cite{a}\begin{framed}\cite{b}\end{framed}"
    assert cited(body, shown) == ["a", "b"]
    assert cited(body, lost) == ["a"]


SWALLOWED = r"\see{Ames}{\cite{a}} \see{Boyle}{\cite{b}} \see{Cole}{\cite{c}} \see{Dorn}{\cite[p. 3]{d}} \cite{e}"


def test_a_source_whose_style_swallows_its_citations_is_read_again_without() -> None:
    found = read(SWALLOWED, r"\usepackage{house}", house__sty=r"\newcommand{\see}[2]{#1}")
    assert found.cited_keys == ("a", "b", "c", "d", "e")
    assert [note.message for note in found.diagnostics if note.code == "packages-ignored"] == [
        "read again without its classes and styles: with them, 1 of the 5 keys that its text cites came out"
    ]


@pytest.mark.parametrize(
    ("body", "preamble", "keys"),
    [
        (r"\see{x}{\cite{a,b}} \cite{c}", r"\usepackage{house}", ["c"]),  # a good part came out
        (SWALLOWED, r"\newcommand{\see}[2]{#1}", ["e"]),  # the author's own text says so
        (r"\cite{e} \iffalse \cite{a,b,c,d} \fi", r"\usepackage{house}", ["e"]),  # without, nothing is gained
    ],
)
def test_what_the_author_hides_is_not_read_again(body: str, preamble: str, keys: list[str]) -> None:
    found = read(body, preamble, house__sty=r"\newcommand{\see}[2]{#1}")
    assert list(found.cited_keys) == keys
    assert "packages-ignored" not in codes(found)


@pytest.mark.slow
def test_typography_of_many_kinds_costs_no_citation_and_no_text() -> None:
    for number in range(200):
        bundle = bundles(number)
        found = extract(of(bundle.files), "x")
        assert found.cited_keys == bundle.keys, number
        titles = [reference.title for reference in found.references][:4]
        assert titles == [f"The {key} of things" for key in KEYS], number
        assert {citation.section for citation in found.citations} <= {"One", "Two"}, number
        assert "packages-ignored" not in codes(found), number
        assert len(expand(of(bundle.files)).text) < 2 * len(bundle.files["paper.tex"]) + 1_000, number


def eight(name: str) -> str:
    return f"\\n{name}{{#1}}" * 8


LETTERS = "abcdefgh"
EIGHTFOLD = "".join(f"\\newcommand{{\\n{one}}}[1]{{{eight(other)}}}\n" for one, other in itertools.pairwise(LETTERS))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "body"),
    [
        (EIGHTFOLD + r"\newcommand{\nh}[1]{\cite{#1}}", r"\na{a}"),
        (r"\newcommand{\na}[1]{\na{#1}\na{#1}\cite{#1}}", r"\na{a}" * 50),
        (r"\newcommand{\na}[1]{\cite{#1}\nb{#1}}\newcommand{\nb}[1]{\cite{#1}\na{#1}\na{#1}}", r"\na{a}" * 50),
        (r"\newcommand{\na}[1]{\cite{a}" + "x" * 100_000 + "#1}", r"\na{b}" * 1_000),
        (r"\DeclareOption{x}{\ExecuteOptions{x,x}}\ExecuteOptions{x}" * 50, r"\cite{a}"),
        (r"\AtBeginDocument{" * 5_000, r"\cite{a}"),
        (r"\RequirePackage{mymacros}\input{mymacros.sty}" * 1_000, r"\cite{a}"),
        (r"\newcommand{\n" + "a" * 100_000 + r"}[9]{\cite{#1}}" + "{" * 100_000, r"\cite{a}"),
    ],
    ids=["eightfold", "itself", "each other", "long", "options", "hooks", "loading", "names"],
)
def test_hostile_class_code_is_bounded(style: str, body: str) -> None:
    files = {"main.tex": document(body, r"\usepackage{mymacros}"), "refs.bib": BIB, "mymacros.sty": style}
    found = extract(of(files), "x")
    assert found.cited_keys[0] == "a"
    assert len(expand(of(files)).text) < 12_000_000


def test_megabytes_of_class_code_leave_the_paper_as_it_is() -> None:
    code = "".join(
        rf"\def\fancy@{n % 26}{chr(97 + n % 26)}#1{{\if@two\hskip 2pt \cite{{#1}}\else #1\fi}}" "\n"
        for n in range(20_000)
    )
    alone, bundled = (
        extract(of({"main.tex": document(r"\cite{a,b}", r"\usepackage{house}"), "refs.bib": BIB, **more}), "x")
        for more in ({}, {"house.sty": code})
    )
    assert bundled.references == alone.references
    assert bundled.citations == alone.citations
