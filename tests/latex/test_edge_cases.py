"""The 48 edge cases of real sources, by their number."""

from __future__ import annotations

import json

import pytest

from litgauge.tasks.latex import ExtractionSettings, extract
from tests.latex.sources import BIB, cited, codes, document, of, read, tree
from tests.tables import each_row

PLAIN_BBL = "\\begin{thebibliography}{9}\n%s\n\\end{thebibliography}\n"


def titles(body: str, bib: str) -> dict[str, str | None]:
    return {reference.key: reference.title for reference in read(body, bib=bib).references}


def test_01_readme_json_names_the_main_file() -> None:
    readme = json.dumps(
        {"sources": [{"filename": "ms.tex", "usage": "toplevel"}, {"filename": "main.tex", "usage": "ignore"}]}
    )
    source = of(
        {"00README.json": readme, "main.tex": document("\\cite{a}"), "ms.tex": document("\\cite{b}"), "refs.bib": BIB}
    )
    assert extract(source, "x").main == "ms.tex"


def test_01_readme_xxx_names_the_main_file() -> None:
    source = of(
        {
            "00README.XXX": "fig.tex ignore\nms.tex toplevelfile\n",
            "main.tex": document("\\cite{a}"),
            "ms.tex": document("\\cite{b}"),
        }
    )
    assert extract(source, "x").cited_keys == ("b",)


def test_02_auto_ignore_in_the_first_line_takes_a_file_out() -> None:
    source = tree(main__tex="%auto-ignore\n" + document("\\cite{a}"), paper2__tex=document("\\cite{b}"), refs__bib=BIB)
    assert extract(source, "x").main == "paper2.tex"


def test_03_main_file_in_a_sub_folder() -> None:
    source = tree(src___ms__tex=document("\\input{part}"), src___part__tex="\\cite{a}", src___refs__bib=BIB)
    found = extract(source, "x")
    assert (found.main, [reference.title for reference in found.references]) == ("src/ms.tex", ["Alpha of things"])


def test_04_two_complete_documents() -> None:
    source = tree(main__tex=document("\\cite{a}\\cite{b}"), supplement__tex=document("\\cite{c}"), refs__bib=BIB)
    found = extract(source, "x")
    assert (found.main, "several-documents" in codes(found)) == ("main.tex", True)


def test_05_macos_shadow_files_are_no_documents() -> None:
    source = of(
        {"._main.tex": b"\x00\x05\x16\x07\\documentclass{x}", "main.tex": document("\\cite{a}"), "refs.bib": BIB}
    )
    assert extract(source, "x").main == "main.tex"


def test_06_input_without_braces() -> None:
    assert cited("\\input sec\n", sec__tex="\\cite{a}") == ["a"]


def test_07_include_star_and_includeonly() -> None:
    files = {"one__tex": "\\cite{a}", "two__tex": "\\cite{b}"}
    assert cited("\\include*{one}\\include{two}", **files) == ["a", "b"]
    assert cited("\\include{one}\\include{two}", preamble="\\includeonly{two}", **files) == ["b"]


@each_row(
    "command",
    [
        "\\subimport{sub/}{part}",
        "\\import{sub/}{part}",
        "\\subfile{sub/part}",
        "\\InputIfFileExists{sub/part}{}{\\cite{c}}",
        "\\subimport*{sub/}{part}",
    ],
)
def test_08_import_subfile_and_conditional_input(command: str) -> None:
    part = (
        "\\documentclass[../main]{subfiles}\\begin{document}\\cite{a}\\end{document}"
        if "subfile" in command
        else "\\cite{a}"
    )
    assert cited(f"{command} \\cite{{b}}", sub___part__tex=part) == ["a", "b"]


def test_08_files_of_an_imported_folder_are_found_from_there() -> None:
    assert cited("\\import{sub/}{part}", sub___part__tex="\\input{deeper}", sub___deeper__tex="\\cite{a}") == ["a"]


def test_08_input_if_file_exists_takes_the_other_branch() -> None:
    assert cited("\\InputIfFileExists{absent}{\\cite{a}}{\\cite{b}}") == ["b"]


def test_09_an_input_cycle_ends() -> None:
    found = read("\\input{one}", one__tex="\\cite{a}\\input{two}", two__tex="\\cite{b}\\input{one}")
    assert (found.cited_keys, "input-cycle" in codes(found)) == (("a", "b"), True)


@each_row("path", ["/etc/passwd", "../../etc/passwd", "../../../../../../etc/passwd", "~/x", "|ls"])
def test_10_nothing_outside_the_tree_is_read(path: str) -> None:
    found = read(f"\\input{{{path}}}\\cite{{a}}")
    assert (found.cited_keys, "input-missing" in codes(found)) == (("a",), True)


def test_11_an_escaped_percent_is_no_comment() -> None:
    assert cited("50\\% \\cite{a}") == ["a"]


def test_12_a_percent_after_a_line_break_is_a_comment() -> None:
    assert cited("x \\\\%\\cite{a}\n\\cite{b}") == ["b"]


@pytest.mark.parametrize("command", ["\\url", "\\path", "\\nolinkurl"])
def test_12_a_percent_in_an_address_is_no_comment(command: str) -> None:
    assert cited(f"{command}{{https://example.org/a%20b}} \\cite{{a}}") == ["a"]
    assert cited("\\href{https://example.org/%7Ek}{there, \\cite{a}} % \\cite{b}") == ["a"]
    assert cited(f"{command}{{https://example.org/%\n  wrapped}} \\cite{{a}}") == ["a"]
    assert cited("\\url{never%20closed \\cite{a}\n\\cite{b}") == ["b"]


def test_13_the_comment_environment() -> None:
    assert cited("\\begin{comment}\\cite{a}\\end{comment}\\cite{b}") == ["b"]
    assert cited("\\begin{hide}\\cite{a}\\end{hide}\\cite{b}", preamble="\\excludecomment{hide}") == ["b"]


@each_row(
    "verbatim",
    [
        "\\verb|\\cite{a}|",
        "\\verb*+\\cite{a}+",
        "\\begin{lstlisting}[language=TeX]\n\\cite{a}\n\\end{lstlisting}",
        "\\begin{minted}{tex}\n\\cite{a}\n\\end{minted}",
        "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
        "\\lstinline!\\cite{a}!",
        "\\mintinline{tex}|\\cite{a}|",
    ],
)
def test_14_verbatim_is_not_read(verbatim: str) -> None:
    assert cited(f"{verbatim} \\cite{{b}}") == ["b"]


@each_row(
    "text",
    [
        "\\iffalse \\cite{a} \\fi",
        "\\iffalse \\ifx\\x\\y \\cite{a} \\else \\cite{a} \\fi \\fi",
        "\\iftrue\\else\\cite{a}\\fi",
        "\\newif\\ifdraft \\ifdraft\\cite{a}\\fi",
        "\\newif\\ifdraft\\drafttrue\\draftfalse\\ifdraft\\cite{a}\\fi",
        "\\if0\\cite{a}\\fi",
        "\\ifnum0=1 \\cite{a}\\fi",
        "\\newboolean{d}\\setboolean{d}{false}\\ifthenelse{\\boolean{d}}{\\cite{a}}{}",
        "\\newtoggle{d}\\togglefalse{d}\\iftoggle{d}{\\cite{a}}{}",
    ],
)
def test_15_branches_that_are_not_taken(text: str) -> None:
    assert cited(f"{text} \\cite{{b}}") == ["b"]


@each_row(
    "text",
    [
        "\\iffalse\\else\\cite{a}\\fi",
        "\\newif\\ifdraft\\drafttrue\\ifdraft\\cite{a}\\fi",
        "$x \\iff y$ \\cite{a}",
        "\\ifx\\undefined\\x\\cite{a}\\fi",
        "\\newtoggle{d}\\toggletrue{d}\\iftoggle{d}{\\cite{a}}{\\cite{c}}",
    ],
)
def test_15_branches_that_are_taken_or_cannot_be_decided(text: str) -> None:
    assert cited(f"{text} \\cite{{b}}") == ["a", "b"]


def test_16_text_after_the_end_of_the_document() -> None:
    source = tree(main__tex=document("\\cite{a}") + "\\cite{b}", refs__bib=BIB)
    assert extract(source, "x").cited_keys == ("a",)


def test_17_a_comment_inside_the_keys() -> None:
    assert cited("\\cite{a,% first\nb}") == ["a", "b"]
    assert cited("\\cite{%\n  a,\n  b%\n}") == ["a", "b"]


def test_18_two_options() -> None:
    assert cited("\\citep[see][p.~3]{a}") == ["a"]


def test_19_brackets_inside_an_option() -> None:
    assert cited("\\citep[{[x]}]{a}") == ["a"]
    assert set(cited("\\citep[see \\cite{b}][]{c}")) == {"b", "c"}


@each_row(
    "command",
    [
        "parencite",
        "textcite",
        "autocite",
        "footcite",
        "smartcite",
        "citeauthor",
        "citeyear",
        "citealp*",
        "Citet",
        "supercite",
        "fullcite",
        "footfullcite",
        "citeA",
        "citeNP",
        "shortcite",
        "onlinecite",
        "citenum",
        "bibentry",
        "citetalias",
        "possessivecite",
        "cite*",
        "citeasnoun",
        "citetitle",
        "parencite*",
    ],
)
def test_20_commands_of_every_package(command: str) -> None:
    found = read(f"\\{command}{{a}}")
    assert [(citation.key, citation.command) for citation in found.citations] == [("a", command.rstrip("*"))]


def test_20_apacite_prefixes_and_volumes() -> None:
    assert cited("\\cite<see>[p.~3]{a} \\volcite{2}[7]{b} \\citefield{c}{title}") == ["a", "b", "c"]


def test_21_lists_of_citations() -> None:
    assert cited("\\textcites[1]{a}[2]{b}(x)(y)[3][4]{c}") == ["a", "b", "c"]
    assert cited("\\cites(pre)(post)[1]{a}[2]{b} {c}") == ["a", "b", "c"]


@each_row(
    "command",
    [
        "\\setcitestyle{round}",
        "\\citestyle{apj}",
        "\\defcitealias{a}{A01}",
        "\\citetext{see below}",
        "\\bstctlcite{IEEEexample:BSTcontrol}",
        "\\AtEveryCite{x}",
        "\\newcites{sec}{Other}",
    ],
)
def test_22_commands_that_only_look_like_citations(command: str) -> None:
    assert cited(f"{command} \\cite{{b}}") == ["b"]


@each_row(
    "definition",
    [
        "\\newcommand{\\mc}[1]{\\citep{#1}}",
        "\\newcommand*\\mc[1]{\\citep{#1}}",
        "\\DeclareRobustCommand{\\mc}[1]{\\citep{#1}}",
        "\\NewDocumentCommand{\\mc}{m}{\\citep{#1}}",
        "\\newcommand{\\mc}[2][see]{\\citep[#1]{#2}}",
        "\\let\\mc\\citep",
    ],
)
def test_23_a_macro_that_cites(definition: str) -> None:
    found = read("x\n\\mc{a}", preamble=definition)
    assert [(citation.key, citation.line) for citation in found.citations] == [("a", 5)]


def test_24_a_plain_tex_definition_that_cites() -> None:
    assert cited("\\c{a}", preamble="\\def\\c#1{\\cite{#1}}") == ["a"]


def test_25_keys_inside_a_macro() -> None:
    assert cited("\\paperii{} and \\paperii", preamble="\\newcommand{\\paperii}{\\cite{a}}") == ["a"]
    assert cited("\\cite{\\mykey}", preamble="\\newcommand{\\mykey}{b}") == ["b"]
    assert cited("nothing", preamble="\\newcommand{\\unused}{\\cite{a}}") == []


def test_26_declare_cite_command_is_a_definition() -> None:
    assert cited("\\cite{a}", preamble="\\DeclareCiteCommand{\\mycite}{\\usebibmacro{x}}{\\cite{b}}{}{\\cite{c}}") == [
        "a"
    ]


def test_27_nocite_is_not_cited_in_the_text() -> None:
    found = read("\\cite{a}\\nocite{b}\\nocite{*}")
    assert (found.cited_keys, found.nocite_keys, [reference.key for reference in found.references]) == (
        ("a",),
        ("b", "*"),
        ["a"],
    )
    assert "nocite-all" in codes(found)


def test_28_keys_match_in_any_case_but_exactly_first() -> None:
    bib = "@misc{KEY, title={Loud}}\n@misc{key, title={Quiet}}\n@misc{Other, title={Third}}"
    assert titles("\\cite{key}\\cite{OTHER}", bib) == {"key": "Quiet", "OTHER": "Third"}


def test_29_bib_only() -> None:
    assert titles("\\cite{a}", BIB) == {"a": "Alpha of things"}


BBL = {
    "natbib": (
        "\\bibitem[Ames and Boyle(2001)]{a}\nAnn Ames and Bob Boyle.\n\\newblock Alpha of things.\n\\newblock "
        "\\emph{J. Things}, 3:\\penalty0 1--9, 2001.",
        "Ames",
    ),
    "IEEEtran": (
        "\\bibitem{a}\nA.~Ames and B.~Boyle, ``Alpha of things,'' \\emph{J. Things}, vol.~3, pp. 1--9, 2001.",
        "Ames",
    ),
    "REVTeX": (
        "\\bibitem [{\\citenamefont {Ames}(2001)}]{a}%\n\\BibitemOpen\n\\bibfield {author} {\\bibinfo {author} {"
        "\\bibfnamefont {A.}~\\bibnamefont {Ames}},\\ }"
        "\\bibfield {title} {\\enquote {\\bibinfo {title} {Alpha of things},}\\ }\\href {https://doi.org/10.1000/"
        "x} {\\bibfield {journal} {\\bibinfo {journal} {J. Things}"
        "\\ }\\textbf {\\bibinfo {volume} {3}},\\ \\bibinfo {pages} {1} (\\bibinfo {year} {2001})}\\BibitemShut {"
        "NoStop}%",
        "Ames",
    ),
    "JHEP": (
        "\\bibitem{a}\nA.~Ames and B.~Boyle, \\emph{{Alpha of things}}, \\href{https://doi.org/10.1000/x}{\\emph{"
        "J. Things} {\\bfseries 3} (2001) 1}.",
        "Ames",
    ),
    "ACM": (
        "\\bibitem[Ames(2001)]%\n{a}\n\\bibfield{author}{\\bibinfo{person}{Ann Ames}.} \\bibinfo{year}{2001}"
        "\\natexlab{}.\n\\newblock \\showarticletitle{Alpha of things}.\n"
        "\\newblock \\bibinfo{journal}{\\emph{J. Things}} \\bibinfo{volume}{3} (\\bibinfo{year}{2001}).",
        "Ames",
    ),
}


@each_row("style", BBL)
def test_30_bbl_only(style: str) -> None:
    item, family = BBL[style]
    found = extract(tree(main__tex=document("\\cite{a}"), main__bbl=PLAIN_BBL % item), "x")
    reference = found.references[0]
    assert (reference.title, reference.authors[0].family, reference.year, reference.origin) == (
        "Alpha of things",
        family,
        2001,
        "bbl",
    )


def test_30_biblatex_bbl() -> None:
    bbl = (
        "\\entry{a}{book}{}{}\n  \\name{author}{2}{}{%\n    {{hash=1}{%\n      family={Gogh},\n      familyi={G"
        "\\bibinitperiod},\n      given={Vincent},\n"
        "      prefix={van},\n    }}%\n    {{hash=2}{%\n      family={Boyle},\n      given={Bob},\n    }}%"
        "\n  }\n  \\field{title}{Alpha of {T}hings}\n"
        "  \\field{year}{2001}\n  \\verb{doi}\n  \\verb 10.1000/ABC\n  \\endverb\n\\endentry\n"
    )
    reference = extract(tree(main__tex=document("\\cite{a}"), main__bbl=bbl), "x").references[0]
    assert (reference.type, reference.title, reference.year, reference.doi) == (
        "book",
        "Alpha of Things",
        2001,
        "10.1000/abc",
    )
    assert [(name.family, name.given) for name in reference.authors] == [("van Gogh", "Vincent"), ("Boyle", "Bob")]


def test_30_a_style_that_prints_no_title_gets_none() -> None:
    item = "\\bibitem[Ames \\& Boyle(2001)]{a} Ames, A., \\& Boyle, B. 2001, \\apj, 555, 12"
    reference = extract(tree(main__tex=document("\\cite{a}"), main__bbl=PLAIN_BBL % item), "x").references[0]
    assert (reference.title, reference.authors[0].family, reference.year) == (None, "Ames", 2001)


def test_31_brackets_in_the_label_of_an_item() -> None:
    item = "\\bibitem[{A[1]}(2000)]{k} A. Ames. \\newblock Alpha of things. \\newblock J. Things, 2000."
    assert [
        reference.key
        for reference in extract(tree(main__tex=document("\\cite{k}"), main__bbl=PLAIN_BBL % item), "x").references
    ] == ["k"]


def test_32_a_bbl_without_titles_is_joined_with_the_bib() -> None:
    item = "\\bibitem[Ames(2001)]{a} Ames, A. 2001, ApJ, 555, 12"
    found = read("\\cite{a}", main__bbl=PLAIN_BBL % item)
    assert [(reference.title, reference.origin) for reference in found.references] == [("Alpha of things", "bib")]


def test_32_a_stale_bbl_is_noticed_and_loses_nothing() -> None:
    item = "\\bibitem{a} A. Ames. \\newblock Alpha of things. \\newblock 2001."
    found = read("\\cite{a}\\cite{b}", main__bbl=PLAIN_BBL % item)
    assert ([reference.key for reference in found.references], "bbl-stale" in codes(found)) == (["a", "b"], True)


def test_33_footnotes_that_revtex_prints_are_no_references() -> None:
    bbl = PLAIN_BBL % (
        "\\bibitem [{Note1()}]{Note1}%\n\\BibitemOpen\n\\bibinfo {note} {We thank a colleague.}\\BibitemShut {Stop}%\n"
        "\\bibitem{a} A. Ames. \\newblock Alpha. \\newblock 2001."
    )
    found = extract(tree(main__tex=document("\\cite{a}\\cite{Note1}"), main__bbl=bbl), "x")
    assert [reference.key for reference in found.references] == ["a"]


def test_34_bibtex_reads_entries_behind_a_percent() -> None:
    assert titles("\\cite{b}", "%@article{b, title={Hidden no more}}\n") == {"b": "Hidden no more"}


def test_35_bibtex_reads_entries_inside_a_comment() -> None:
    assert titles("\\cite{b}", "@comment{@article{b, title={Hidden no more}}}\n") == {"b": "Hidden no more"}


def test_36_a_truncated_last_entry_is_kept() -> None:
    found = read("\\cite{a}\\cite{z}", bib=BIB + "@article{z, title={Last words}, author={Zoe Zim")
    assert [reference.title for reference in found.references] == ["Alpha of things", "Last words"]
    assert "entry-damaged" in codes(found)


def test_37_undefined_strings_become_text_and_months_have_names() -> None:
    bib = (
        "@string{jt = {Journal of Things}}\n@article{a, title={Alpha}, journal=jt, month=january, year=2001}\n"
        "@article{b, title={Beta}, journal=nowhere # { Letters}, year=2002}"
    )
    assert [reference.venue for reference in read("\\cite{a,b}", bib=bib).references] == [
        "Journal of Things",
        "nowhere Letters",
    ]


def test_38_repeated_keys_and_fields_and_upper_case_names() -> None:
    bib = "@Article{a, TITLE={First}, title={Second}, Year=2001}\n@article{a, title={Third}}"
    found = read("\\cite{a}", bib=bib)
    assert ([reference.title for reference in found.references], "bib-field-repeated" in codes(found)) == (
        ["First"],
        True,
    )


def test_39_crossref_and_xdata() -> None:
    bib = (
        "@inproceedings{a, crossref={conf}, title={Alpha}, author={Ann Ames}}\n@xdata{shared, year={2003}, publis"
        "her={Pub}}\n"
        "@book{b, xdata={shared}, title={Beta}}\n@proceedings{conf, title={Proceedings of Things}, year=2001}\n"
    )
    found = {reference.key: reference for reference in read("\\cite{a,b}", bib=bib).references}
    assert (found["a"].title, found["a"].venue, found["a"].year, found["b"].year) == (
        "Alpha",
        "Proceedings of Things",
        2001,
        2003,
    )


@each_row("encoding", ["latin-1", "utf-8", "utf-8-sig", "utf-16", "crlf", "cr"])
def test_40_encodings_and_line_ends(encoding: str) -> None:
    bib, main = "@article{a,\n title={Über Gänse},\n year=2001}\n", document("x\n\\cite{a} % é\n")
    codec = encoding if encoding not in ("crlf", "cr") else "utf-8"
    ends = {"crlf": "\r\n", "cr": "\r"}.get(encoding, "\n")
    files = {"main.tex": main.replace("\n", ends).encode(codec), "refs.bib": bib.replace("\n", ends).encode(codec)}
    found = extract(of(files), "x")
    assert ([reference.title for reference in found.references], found.citations[0].line) == (["Über Gänse"], 5)


def test_40_the_encoding_that_the_main_file_declares_holds_for_its_parts() -> None:
    files = {
        "main.tex": document("\\cite{a}", "\\usepackage[koi8-r]{inputenc}").encode("koi8-r"),
        "refs.bib": "@misc{a, title={Война и мир}, author={Толстой, Лев}}".encode("koi8-r"),
    }
    assert extract(of(files), "x").references[0].title == "Война и мир"


@pytest.mark.parametrize(
    "deleted",
    ["\\DIFdel{\\cite{a}}", "\\DIFdelbegin \\DIFdel{x \\cite{a}}\\DIFdelend", "\\DIFdelbegin \\cite{a} \\DIFdelend"],
)
def test_41_text_that_latexdiff_marks_as_deleted(deleted: str) -> None:
    assert cited(
        f"{deleted} \\DIFadd{{\\cite{{b}}}}",
        preamble="\\providecommand{\\DIFdel}[1]{{\\color{red}\\sout{#1}}}\\providecommand{\\DIFadd}[1]{#1}",
    ) == ["b"]


def test_42_amsrefs() -> None:
    body = (
        "\\cite{k}\\begin{bibdiv}\\begin{biblist}\\bib{k}{article}{author={Ames, Ann}, author={Boyle, Bob}, title"
        "={Alpha of things}, date={2001-03},"
        " journal={J. Things}}\\end{biblist}\\end{bibdiv}"
    )
    reference = extract(tree(main__tex=document(body, ending="")), "x").references[0]
    assert (reference.title, reference.year, reference.origin, [name.family for name in reference.authors]) == (
        "Alpha of things",
        2001,
        "amsrefs",
        ["Ames", "Boyle"],
    )


def test_43_bibliography_given_twice_and_with_suffix() -> None:
    source = tree(main__tex=document("\\cite{a}", ending="\\bibliography{refs.bib}\\bibliography{refs}"), refs__bib=BIB)
    found = extract(source, "x")
    assert ([reference.key for reference in found.references], "bib-missing" in codes(found)) == (["a"], False)


def test_44_bib_path_relative_to_a_subfile() -> None:
    source = tree(
        main__tex=document("\\subfile{parts/one}", ending=""),
        parts___one__tex="\\documentclass[../main]{subfiles}\\begin{document}\\cite{a}"
        "\\bibliography{local}\\end{document}",
        parts___local__bib=BIB,
    )
    assert [reference.key for reference in extract(source, "x").references] == ["a"]


def test_45_chapters_with_bibliographies_of_their_own() -> None:
    item = PLAIN_BBL % "\\bibitem{z} Z. Zim. \\newblock Chapter work. \\newblock 2005."
    source = tree(
        main__tex=document(
            "\\include{one}\\include{two}\\begin{bibunit}\\cite{c}\\putbib[refs]\\end{bibunit}", ending=""
        ),
        one__tex="\\cite{a}\\bibliography{first}",
        two__tex="\\cite{z}\\bibliography{second}",
        first__bib=BIB,
        refs__bib=BIB,
        two__bbl=item,
    )
    assert [(reference.key, reference.title) for reference in extract(source, "x").references] == [
        ("a", "Alpha of things"),
        ("z", "Chapter work"),
        ("c", "Gamma of things"),
    ]


def test_46_latex_209_and_plain_tex() -> None:
    old = tree(
        paper__tex="\\documentstyle[12pt]{article}\\begin{document}\\cite{a}\\bibliography{refs}\\end{document}",
        refs__bib=BIB,
    )
    plain = tree(
        paper__tex="\\magnification=1200\n\\input refmac\nSee \\cite{z}.\n\\bibitem{z} Z. Zim, ``Plain work'', 19"
        "85.\n\\bye\n\\cite{a}"
    )
    assert extract(old, "x").cited_keys == ("a",)
    found = extract(plain, "x")
    assert (found.cited_keys, [reference.title for reference in found.references]) == (("z",), ["Plain work"])


def test_47_a_wrapper_around_a_pdf_cites_nothing_and_says_so() -> None:
    source = tree(
        main__tex="\\documentclass{article}\\usepackage{pdfpages}\\begin{document}\\includepdf[pages=-]{paper.pdf}\\end{document}"
    )
    found = extract(source, "x")
    assert (found.status, found.references, "nothing-cited" in codes(found)) == ("no-references", (), True)


def test_48_a_bib_that_is_named_but_absent() -> None:
    found = extract(tree(main__tex=document("\\cite{a}\\cite{b}"), excluded_refs__bib=BIB), "x")
    assert (found.status, found.references, found.unresolved_keys) == ("no-references", (), ("a", "b"))
    assert {"bib-missing", "no-bibliography", "key-unresolved"} <= codes(found)


def test_cited_in_the_main_text_can_be_narrowed_to_before_the_appendix() -> None:
    table = "\\begin{table}\\caption{x \\cite{b}}\\end{table}"
    body = f"\\section{{Start}}\\cite{{a}}{table}" + "\\footnote{\\cite{b}}\\appendix\\section{More}\\cite{c}"
    whole, narrow = read(body), read(body, settings=ExtractionSettings(before_appendix=True))
    assert [(citation.key, citation.section, citation.in_appendix) for citation in whole.citations] == [
        ("a", "Start", False),
        ("b", "Start", False),
        ("b", "Start", False),
        ("c", "More", True),
    ]
    assert ({reference.key: reference.in_main_text for reference in whole.references}, narrow.cited_keys) == (
        {"a": True, "b": True, "c": False},
        ("a", "b"),
    )


def test_arguments_that_a_macro_throws_away_cite_nothing() -> None:
    assert cited(
        "\\hide{\\cite{a}}\\keep{\\cite{c}}{\\cite{b}}",
        preamble="\\newcommand{\\hide}[1]{}\\newcommand{\\keep}[2]{\\textbf{#2}}",
    ) == ["b"]


def test_a_macro_parameter_is_no_key() -> None:
    found = read("\\cite{\\unknown} \\cite{a}")
    assert (found.cited_keys, "key-unreadable" in codes(found)) == (("a",), True)


def test_a_citation_in_the_title_before_the_document_counts() -> None:
    assert cited("\\maketitle", preamble="\\title{After \\cite{a}}") == ["a"]


def test_nothing_comes_out_of_a_tree_without_tex() -> None:
    assert extract(tree(notes__txt="hello"), "x").status == "no-latex"
