"""Where bibliographies come from, and whether every cited key is accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.latex import as_json, extract, open_path
from tests.latex.sources import BIB, codes, document, of, read
from tests.tables import each_row

ITEMS = (
    "\\begin{thebibliography}{9}\n"
    "\\bibitem{a} A. Ames, \\emph{Alpha of things}, J. Inv. 1 (2001) 3.\n"
    "\\bibitem{b} B. Boyle, \\emph{Beta of things}, J. Inv. 2 (2002) 3.\n\\end{thebibliography}\n"
)


def titles(files: dict[str, str | bytes]) -> dict[str, str | None]:
    return {reference.key: reference.title for reference in extract(of(files), "x").references}


@each_row(
    "ending, name",
    [
        ("\\bibliography{\\jobname}", "\\jobname.bib"),
        ("\\bibliography{works}", "works.bib"),
        ("\\def\\w{works}\\bibliography{\\w}", "works.bib"),
    ],
)
@each_row("environment", ["{filecontents}", "{filecontents*}", "{filecontents}[overwrite]"])
def test_a_database_that_the_document_writes_itself(ending: str, name: str, environment: str) -> None:
    close = environment.split("[")[0]
    written = f"\\begin{environment}{{{name}}}\n{BIB}\\end{close}\n"
    assert titles({"ms.tex": written + document("\\cite{a}", ending=ending)}) == {"a": "Alpha of things"}


@each_row(
    "body",
    [
        "\\cite{a}\\bibliography{refs}",
        "\\cite{a}\\bibliography{x/y/refs.bib}",
        "\\begin{refsection}[refs.bib]\\cite{a}\\printbibliography\\end{refsection}",
        "\\newrefsection[refs.bib]\\cite{a}\\printbibliography",
        "\\cite{a}\\begin{btSect}{refs}\\btPrintCited\\end{btSect}",
        "\\cite{a}\\begin{btSect}[alpha]{other,refs}\\btPrintCited\\end{btSect}",
        "\\begin{bibunit}[plain]\\cite{a}\\putbib[refs]\\end{bibunit}",
        "\\defaultbibliography{refs}\\begin{bibunit}\\cite{a}\\putbib\\end{bibunit}",
        "\\cite{a}\\bibliographyown{refs}",
        "\\bibinput{refs}\\cite{a}",
    ],
)
@each_row("folder", ["", "bib/", "../"])
def test_a_database_however_it_is_named_and_wherever_it_lies(body: str, folder: str) -> None:
    place = "refs.bib" if folder == "../" else f"tex/{folder}refs.bib"
    found = extract(of({"tex/ms.tex": document(body, ending=""), place: BIB}), "x")
    assert {item.key: item.title for item in found.references} == {"a": "Alpha of things"}
    if folder == "bib/" and "x/y" not in body:
        assert "bib-elsewhere" in codes(found)


def test_the_printed_list_that_holds_the_keys_is_read() -> None:
    other = ITEMS.replace("{a}", "{x}").replace("{b}", "{y}")
    files: dict[str, str | bytes] = {"p.tex": document("\\cite{a}", ending="\\bibliography{gone}"), "supp.bbl": other}
    assert titles({**files, "ms.bbl": ITEMS}) == {"a": "Alpha of things"}
    assert titles({**files, "out/ms.bbl": ITEMS}) == {}  # one lies beside the paper: it is taken for its list
    assert titles({"p.tex": files["p.tex"], "out/ms.bbl": ITEMS, "out/x.bbl": other}) == {"a": "Alpha of things"}
    assert titles({**files, "third.bbl": other}) == {}


@pytest.mark.parametrize(
    "preamble",
    ["\\let\\bi\\bibitem", "\\let\\bi=\\bibitem", "\\newcommand{\\bi}{\\bibitem}", "\\def\\bi#1{\\bibitem{#1}}"],
)
def test_another_name_for_bibitem(preamble: str) -> None:
    ending = ITEMS.replace("\\bibitem", "\\bi")
    assert titles({"p.tex": document("\\cite{a}", preamble, ending)}) == {"a": "Alpha of things"}


def test_aastex_references() -> None:
    ending = "\\begin{references}\\reference{a} Ames, A. 2001, ApJ, 1, 3\n\\reference{} Boyle\\end{references}"
    found = extract(of({"p.tex": document("\\cite{a}", ending=ending)}), "x")
    assert [(item.key, item.authors[0].family, item.year) for item in found.references] == [("a", "Ames", 2001)]


AMS = """\\input amstex
\\documentstyle{amsppt}
\\document
See \\cite{1}, \\cite{Bo} and \\cite{3}.
\\Refs
\\ref\\key 1\\by A. Ames, B. Boyle and C. Cole\\paper Alpha of things\\jour J. Inv.\\vol 1\\yr 2001\\endref
\\ref \\key{Bo} \\by N. Bourbaki \\book Alg\\`ebre \\publ Hermann \\yr 1968 \\endref
\\ref\\no 3\\bysame\\paper Gamma of things\\inbook Proc. Things\\yr 1999\\endref
\\endRefs
\\enddocument
"""


def test_ams_tex() -> None:
    found = {item.key: item for item in extract(of({"p.tex": AMS}), "x").references}
    assert [(key, item.title, item.year) for key, item in found.items()] == [
        ("1", "Alpha of things", 2001),
        ("Bo", "Algèbre", 1968),
        ("3", "Gamma of things", 1999),
    ]
    assert [name.family for name in found["1"].authors] == ["Ames", "Boyle", "Cole"]
    assert [name.family for name in found["3"].authors] == ["Bourbaki"]


def test_russian_journals_name_their_parts_as_ams_tex_does() -> None:
    item = (
        "\\RBibitem{a}\n\\by А.~А.~Иванов, Б.~Б.~Петров\n\\paper О задачах\n\\jour Матем. заметки\n\\yr 2001\n\\vol 69"
    )
    ending = f"\\begin{{thebibliography}}{{9}}\n{item}\n\\end{{thebibliography}}"
    (found,) = extract(of({"p.tex": document("\\cite{a}", ending=ending)}), "x").references
    assert (found.title, found.year, found.venue) == ("О задачах", 2001, "Матем. заметки")
    assert [name.family for name in found.authors] == ["Иванов", "Петров"]


HARVMAC = """\\input harvmac
\\lref\\alp{A. Ames, ``Alpha of things,'' Phys. Lett. B1 (1999) 2.}
\\lref\\bet{B. Boyle, ``Beta of things,'' Phys. Lett. B2 (2001) 2.}
\\lref\\unused{U. Nused, ``Nothing,'' Phys. Lett. B2 (2001) 2.}
\\nref\\gam{C. Cole, ``Gamma of things,'' J. 1 (2003) 4.}
As in \\refs{\\alp,\\bet} and \\ref\\del{D. Dole, ``Delta of things,'' J. 2 (2004).} and \\xref\\gam.
\\listrefs
\\bye
"""


def test_harvmac() -> None:
    found = extract(
        of({"p.tex": HARVMAC, "harvmac.tex": "\\def\\lref{\\gdef}\\def\\refs#1{\\nref{#1}}\\input refs.tmp"}), "x"
    )
    assert found.cited_keys == ("gam", "alp", "bet", "del")
    assert [item.title for item in found.references] == [
        f"{name} of things" for name in ("Gamma", "Alpha", "Beta", "Delta")
    ]


def test_commands_of_astronomers_and_unknown_ones_in_titles() -> None:
    bib = "@article{a, title={Dust at 24 \\micron\\ with $z\\lsim2$ in \\ion{H}{2} \\nowhere regions}, journal=\\apspr}"
    found = read("\\cite{a}", bib=bib)
    assert [item.title for item in found.references] == ["Dust at 24 µm with z≲2 in H II regions"]
    (note,) = [note for note in found.diagnostics if note.code == "command-unknown"]
    assert (note.severity, "\\nowhere" in note.message, note.file, note.line) == ("info", True, "refs.bib", 1)


def test_what_a_chapter_takes_from_its_book() -> None:
    bib = """@inbook{a, crossref={w}, chapter={3}}
@inproceedings{b, crossref={p}, title={A contribution}, author={Bob Boyle}}
@book{w, title={The whole}, subtitle={Of it}, author={Don Knuth}, year={{\\noopsort{1973c}}1981}}
@proceedings{p, title={A collection}, subtitle={Of papers}, year=2012}"""
    found = {item.key: item for item in read("\\cite{a,b}", bib=bib).references}
    assert ([name.family for name in found["a"].authors], found["a"].year) == (["Knuth"], 1981)
    assert (found["b"].title, found["b"].venue, found["b"].year) == ("A contribution", "A collection", 2012)


def test_letters_whose_command_eats_the_blank_after_it() -> None:
    bib = "@misc{a, title={T}, author={Johannes Gro\\ss e and S. \\L ojasiewicz and K. Wei\\ss and \\O ystein Ore}}"
    (found,) = read("\\cite{a}", bib=bib).references
    assert [name.family for name in found.authors] == ["Große", "Łojasiewicz", "Weiß", "Ore"]


def account_for_every_key(files: dict[str, str | bytes]) -> None:
    source = of(files)
    assert_accounted(as_json(extract(source, "x"), "x"))


def assert_accounted(found: dict[str, object]) -> None:
    references, cited, unresolved = found["references"], found["cited_keys"], found["unresolved_keys"]
    assert isinstance(references, list)
    assert isinstance(cited, list)
    assert isinstance(unresolved, list)
    held = [key for reference in references for key in (reference["key"], *reference["aliases"])]
    assert len(held) == len(set(held))
    assert not set(held) & set(unresolved)
    assert set(cited) == {*held, *unresolved}


KEYS = ("a", "A", "b", "c:1", "d e", "é")
WORKS = ("title={One work of note}, author={Ann Ames}, year=2001", "title={Other}, doi={10.1000/x}", "doi={10.1000/x}")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*KEYS, "absent"]), min_size=1, max_size=6),
    st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(WORKS)), max_size=6),
    st.lists(st.sampled_from(KEYS), max_size=3),
)
def test_every_cited_key_is_a_reference_an_alias_or_unresolved(
    cited: list[str], entries: list[tuple[str, str]], printed: list[str]
) -> None:
    items = "".join(f"\\bibitem{{{key}}} A. Ames, ``One work of note,'' 2001.\n" for key in printed)
    account_for_every_key(
        {
            "main.tex": document("".join(f"\\cite{{{key}}}" for key in cited)),
            "main.bbl": f"\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}",
            "refs.bib": "\n".join(f"@article{{{key}, {work}}}" for key, work in entries),
        }
    )


@pytest.mark.real
@pytest.mark.parametrize("folder", ["latex", "latex_uploaded", "latex_cases"])
def test_every_cited_key_of_the_shared_sources_is_accounted_for(real_data: Path, folder: str) -> None:
    sources = [path for path in sorted((real_data / folder).iterdir()) if path.is_dir()]
    assert sources
    for path in sources:
        assert_accounted(as_json(extract(open_path(path), path.name), path.name))
