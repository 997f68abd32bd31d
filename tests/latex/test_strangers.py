"""Sources as other communities write them: whole files, where a few lines of text do not show it."""

from __future__ import annotations

from litgauge.tasks.latex import extract
from tests.latex.sources import cited, document, of, read
from tests.tables import each_row


def test_notes_of_revtex_need_no_star() -> None:
    assert cited("\\cite{[{For a review, see }][]a}\\cite{b,[{x }][{y}]c}\\cite{*[{also }]d}") == ["a", "b", "c", "d"]


def test_nocite_of_multibib_cites_nothing() -> None:
    found = read("\\citeapp{a}\\nociteapp{b}", "\\usepackage{multibib}\\newcites{app}{Appendix}")
    assert (found.cited_keys, found.nocite_keys) == (("a",), ("b",))


def test_a_key_of_amstex_ends_at_its_first_comma() -> None:
    text = (
        "\\input amstex\n\\documentstyle{amsppt}\n\\document\n"
        "\\cite{Del}, \\cite{Se, Theorem 3}, \\cite{3,Del}\n\\Refs\n"
        "\\ref\\key Del\\by P. Deligne\\paper Weil I\\yr 1974\\endref\n"
        "\\ref\\key Se\\by J. Serre\\book A course\\endref\n"
        "\\ref\\key 3\\by Y. Manin\\paper Points\\endref\n\\endRefs\n\\enddocument\n"
    )
    assert extract(of({"p.tex": text}), "x").cited_keys == ("Del", "Se", "3")


def test_a_volume_of_papers() -> None:
    body = "\\begin{papers}\\import{a}\\import{b}\\end{papers}"
    volume = f"\\documentclass{{combine}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    found = extract(of({"volume.tex": volume, "a.tex": document("\\cite{k}"), "b.tex": document("\\cite{l}")}), "x")
    assert (found.main, found.cited_keys) == ("volume.tex", ("k", "l"))


@each_row(
    "item, title, families",
    [
        (
            "А.Н. Колмогоров, С.В. Фомин. Элементы теории функций и функционального анализа. М.: Наука, 1976.",
            "Элементы теории функций и функционального анализа",
            ["Колмогоров", "Фомин"],
        ),
        ("Гнеденко Б.В. Курс теории вероятностей. М.: Физматлит, 1961.", "Курс теории вероятностей", ["Гнеденко"]),
        (
            "Иванов И.И., Петров П.П. О решении уравнений // Докл. АН СССР. 1985. Т. 284. С. 12--15.",
            "О решении уравнений",
            ["Иванов", "Петров"],
        ),
        (
            "\\emph{Арнольд В. И.} Математические методы классической механики.~--- М.: Наука, 1989.",
            "Математические методы классической механики",
            ["Арнольд"],
        ),
        ("Сидоров А. {\\it К теории всего}, Мат. заметки 5 (1990), 3--10.", "К теории всего", ["Сидоров"]),
    ],
)
def test_cyrillic_references_are_read_like_latin_ones(item: str, title: str, families: list[str]) -> None:
    ending = f"\\begin{{thebibliography}}{{9}}\\bibitem{{k}} {item}\\end{{thebibliography}}"
    (found,) = extract(of({"p.tex": document("\\cite{k}", ending=ending)}), "x").references
    assert (found.title, [person.family for person in found.authors]) == (title, families)


def test_a_work_whose_parts_nobody_names_is_no_failure() -> None:
    item = (
        "\\begin{barticle}\\bauthor{\\bsnm{Ames}, \\binits{A.}}: On paper, by and large (\\byear{2018})\\end{barticle}"
    )
    ending = f"\\begin{{thebibliography}}{{9}}\\bibitem{{k}} {item}\\end{{thebibliography}}"
    (found,) = extract(of({"p.tex": document("\\cite{k}", ending=ending)}), "x").references
    assert (found.authors[0].family, found.year) == ("Ames", 2018)


def test_the_end_of_a_list_is_no_end_of_a_work_of_amstex() -> None:
    ending = "\\references\\bibitem{k} A. Ames, {\\it On kites}, 2001.\\endreferences"
    (found,) = extract(of({"p.tex": document("\\cite{k}", ending=ending)}), "x").references
    assert (found.title, found.year) == ("On kites", 2001)
