"""BibTeX's name lists."""

from __future__ import annotations

import pytest
from bibtexparser.middlewares.names import parse_single_name_into_parts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgauge.tasks.records import PersonName
from litgauge.tasks.text import split_names
from litgauge.tasks.text.name_parts import name_parts
from tests.latex.fuzzing import bibtex, latex
from tests.tables import each_row

RUNS = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
SOAK = settings(max_examples=200_000, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@each_row(
    "raw, family, given",
    [
        ("Donald E. Knuth", "Knuth", "Donald E."),
        ("Knuth, Donald E.", "Knuth", "Donald E."),
        ("Ludwig van Beethoven", "van Beethoven", "Ludwig"),
        ("van der Berg, Jan", "van der Berg", "Jan"),
        ("King, Jr., Martin Luther", "King", "Martin Luther Jr."),
        ("{Mackerell, Jr.}, A. D.", "Mackerell", "A. D. Jr."),
        ("Dinechin, Florent de", "de Dinechin", "Florent"),
        ("Abeele, Jeriek Van den", "Van den Abeele", "Jeriek"),
        (r"M{\"u}ller, J{\"o}rg", "Müller", "Jörg"),
        (r"\O{}rs\o{}e, Rasmus F.", "Ørsøe", "Rasmus F."),
        (r"R. Concei\c{c}\~{a}o", "Conceição", "R."),
        (r"{\'O}scar Corcho", "Corcho", "Óscar"),
        ("{The ATLAS Collaboration}", "The ATLAS Collaboration", ""),
        ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc.", ""),
        ("{Blomer, Jakob}", "Blomer", "Jakob"),
        ("family=Gogh, given=Vincent, prefix=van", "van Gogh", "Vincent"),
        ("Aristotle", "Aristotle", ""),
        ("asdf-astropy developers", "asdf-astropy developers", ""),
        ("王小明", "王小明", ""),
        ("O'Brien, Pat", "O'Brien", "Pat"),
        ("Jean-Luc Picard", "Picard", "Jean-Luc"),
    ],
)
def test_one_name(raw: str, family: str, given: str) -> None:
    assert split_names(raw) == ((PersonName(family, given),), False)


@each_row(
    "raw, families, et_al",
    [
        ("A Ames and B Boyle", ["Ames", "Boyle"], False),
        ("A Ames AND B Boyle", ["Ames", "Boyle"], False),
        ("A Ames and others", ["Ames"], True),
        ("Ames, A. et al.", ["Ames"], True),
        ("A Ames and et al.", ["Ames"], True),
        ("A Ames and\n\tB Boyle", ["Ames", "Boyle"], False),
        ("{A and B} and C Cole", ["A and B", "Cole"], False),
        (r"L Heinrich \& R Rocha", ["Heinrich", "Rocha"], False),
        ("A Ames and and B Boyle", ["Ames", "Boyle"], False),
        ("J. Conway, R. Demina, M. Roco, A. Pierce", ["Conway", "Demina", "Roco", "Pierce"], False),
        ("Ames, A. B., Boyle, B. and Clay, C.", ["Ames", "Boyle", "Clay"], False),
        ("", [], False),
        ("others", [], True),
        (" and ", [], False),
        ("Alexander Sand and Andy Band", ["Sand", "Band"], False),
    ],
)
def test_lists(raw: str, families: list[str], et_al: bool) -> None:
    people, cut = split_names(raw)
    assert ([person.family for person in people], cut) == (families, et_al)


def check(raw: str) -> None:
    people, _ = split_names(raw)
    assert all(person.family and "\n" not in person.family + person.given for person in people)


@pytest.mark.slow
@given(latex | bibtex)
@RUNS
def test_no_string_breaks_it(raw: str) -> None:
    check(raw)


@pytest.mark.soak
@given(latex | bibtex)
@SOAK
def test_200_000_strings_do_not_break_it(raw: str) -> None:
    check(raw)


@given(
    st.lists(
        st.sampled_from(
            [
                "van",
                "de la",
                "Ames",
                "A.",
                "{NASA}",
                "{\\'E}",
                "\\'e",
                "~",
                ",",
                ", ",
                " ",
                "{",
                "}",
                "\\ ",
                "{van}",
                "и",
                "王",
            ]
        ),
        max_size=8,
    ).map("".join)
)
def test_names_are_parted_as_bibtexparser_parts_them(name: str) -> None:
    theirs, ours = parse_single_name_into_parts(name, strict=False), name_parts(name)
    assert (ours.first, ours.von, ours.last, ours.jr) == (theirs.first, theirs.von, theirs.last, theirs.jr)
