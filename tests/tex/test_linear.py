"""Twice the input, twice the work: no scanner is slower than linear, however broken the input."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from tasks.tex import extract
from tasks.tex.bibliography.bbl import read_bibliography
from tasks.tex.bibliography.bib_file import read_bib
from tasks.tex.bibliography.bibitem import Item, read_items
from tasks.tex.expansion.document import Place
from tasks.tex.printed.features import Seen
from tasks.tex.printed.markup import legible
from tasks.tex.printed.name_lists import printed_names
from tasks.tex.printed.pieces import cut
from tasks.text import clean_title, compact_title, normalise_arxiv_id, normalise_doi, split_names
from tests.tex.sources import document, tree

pytestmark = pytest.mark.slow


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
    read_bib(text, "x")


def bbl(text: str) -> None:
    entries = read_bibliography(text, lambda _: Place("x", 1), "bbl")
    read_items([entry for entry in entries if isinstance(entry, Item)])


def pieces(text: str) -> None:
    """Printed references without the cap on their length."""
    seen = Seen(cut(legible(text)))
    for start in seen.starts:
        seen.at_start(start)
        for end in seen.ends(start):
            seen.of_title(start, end)


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
FACTOR = 8
MOST = 24  # quadratic would be 64


def seconds(read: Callable[[str], object], text: str) -> float:
    """The time of a reading, without the collector's, which grows with all that other tests keep alive."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        read(text)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_no_faster_than_the_input(name: str) -> None:
    read, unit = HOSTILE[name]
    small, large = (unit * (size // len(unit)) for size in (SIZE, FACTOR * SIZE))
    first = max(min(seconds(read, small) for _ in range(2)), 0.002)
    # Other work on the machine only ever adds: a run that is fast enough settles it.
    assert any(seconds(read, large) < MOST * first for _ in range(3))
