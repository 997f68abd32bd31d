"""Twice the input, twice the work: no scanner is slower than linear, however broken the input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from litgauge.tasks.citations.printed.features import Observations
from litgauge.tasks.citations.printed.markup import legible
from litgauge.tasks.citations.printed.name_lists import printed_names
from litgauge.tasks.citations.printed.pieces import cut
from litgauge.tasks.latex import extract
from litgauge.tasks.latex.bibliography.bbl import read_bibliography
from litgauge.tasks.latex.bibliography.bib_file import read_bib
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import read_items
from litgauge.tasks.latex.bibliography.named_fields import ams_fields
from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.latex.sources.encoding import declared_encoding, decode_bytes
from litgauge.tasks.latex.sources.main_file import choose_main
from litgauge.tasks.text import clean_title, compact_title, normalise_arxiv_id, normalise_doi, split_names
from tests.latex.sources import document, tree
from tests.linear.growth import grows_too_fast, quiet
from tests.linear.hostile_texts import Form

pytestmark = pytest.mark.soak


def whole(text: str) -> None:
    extract(tree(main__tex=document(text), refs__bib="@misc{a, title={A}}"), "x")


def style(text: str) -> None:
    """A style that the paper uses, whatever it says."""
    files = {
        "main__tex": document("\\cite{a} \\a \\ifb\\fi", "\\usepackage{house}"),
        "refs__bib": "@misc{a, title={A}}",
    }
    extract(tree(**files, house__sty="\\newif\\ifb " + text), "x")


def bib(text: str) -> None:
    assert read_bib(text, "x").diagnostics is not None  # and so every entry is read


def bbl(text: str) -> None:
    entries = read_bibliography(text, lambda _: Place("x", 1), "bbl")
    read_items([entry for entry in entries if isinstance(entry, Item)])


def pieces(text: str) -> None:
    """Printed references without the cap on their length."""
    seen = Observations(cut(legible(text)))
    for start in seen.starts:
        seen.at_start(start)
        list(seen.of_titles(start))


def alone(text: str) -> None:
    """A source that holds two such files, one much smaller: the main file has to be looked for."""
    choose_main(tree(a__tex=text, b__tex=text[:1_000]))


def bytes_of_nobody(text: str) -> None:
    decode_bytes(text.encode("gb18030"))


def declared(text: str) -> None:
    declared_encoding(text.encode())


def fields(text: str) -> None:
    ams_fields(text, lambda _: Place("x", 1))


def listed(text: str) -> None:
    """A typed list, and a text that may cite it, in a source without a bibliography."""
    works = "".join(f"\\item Ames{number}, A. (2001). On kites. Acme, 2001.\n" for number in range(9))
    body = f"{text}\n\\section{{References}}\n{text}\n\\begin{{itemize}}{works}{text}\\end{{itemize}}{text}"
    extract(tree(main__tex=document(body, ending="")), "x")


def item(text: str) -> None:
    bbl(f"\\begin{{thebibliography}}{{9}}\\bibitem{{k}} {text}\\end{{thebibliography}}")


HOSTILE: dict[str, tuple[Callable[[str], object], str]] = {
    "spaces after \\cite": (whole, "\\citep" + " " * 50),
    "open groups": (whole, "\\newcommand{\\x}{"),
    "open options": (whole, "\\cite["),
    "open cites": (whole, "\\cite{a"),
    "conditionals": (whole, "\\ifx\\a\\b "),
    "closings": (whole, "\\fi\\else}"),
    "comments": (whole, "%\n"),
    "definitions": (whole, "\\def\\a#1{#1}"),
    "macro calls": (whole, "\\newcommand{\\m}[1]{\\cite{#1}}\\m{a}"),
    "verbs": (whole, "\\verb|"),
    "environments": (whole, "\\begin{comment}"),
    "unknown conditionals in a skipped branch": (whole, "\\iffalse\\ifunknown "),
    "blanks before numbers": (whole, "\\ifnum" + " " * 40),
    "names that are made": (whole, "\\ifx\\csname a"),
    "open choices": (whole, "\\ifthenelse{\\("),
    "choices": (whole, "\\ifthenelse{\\equal{a}{b}\\AND 1<2}{x}{y}"),
    "tests for names": (whole, "\\@ifundefined{a}{b}{"),
    "loops": (whole, "\\foreach \\x in {a,b}{\\cite{\\x}}"),
    "open loops": (whole, "\\foreach \\x in {a,{"),
    "short verbs": (whole, "\\MakeShortVerb{\\|}|"),
    "marks of parameters": (whole, "\\def\\x#1;{\\cite{#1}}\\x {"),
    "marks that never come": (whole, "\\def\\x#1!{\\cite{#1}}\\x a "),
    "gobbled": (whole, "\\@gobble{"),
    "notes in keys": (whole, "\\cite{*[a]b,*[{"),
    "open notes in keys": (whole, "\\cite{a,*[" + "[" * 20 + "}"),
    "labels": (whole, "\\bibitem[\\citeauthoryear{a}"),
    "silenced commands": (whole, "\\usepackage[disable]{todonotes}\\todo{"),
    "environments that cite": (whole, "\\newenvironment{q}[1]{\\cite{#1}}{}\\begin{q}{a}"),
    "open environments that cite": (whole, "\\newenvironment{q}[1]{\\cite{#1}}{}\\begin{q}{a\\begin{q}["),
    "quotations": (whole, "\\foreigntextcquote{german}[5"),
    "sections": (whole, "\\section{"),
    "citations": (whole, "text \\citep[see][p. 3]{a,b} and more. "),
    "definitions of a style": (style, "\\def\\a#1{#1}\\def\\b@c{\\cite{x}}\n"),
    "open definitions of a style": (style, "\\newcommand{\\a}[1]{"),
    "swallowing definitions of a style": (style, "\\def\\a#1{}"),
    "groups of a style": (style, "{a{b}"),
    "closed groups after open ones": (style, "{{{}{}{}{}{}{}"),
    "deep groups of a style": (style, "{{{{{{{{}}}}}}}}"),
    "conditionals of a style": (style, "\\ifx\\a\\b\\else "),
    "open conditionals of a style": (style, "\\iffalse{"),
    "hooks of a style": (style, "\\AtBeginDocument{\\@ifundefined{x}{"),
    "options of a style": (style, "\\DeclareOption{a}{\\btrue}\\ExecuteOptions{a}"),
    "loads of a style": (style, "\\RequirePackage{house,natbib}\\input{house.sty}"),
    "lets of a style": (style, "\\let\\a\\cite "),
    "environments of a style": (style, "\\newenvironment{a}{\\comment"),
    "names of a style": (style, "\\def\\a@"),
    "formulas of a list": (listed, "$ \\( \\["),
    "open environments of a list": (listed, "\\begin{equation}"),
    "raised numbers": (listed, "a$^{1}$\\textsuperscript{2,"),
    "brackets of a list": (listed, "[1, (2; ["),
    "names of a list": (listed, "Ames1 and Ames2, "),
    "names and years": (listed, "Ames1 (2001, 2001a,b; "),
    "particles of a list": (listed, "van de "),
    "items of a list": (listed, "\\item "),
    "labels of a list": (listed, "\\item[AB"),
    "numbers of a list": (listed, "\n[1] \n1. "),
    "commands of a list": (listed, "\\par\\noindent\\hbox to 4em{"),
    "dashes of a list": (listed, "\n\n--- "),
    "headings": (listed, "\\section{References}\n"),
    "notes": (listed, "\\footnote{Ames, \\emph{On kites} (Acme, 2001), 3; see Boyle, ``On wind'' (2002). }"),
    "open notes": (listed, "\\footnote{Ames; see also "),
    "short notes": (listed, "\\footnote{Ames, \\emph{Kites}, 3}"),
    "links of a list": (listed, "\\hyperlink{a}{b}\\hypertarget{c}{}"),
    "accents of a text": (listed, "\\'\\\"{\\i"),
    "open values": (bib, "@a{k, t={\n x={\n"),
    "quotes": (bib, '@a{k, t="\n x = "'),
    "ats": (bib, "@a{"),
    "nested": (bib, "{"),
    "fields": (bib, "a = b,\n"),
    "entries": (bib, "@misc{k, title={x}}\n"),
    "joins": (bib, "#"),
    "blanks": (bib, " \n,"),
    "keys": (bib, "@a{k,\n"),
    "braces out": (bib, "@a{k, t={x}}},\n y = {z}"),
    "items": (bbl, "\\bibitem{k} A. Ames, ``Title of it,'' 2001.\n"),
    "open labels": (bbl, "\\bibitem["),
    "digits of an item": (item, "1"),
    "nested infos": (item, "\\bibinfo{title}{"),
    "nested persons": (item, "\\bibinfo{person}{a, "),
    "blanks in infos": (item, "\\bibinfo{title}{a        b} "),
    "Springer's authors": (item, "\\bauthor{"),
    "APA's authors": (item, "\\begin{APACrefauthors}"),
    "entries without end": (bbl, "\\entry{k}{book}{}"),
    "commas of names": (printed_names, ", "),
    "dots of names": (printed_names, "."),
    "brackets of names": (printed_names, "("),
    "commas in .bib names": (split_names, ","),
    "blanks of a reference": (pieces, "  "),
    "typewriter quotes": (pieces, 'a "b '),
    "classes": (alone, "\\documentclass"),
    "classes in verbatim": (alone, "\\begin{verbatim}\\documentclass"),
    "commented inputs": (alone, "%\\input{a}"),
    "open inputs": (alone, "\\input{"),
    "cites of files": (alone, "\\textcite[see"),
    "beginnings": (alone, "{document}"),
    "percent signs": (alone, "%\\cite"),
    "guessed bytes": (bytes_of_nobody, "深度学习 title "),
    "odd bytes": (bytes_of_nobody, "é\n"),
    "declarations": (declared, "\\usepackage[latin1,"),
    "CJK": (declared, "\\begin{CJK}[]{"),
    "AMS-TeX items": (whole, "\\ref\\key 1\\by A\\paper T\\endref"),
    "open AMS-TeX items": (whole, "\\ref\\key"),
    "AMS-TeX fields": (fields, "\\by \\paper "),
    "harvmac": (whole, "\\lref\\a{B}\\refs{\\a}"),
    "open harvmac": (whole, "\\lref\\a{"),
    "letters before blanks": (split_names, "\\ss   "),
    "databases": (whole, "\\bibliography{x}"),
    "open infos": (item, "\\bibinfo{title}{"),
    "biblatex": (bbl, "\\entry{k}{book}{}\\name{author}{1}{}{{\\endentry"),
    "addresses": (whole, "\\url{a%{"),
    "single quotes": (pieces, "`a s' "),
    "open quotes": (pieces, "``a `b "),
    "printed groups": (pieces, "{a b "),
    "brackets": (pieces, "([a "),
    "dates": (pieces, "12 May 2001, "),
    "links": (pieces, "\\href{x}{a "),
    "stops of initials": (pieces, "Ames, A. B. "),
    "dashes and slashes": (pieces, "a. / b -- c // "),
    "marks": (pieces, "\\emph{``"),
    "years": (pieces, "(2001) "),
    "colons": (pieces, "a: "),
    "initials": (pieces, "A. B., "),
    "authors": (printed_names, "Ames, A., and "),
    "words": (printed_names, "Ab "),
    "groups": (clean_title, "{"),
    "scripts": (clean_title, "$^_"),
    "accents": (clean_title, "\\'"),
    "fractions": (clean_title, "\\frac{"),
    "stops": (clean_title, ". "),
    "entities": (compact_title, "&amp"),
    "markup": (clean_title, "<sub "),
    "names": (split_names, "A B and "),
    "commas": (split_names, "a, "),
    "name braces": (split_names, "{a and "),
    "dois": (normalise_doi, "10.1000/((."),
    "arxiv": (normalise_arxiv_id, "arxiv: abs/ "),
}
SIZE = 10_000
LARGEST = 160_000


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    with quiet():
        yield


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_no_faster_than_the_input(name: str) -> None:
    read, unit = HOSTILE[name]
    assert not grows_too_fast(lambda text: partial(read, text), Form(unit), SIZE, LARGEST)
