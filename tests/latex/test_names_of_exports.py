r"""Names and titles as publishers' exports write them: two branches of `\ifmmode`, long lists, `\protect`, old .bbl."""

from __future__ import annotations

from litgauge.tasks.latex import Extraction, extract
from tests.latex.sources import codes, document, of, read
from tests.tables import each_row


def people(found: Extraction) -> list[tuple[str, str]]:
    (reference,) = found.references
    return [(person.family, person.given) for person in reference.authors]


def by_bbl(bbl: str, body: str = "\\cite{k}") -> Extraction:
    return extract(of({"paper.tex": document(body), "paper.bbl": bbl}), "x")


def listed(item: str) -> Extraction:
    return by_bbl(f"\\begin{{thebibliography}}{{9}}\n{item}\n\\end{{thebibliography}}\n")


@each_row(
    "written, family, given",
    [
        ("Kol\\'a\\ifmmode \\check{r}\\else \\v{r}\\fi{}, Ji\\ifmmode \\check{r}\\else \\v{r}\\fi{}", "Kolář", "Jiř"),
        ("\\ifmmode \\check{S}\\else \\v{S}\\fi{}mit, Petr", "Šmit", "Petr"),
        ("\\ifmmode\\check{S}\\else\\v{S}\\fi mit, Petr", "Šmit", "Petr"),
        ("Petr {\\ifmmode \\check{S}\\else \\v{S}\\fi{}}mit", "Šmit", "Petr"),
        ("M. \\ifmmode \\dot{Z}\\else \\.{Z}\\fi{}ukowski", "Żukowski", "M."),
        ("Bengtsson, \\ifmmode \\acute{A}\\else \\'{A}\\fi{}. and A. Ames", "Bengtsson", "Á."),
        ("Wo\\ifmmode \\acute{z}\\else \\'{z}\\fi{}niak, M.", "Woźniak", "M."),
    ],
)
@each_row("bibliography", [".bib", ".bbl"])
def test_one_branch_of_what_aps_exports_is_the_name(written: str, family: str, given: str, bibliography: str) -> None:
    if bibliography == ".bib":
        found = read("\\cite{k}", bib=f"@article{{k, title={{On kites}}, author={{{written}}}, year=2001}}")
        assert people(found)[0] == (family, given)
    elif "," in written.partition(" and ")[0]:
        last, _, first = written.partition(" and ")[0].partition(", ")
        found = listed(
            "\\bibitem[{\\citenamefont{X}(2001)}]{k}%\n\\bibinfo{author}{\\bibfnamefont{" + first + "} "
            "\\bibnamefont{" + last + "}}, \\bibinfo{journal}{Phys. Rev. A} \\textbf{\\bibinfo{volume}{3}} (2001)."
        )
        assert people(found) == [(family, given)]
    else:
        found = listed(f"\\bibitem{{k}} {written}, \\emph{{On kites}}, J. Inv. 3 (2001) 4.")
        assert people(found)[0][0] == family


@each_row(
    "written, title",
    [
        ("Fast $\\ifmmode\\pm\\else\\textpm\\fi{}$ gates", "Fast ± gates"),
        ("Fast \\ifmmode\\pm\\else\\textpm\\fi{} gates", "Fast ± gates"),
        ("Fast {\\ifmmode\\pm\\else\\textpm\\fi{}} gates", "Fast ± gates"),
        ("On Schr\\ifmmode \\ddot{o}\\else \\\"{o}\\fi{}dinger's cat", "On Schrödinger's cat"),
        ("The 3\\ifmmode\\times\\else\\texttimes\\fi{}3 case", "The 3×3 case"),
        ("From 3 \\ifmmode^\\circ\\else\\textdegree\\fi{}C", "From 3 °C"),
        ("A \\ifmmode a\\else b\\fi{} and \\ifmmode c\\fi{} d", "A b and d"),
    ],
)
def test_one_branch_is_the_title(written: str, title: str) -> None:
    found = read("\\cite{k}", bib=f"@article{{k, title={{{written}}}, author={{Ann Ames}}, year=2001}}")
    assert found.references[0].title == title


def test_a_collaboration_of_thousands_keeps_its_authors() -> None:
    names = [f"Family{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}, A. B." for n in range(1658)]
    bib = f"@article{{k, title={{On waves}}, author={{{' and '.join(names)}}}, year=2016}}"
    found = read("\\cite{k}", bib=bib)
    assert (len(people(found)), people(found)[-1][0]) == (1658, names[-1].partition(",")[0])
    parts = ", ".join(f"\\bibfnamefont{{A.~B.}} \\bibnamefont{{{name.partition(',')[0]}}}" for name in names)
    parts = ", ".join(f"\\bibinfo{{author}}{{{part}}}" for part in parts.split(", "))
    found = listed(
        "\\bibitem[{X(2016)}]{k}%\n" + parts + ", \\bibinfo{journal}{Phys. Rev. Lett.} (\\bibinfo{year}{2016})."
    )
    assert len(people(found)) == 1658
    biber = "".join(
        f"{{{{hash=a}}{{family={{{name.partition(',')[0]}}},given={{A. B.}},giveni={{A\\bibinitperiod}}}}}}%\n"
        for name in names
    )
    found = by_bbl(
        "% $ biblatex bbl format version 3.1 $\n\\refsection{0}\\datalist[entry]{nty/global//global/global}\n"
        f"\\entry{{k}}{{article}}{{}}\n\\name{{author}}{{1658}}{{}}{{%\n{biber}}}\n\\field{{title}}{{On waves}}"
        "\\endentry\n\\enddatalist\\endrefsection"
    )
    assert len(people(found)) == 1658


def test_printed_names_of_a_collaboration_are_kept_or_their_cut_is_said() -> None:
    names = ", ".join(f"A. Family{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}" for n in range(600))
    found = listed(f"\\bibitem{{k}} {names}, \\emph{{On waves}}, Phys. Rev. Lett. 116 (2016) 61102.")
    assert len(people(found)) == 600 or (people(found) and "authors-cut" in codes(found))
    assert people(found)[0] == ("Familyaa", "A.")


@each_row(
    "item, family",
    [
        ("{\\bsnm{van \\protect Dijk}}, \\binits{A.}", "van Dijk"),
        ("{\\bsnm{\\protect van Dijk}}, \\binits{A.}", "van Dijk"),
        ("{\\bsnm{{\\protect De Raedt}}}, \\binits{L.}", "De Raedt"),
        ("{\\bsnm{De~\\protect{Raedt}}}, \\binits{L.}", "De Raedt"),
        ("{\\bsnm{Mart\\protect\\'{\\i}n}}, \\binits{J.}", "Martín"),
        ("{\\bsnm{Mart{\\protect\\'\\i}n}}, \\binits{J.}", "Martín"),
        ("{\\bsnm{Mart\\'{\\protect\\i}n}}, \\binits{J.}", "Martín"),
        ("{\\bsnm{Mu\\protect\\~noz}}, \\binits{J.}", "Muñoz"),
        ('{\\bsnm{Bj\\protect\\"{o}rk}}, \\binits{J.}', "Björk"),
    ],
)
def test_protection_is_no_part_of_a_name(item: str, family: str) -> None:
    found = listed(
        f"\\bibitem[\\protect\\citeauthoryear{{A}}{{2001}}]{{k}}\n\\begin{{barticle}}\n\\bauthor{item}:\n"
        "\\batitle{On kites}.\n\\bjtitle{J. Inv.} \\bvolume{3} (\\byear{2001})\n\\end{barticle}\n\\endbibitem"
    )
    assert people(found)[0][0] == family
    assert found.references[0].title == "On kites"


HEAD = "% $ biblatex auxiliary file $\n% $ biblatex {} $\n\\begingroup\n\\makeatletter\n\\endgroup\n"


@each_row(
    "version, names",
    [
        (
            "version 0.8",
            "\\name{author}{2}{%\n{{Appel}{A.}{M.~J.}{M.~J.}{}{}{}{}}%\n{{Dijk}{D.}{Ann}{A.}{van}{v.}{}{}}%\n}",
        ),
        (
            "version 1.0",
            "\\name{author}{2}{%\n{{}{Appel}{A.}{M.~J.}{M.~J.}{}{}{}{}}%\n{{}{Dijk}{D.}{Ann}{A.}{van}{v.}{}{}}%\n}",
        ),
        (
            "version 1.5",
            "\\name{author}{2}{}{{{}{Appel}{A.}{M.~J.}{M.~J.}{}{}{}{}}{{}{Dijk}{D.}{Ann}{A.}{van}{v.}{}{}}}",
        ),
        (
            "bbl format version 2.4",
            "\\name{labelname}{1}{}{%\n{{hash=9}{Wrong}{W\\bibinitperiod}{}{}{}{}{}{}}%\n}\n\\name{author}{2}{}{%\n"
            "{{hash=1}{Appel}{A\\bibinitperiod}{M.\\bibnamedelima J.}{M\\bibinitperiod}{}{}{}{}}%\n"
            "{{hash=2}{Dijk}{D\\bibinitperiod}{Ann}{A\\bibinitperiod}{van}{v\\bibinitperiod}{}{}}%\n}",
        ),
        (
            "bbl format version 2.8",
            "\\name{author}{2}{}{%\n{{hash=1}{%\nfamily={Appel},\nfamilyi={A},\ngiven={M.\\bibnamedelima J.},"
            "\ngiveni={M\\bibinitperiod},\n}}%\n{{hash=2}{%\nprefix={van},\nprefixi={v\\bibinitperiod},\nfamily={Dijk},\n"
            "given={Ann},\n}}%\n}",
        ),
        (
            "bbl format version 3.1",
            "\\name{author}{2}{sortingtemplatename=x}{%\n{{un=0,uniquepart=base,hash=1}{%\nfamily={Appel},\n"
            "family_i={A},\ngiven={M.\\bibnamedelima J.},\ngivenun=0}}%\n"
            "{{un=0,hash=2}{%\nfamily={Dijk},\nprefix={van},\ngiven={Ann}}}%\n}",
        ),
    ],
)
def test_names_of_every_format_of_biblatex(version: str, names: str) -> None:
    found = by_bbl(
        HEAD.format(version)
        + f"\\entry{{k}}{{article}}{{}}\n{names}\n\\field{{title}}{{On kites}}\n\\field{{year}}{{2001}}\n\\endentry\n"
    )
    assert people(found) == [("Appel", "M. J."), ("van Dijk", "Ann")]
    assert (found.references[0].title, found.references[0].year) == ("On kites", 2001)


@each_row(
    "names, families",
    [
        ("{{}{{NASA}}{N.}{}{}{}{}{}{}}", ["NASA"]),
        ("{{}{{World Health Organization}}{W.}{}{}{}{}{}{}}", ["World Health Organization"]),
        ("{{}{}{}{Aristotle}{A.}{}{}{}{}}", ["Aristotle"]),
        ("{{}{}{}{}{}{}{}{}{}}{{}{Appel}{A.}{M.}{M.}{}{}{}{}}", ["Appel"]),
        ("{{}{Иванов}{И.}{Иван}{И.}{}{}{}{}}", ["Иванов"]),
        ("{{}{王}{王}{小明}{小}{}{}{}{}}", ["王"]),
        ("{{}{Mart\\'{\\i}n}{M.}{Jos\\'e}{J.}{}{}{}{}}", ["Martín"]),
        ("{{}{King}{K.}{Martin}{M.}{}{}{Jr.}{J.}}", ["King"]),
        ("{{}{broken", []),
    ],
)
def test_no_author_without_a_name(names: str, families: list[str]) -> None:
    found = by_bbl(
        HEAD.format("version 1.5") + f"\\entry{{k}}{{book}}{{}}\n\\name{{author}}{{1}}{{}}{{{names}}}\n"
        "\\field{title}{On kites}\n\\endentry\n"
    )
    if families:
        assert [person.family or person.given for person in found.references[0].authors] == families
    else:
        assert all(person.family or person.given for reference in found.references for person in reference.authors)


@each_row(
    "written, families",
    [
        ("王小明 and 李四", ["王小明", "李四"]),
        ("王, 小明 and Li, Si", ["王", "Li"]),
        ("А. Н. Колмогоров and Фомин, С. В.", ["Колмогоров", "Фомин"]),
        ("김철수 and 이영희", ["김철수", "이영희"]),
        ("{\\CYRK}{\\cyro}{\\cyrl}, {\\CYRA}.", ["Кол"]),
        ("Παπαδόπουλος, Γ. and محمد علي", ["Παπαδόπουλος", "علي"]),
        ("{} and Ann Ames", ["Ames"]),
        (" and ", []),
        ("{\\relax}", []),
        ("~", []),
        (", ", []),
    ],
)
def test_names_in_other_scripts_and_names_that_are_none(written: str, families: list[str]) -> None:
    found = read("\\cite{k}", bib=f"@article{{k, title={{On kites}}, author={{{written}}}, year=2001}}")
    assert [person.family or person.given for person in found.references[0].authors] == families


@each_row(
    "item, family",
    [
        ("{Abbott}, B.~P., {Abbott}, R., {Abbott}, T.~D., et~al. 2016, \\apj, 826, L13", "Abbott"),
        (
            "B.~P. Abbott \\textit{et al.} (LIGO Collaboration), Phys.\\ Rev.\\ Lett. \\textbf{116}, 061102 (2016).",
            "Abbott",
        ),
        ("C. W. J. Beenakker, Rev. Mod. Phys. {\\bf 69}, 731 (1997).", "Beenakker"),
        ("P. W. Anderson, {\\it Phys. Rev.} {\\bf 109}, 1492 (1958).", "Anderson"),
        ("Planck Collaboration, Aghanim, N., Akrami, Y., et al. 2020, A\\&A, 641, A6", "Planck Collaboration"),
        ("Bovy J., 2015, ApJS, 216, 29", "Bovy"),
        ("van Dokkum P. G., et al., 2018, Nature, 555, 629", "van Dokkum"),
        ("H.A. Kramers, Physica 7 (1940) 284", "Kramers"),
        ("{\\sc Bethe, H.} {\\em Phys. Rev. 55\\/} (1939), 434.", "Bethe"),
        (
            "\\textsc{L. D. Landau} and \\textsc{E. M. Lifshitz}, Phys. Z. Sowjetunion \\textbf{8}, 153 (1935).",
            "Landau",
        ),
        ("G. 't Hooft, Nucl. Phys. B 35, 167 (1971)", "'t Hooft"),
        ("J.-P. Eckmann and D. Ruelle, Rev.~Mod.~Phys.~{\\bf 57}, 617 (1985).", "Eckmann"),
    ],
)
def test_a_style_without_titles_gives_the_first_author_and_no_title(item: str, family: str) -> None:
    found = listed(f"\\bibitem{{k}} {item}")
    assert (people(found)[0][0], found.references[0].title) == (family, None)
