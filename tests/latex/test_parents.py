r"""Which file is the whole work, where its chapters are documents of their own and its inputs go by another name."""

from __future__ import annotations

import pytest

from litgauge.tasks.latex import extract
from tests.latex.sources import BIB, codes, document, of
from tests.tables import each_row

CHAPTER = "\\documentclass[output=paper]{{volume}}\n\\begin{{document}}\n\\maketitle\n\\cite{{{}}}\n\\end{{document}}\n"
STANDALONE = """
\\newcommand{\\includepaper}[1]{%
  \\begingroup
  \\renewcommand{\\documentclass}[2][]{}%
  \\renewcommand{\\usepackage}[2][]{}%
  \\renewenvironment{document}{\\begingroup}{\\endgroup}
  \\title{}\\author{}
  \\input{#1}%
  \\endgroup
}
"""


def book(calls: str, definitions: str = "", document_class: str = "book") -> str:
    return (
        f"\\documentclass{{{document_class}}}\n{definitions}\n\\begin{{document}}\n\\title{{A volume}}\n{calls}\n"
        "\\bibliography{refs}\n\\end{document}\n"
    )


def chapters(folder: str = "chapters/") -> dict[str, str | bytes]:
    return {f"{folder}one.tex": CHAPTER.format("a"), f"{folder}two.tex": CHAPTER.format("b"), "refs.bib": BIB}


def read(main: str, more: dict[str, str | bytes]) -> tuple[str | None, tuple[str, ...], list[str]]:
    found = extract(of({"main.tex": main, **more}), "x")
    return found.main, found.cited_keys, [reference.key for reference in found.references]


WHOLE = ("main.tex", ("a", "b"), ["a", "b"])


@each_row(
    "definitions, calls",
    [
        (STANDALONE, "\\includepaper{chapters/one}\n\\includepaper{chapters/two}"),
        ("\\newcommand\\chapterfile[1]{\\input{chapters/#1}}", "\\chapterfile{one}\\chapterfile{two}"),
        ("\\def\\chapterfile#1{\\input chapters/#1 }", "\\chapterfile{one}\\chapterfile{two}"),
        ("\\newcommand{\\ch}[2]{\\chapter{#1}\\input{chapters/#2}}", "\\ch{First}{one}\n\\ch{Second}{two}"),
        ("\\newcommand{\\ch}[2][]{\\chapter{#1}\\include{chapters/#2}}", "\\ch[First]{one}\n\\ch{two}"),
        ("\\newcommand{\\all}{\\input{chapters/one}\\input{chapters/two}}", "\\all"),
        ("\\newcommand{\\dir}{chapters}\\newcommand{\\ch}[1]{\\input{\\dir/#1.tex}}", "\\ch{one}\\ch{two}"),
        ("\\let\\ch\\input", "\\ch{chapters/one}\\ch{chapters/two}"),
        ("\\let\\ch=\\include", "\\ch{chapters/one}\\ch{chapters/two}"),
        ("\\NewDocumentCommand{\\ch}{o m}{\\input{chapters/#2}}", "\\ch{one}\\ch[x]{two}"),
        ("\\usepackage{pgffor}", "\\foreach \\c in {one,two} {\\input{chapters/\\c}}"),
        ("\\usepackage{subfiles}\\newcommand{\\ch}[1]{\\subfile{chapters/#1}}", "\\ch{one}\\ch{two}"),
        ("\\usepackage{import}\\newcommand{\\ch}[1]{\\subimport{chapters/}{#1}}", "\\ch{one}\\ch{two}"),
        ("\\usepackage{standalone}\\newcommand{\\ch}[1]{\\includestandalone{chapters/#1}}", "\\ch{one}\\ch{two}"),
        ("\\newcommand{\\ch}[1]{\\InputIfFileExists{chapters/#1}{}{}}", "\\ch{one}\\ch{two}"),
        ("\\newcommand{\\ch}[1]{\\IfFileExists{chapters/#1.tex}{\\input{chapters/#1}}{}}", "\\ch{one}\\ch{two}"),
        (
            "\\newcommand{\\ch}[1]{\\cleardoublepage\\inner{#1}}\\newcommand{\\inner}[1]{\\input{chapters/#1}}",
            "\\ch{one}\\ch{two}",
        ),
    ],
)
def test_a_parent_that_inputs_by_a_command_of_its_own(definitions: str, calls: str) -> None:
    assert read(book(calls, definitions), chapters()) == WHOLE


@pytest.mark.parametrize("name", ["volume.cls", "volume.sty", "styles/volume.sty"])
def test_the_command_is_defined_in_a_class_or_a_style(name: str) -> None:
    package = "" if name.endswith(".cls") else f"\\usepackage{{{name.removesuffix('.sty')}}}"
    main = book("\\includepaper{chapters/one}\\includepaper{chapters/two}", package, "volume")
    assert read(main, {**chapters(), name: STANDALONE}) == WHOLE


@pytest.mark.parametrize("call", ["\\includepaper{chapters/%s}", "\\chapterfile{%s}", "\\paper{chapters/%s.tex}"])
def test_the_command_is_defined_nowhere_in_the_source(call: str) -> None:
    main = book("\n".join(call % name for name in ("one", "two")), document_class="langscibook")
    more = chapters("" if "chapterfile" in call else "chapters/")
    assert read(main, more) == WHOLE


def test_what_names_a_file_but_reads_none_inputs_nothing() -> None:
    main = book("\\cite{c}\\texttt{chapters/one}\\label{chapters/one}\\ref{chapters/two}\\verb|\\input{chapters/one}|")
    assert read(main, chapters())[1] == ("c",)


def test_a_listing_of_another_paper_is_no_parent() -> None:
    listing = document("\\lstinputlisting{zpaper.tex}", "\\usepackage{listings}", "")
    found = extract(of({"aa.tex": listing, "zpaper.tex": document("\\cite{a}"), "refs.bib": BIB}), "x")
    assert found.main == "zpaper.tex"


def test_a_bib_that_lies_there_is_named_where_nobody_names_one() -> None:
    found = extract(of({"main.tex": document("\\cite{a}", ending=""), "other.bib": BIB, "z/more.bib": BIB}), "x")
    (note,) = [note for note in found.diagnostics if note.code == "no-bibliography"]
    assert "other.bib" in note.message
    assert {"no-bibliography"} <= codes(extract(of({"main.tex": document("\\cite{a}", ending="")}), "x"))
