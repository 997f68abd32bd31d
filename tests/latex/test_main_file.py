"""Which file of a source is the paper."""

from __future__ import annotations

import json

from litgauge.tasks.latex import extract
from litgauge.tasks.latex.sources.archive import open_source
from litgauge.tasks.latex.sources.main_file import choose_main, is_supplement
from tests.latex.sources import BIB, codes, document, of, tarball
from tests.tables import each_row

PAPER = document("\\cite{a}\\cite{b}")
STUB = document("Nothing is cited here.")
BEAMER = document("\\cite{a}\\cite{b}\\cite{c}").replace("{article}", "{beamer}")


def main(files: dict[str, str | bytes]) -> str | None:
    return choose_main(of({"refs.bib": BIB, **files})).main


@each_row("usual", ["main", "ms", "paper", "review", "survey", "arxiv_main"])
def test_a_file_that_cites_goes_before_a_usual_name(usual: str) -> None:
    assert main({f"{usual}.tex": STUB, "quarks_v3.tex": PAPER}) == "quarks_v3.tex"


@each_row(
    "name",
    ["diffusion_methods", "appendicitis", "exampleless", "support_vectors", "talking_heads", "lettering", "coverage"],
)
def test_names_count_by_whole_words(name: str) -> None:
    assert not is_supplement(f"{name}.tex")
    assert main({f"{name}.tex": PAPER, "zz_notation.tex": PAPER}) == f"{name}.tex"


@each_row(
    "other, text",
    [
        ("aa_talk.tex", PAPER),
        ("aa-response-to-referees.tex", PAPER),
        ("aaPoster.tex", PAPER),
        ("aa_supp.tex", PAPER),
        ("aa_SI.tex", PAPER),
        ("SupplementaryMaterial.tex", PAPER),
        ("aa_slides.tex", BEAMER),
        ("aa.tex", BEAMER),
        ("aa_v1.tex", "%DIF PREAMBLE EXTENSION\n" + PAPER),
        ("aa/main.tex", PAPER),
        ("anc/main.tex", document("\\cite{a}\\cite{b}\\cite{c}")),
        ("aa.txt", PAPER),
        ("aa.tex.bak", PAPER),
        ("aa.tex", PAPER.replace("\\begin{document}", "")),
        ("aa.tex", "%auto-ignore\n" + PAPER),
        ("aa.tex", f"Usage:\n\\begin{{verbatim}}\n{PAPER}\\end{{verbatim}}"),
        ("sample-template.tex", document("\\cite{a}")),
    ],
)
def test_what_gives_way_to_the_paper(other: str, text: str) -> None:
    assert main({other: text, "zpaper.tex": PAPER}) == "zpaper.tex"


def test_a_much_cited_paper_goes_before_a_template_with_a_usual_name_but_not_before_one_with_its_own_bbl() -> None:
    many = document("".join(f"\\cite{{k{number}}}" for number in range(30)))
    files: dict[str, str | bytes] = {"main.tex": document("\\cite{a}"), "response_surfaces.tex": many}
    assert main(files) == "response_surfaces.tex"
    assert main({**files, "main.bbl": "\\begin{thebibliography}{1}\\bibitem{a} A\\end{thebibliography}"}) == "main.tex"


@each_row(
    "files",
    [
        {"aheader.tex": "\\documentclass{article}\n\\usepackage{x}", "paper.tex": "\\input{aheader}\n@"},
        {"a/aheader.tex": "\\documentclass{article}", "paper.tex": "\\input a/aheader \n@"},
        {"aheader.tex": "\\documentclass{article}", "paper.tex": "\\InputIfFileExists{aheader}{}{}\n@"},
        {"aheader.tex": "\\documentclass{article}\n\\begin{document}", "paper.tex": "\\input{aheader}@"},
        {"abody.tex": "@", "paper.tex": "\\def\\arxiv{1}\\documentclass{article}\\input{abody}"},
        {"abody.tex": "\\documentclass{article}@", "paper.tex": "\\def\\arxiv{1}\\input{abody}"},
        {"a/b.tex": "@", "a/a.tex": "\\subimport{./}{b}", "paper.tex": "\\documentclass{article}\\import{a/}{a}"},
    ],
)
def test_a_parent_stands_for_what_it_inputs(files: dict[str, str]) -> None:
    body = "\\begin{document}\\cite{a}\\bibliography{refs}\\end{document}"
    source: dict[str, str | bytes] = {name: text.replace("@", body) for name, text in files.items()}
    found = extract(of({**source, "refs.bib": BIB}), "x")
    assert (found.main, found.cited_keys) == ("paper.tex", ("a",))


@each_row(
    "opening",
    [
        "\\documentclass%\n[12pt]%\n{article}",
        "\\documentclass[%\n 12pt, % a comment]\n twocolumn]{article}",
        "\\documentclass\n{article}",
        "\\documentstyle[12pt,aaspp4]{article}",
        "%&pdflatex\n\\RequirePackage{x}\\documentclass{article}",
        "% \\documentclass{x}\n\\documentclass {article}",
        "50\\% \\documentclass{article}",
    ],
)
def test_how_a_document_may_open(opening: str) -> None:
    files: dict[str, str | bytes] = {
        "aa.tex": "\\cite{a}\\cite{b}",
        "zz.tex": f"{opening}\n\\begin{{document}}\\cite{{c}}\\end{{document}}",
    }
    assert main(files) == "zz.tex"


@each_row(
    "text",
    [
        "\\magnification=1200\nText \\cite{a}.\n\\bye\n",
        "\\input harvmac\nText \\refs{\\a}.\n\\bye",
        "\\input amstex\n\\documentstyle{amsppt}\n\\document\nText \\cite{1}.\n\\enddocument",
        "Text \\cite{a}.\n\\end\n",
        "\\input phyzzx.tex\nText.\n\\endpage",
    ],
)
def test_plain_tex_and_ams_tex(text: str) -> None:
    assert main({"macros.tex": "\\def\\x{y}", "zz.tex": text}) == "zz.tex"


@each_row("name", ["paper", "paper.txt", "paper.ltx", "paper.latex", "paper.TEX", "9901001.v2", "hep-th9901001"])
def test_any_name_that_holds_the_document(name: str) -> None:
    source = open_source(
        tarball([(name, PAPER.encode()), ("macros.tex", b"\\def\\x{y}"), ("refs.bib", BIB.encode())]), "x.tar.gz"
    )
    assert extract(source, "x").cited_keys == ("a", "b")
    assert choose_main(source).main == name


def test_parts_with_suffixes_of_their_own_are_read_and_data_is_not() -> None:
    files = {
        "p.tex": document("\\input{tab.tbl}\\input{fig.pdf_tex}"),
        "tab.tbl": "\\cite{a}",
        "fig.pdf_tex": "\\cite{b} x",
        "run.dat": "\\cite{a}",
        "x.weird": "no TeX",
        "y.weird": "\0\\cite{a}",
    }
    source = open_source(tarball([(name, text.encode()) for name, text in files.items()]), "x.tar.gz")
    assert set(source.members) == {"p.tex", "tab.tbl", "fig.pdf_tex"}
    assert extract(source, "x").cited_keys == ("a", "b")


def test_parts_of_subfiles_are_no_papers() -> None:
    part = "\\documentclass[../main.tex]{subfiles}\\begin{document}\\cite{a}\\cite{b}\\end{document}"
    assert main({"aa/one.tex": part, "thesis.tex": document("\\def\\d{aa}\\subfile{\\d/one}")}) == "thesis.tex"
    assert main({"aa/one.tex": part}) == "aa/one.tex"


def test_files_that_input_each_other() -> None:
    assert main({"a.tex": "\\cite{a}\\input{zz}", "zz.tex": document("\\input{a}")}) == "zz.tex"


XXX = "nohypertex\nnostamp\nfig.eps include\n"
SOURCES = {
    "00README.XXX": f"{XXX}ms.tex toplevelfile\n",
    "00readme.xxx": f"{XXX}main.tex ignore\n",
    "00README.json": json.dumps({"process": {"compiler": "pdflatex"}, "sources": [{"filename": "ms.tex"}]}),
    "00README.yaml": "process:\n  compiler: latex\nsources:\n  - filename: ms.tex\n    usage: toplevel\n",
    "00README.yml": "sources:\n- {filename: main.tex, usage: ignore}\n- {filename: x.tex, usage: include}\n",
    "00README.toml": '[[sources]]\nfilename = "ms.tex"\nusage = "toplevel"\n',
}


@each_row("name", SOURCES)
def test_arxivs_own_note_goes_first(name: str) -> None:
    assert main({name: SOURCES[name], "main.tex": PAPER, "ms.tex": STUB}) == "ms.tex"


def test_the_structured_note_goes_before_the_old_one() -> None:
    notes = {"00README.XXX": "main.tex toplevelfile", "00README.json": SOURCES["00README.json"]}
    assert main({**notes, "main.tex": PAPER, "ms.tex": STUB}) == "ms.tex"


@each_row(
    "name, text, code",
    [
        ("00README.json", "{'a", "readme-unreadable"),
        ("00README.yaml", "a: [", "readme-unreadable"),
        ("00README.json", "[" * 100_000, "readme-unreadable"),
        ("00README.toml", "= 3", "readme-unreadable"),
        ("00README.XXX", "absent.tex toplevelfile", "readme-file-missing"),
        ("00README.json", "[1]", None),
        ("00README.yaml", "- 1", None),
    ],
)
def test_a_note_that_cannot_be_followed_decides_nothing(name: str, text: str, code: str | None) -> None:
    found = extract(of({name: text, "main.tex": PAPER, "refs.bib": BIB}), "x")
    assert (found.main, found.cited_keys) == ("main.tex", ("a", "b"))
    assert codes(found) == ({code} if code else set())


def test_several_toplevels_are_read_as_one_the_paper_first() -> None:
    note = json.dumps(
        {"sources": [{"filename": name, "usage": "toplevel"} for name in ("a_supp.tex", "ms.tex", "fig.pdf")]}
    )
    files: dict[str, str | bytes] = {
        "00README.json": note,
        "ms.tex": document("\\section{One}\\cite{a}", ending="\\bibliography{one}"),
        "a_supp.tex": document("\\newcommand{\\x}{\\cite{c}}\\x\\cite{b}", ending="\\bibliography{two}"),
        "one.bib": BIB.splitlines()[0],
        "two.bib": "\n".join(BIB.splitlines()[1:]),
    }
    found = extract(of(files), "x")
    assert (found.main, found.cited_keys, found.unresolved_keys) == ("ms.tex", ("a", "c", "b"), ())
    places = [(citation.file, citation.line, citation.in_appendix) for citation in found.citations]
    assert places == [("ms.tex", 4, False), ("a_supp.tex", 4, True), ("a_supp.tex", 4, True)]
    assert [note.message for note in found.diagnostics if note.code == "several-toplevels"] == [
        "ms.tex is read as the paper, and with it what is typeset beside it: a_supp.tex"
    ]


def test_a_supplement_that_no_note_names_is_only_mentioned() -> None:
    found = extract(of({"ms.tex": PAPER, "ms_supp.tex": document("\\cite{c}"), "refs.bib": BIB}), "x")
    assert (found.main, found.cited_keys) == ("ms.tex", ("a", "b"))
    assert "several-documents" in codes(found)
