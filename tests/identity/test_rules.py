"""Two works, one or not: what the fuzzy rule must not let through."""

from __future__ import annotations

import pytest

from litgauge.tasks.identity import DescribedWork, likeness, traits_of
from tests.identity.works import cited
from tests.tables import each_row

LINE = cited("Robotized assembly of a wire harness in car production line", "Xin Jiang", year=2010)


def rule(one: DescribedWork, other: DescribedWork) -> str | None:
    """The rule by which they are one work, the same from either side."""
    found, back = likeness(traits_of(one), traits_of(other)), likeness(traits_of(other), traits_of(one))
    assert found == back
    return found.rule if found else None


def test_a_small_word_more_is_the_same_title() -> None:
    assert (
        rule(LINE, cited("Robotized Assembly of a Wire Harness in a Car Production Line", "X. Jiang", year=2011))
        == "fuzzy"
    )


@each_row(
    "other",
    [
        cited("Robotized assembly of a wire harness in a car production line", "Koo Kyong-mo", year=2010),
        cited("Robotized assembly of a wire harness in a car production line", "Xin Jiang", year=2012),
        cited("Robotized assembly of a wire harness in a car production line", "Xin Jiang"),
        cited("Robotized assembly of a wire harness in car production lane", "Xin Jiang", year=2010),
        cited("Robotized assembly of a wire harness in car production line 2", "Xin Jiang", year=2010),
        cited("Robotized assembly of a wire harness in car production line II", "Xin Jiang", year=2010),
    ],
)
def test_other_people_years_and_words_are_another_work(other: DescribedWork) -> None:
    assert rule(LINE, other) is None


def test_different_identifiers_speak_against_a_title_that_only_resembles() -> None:
    conference = cited(LINE.title, "Xin Jiang", year=2010, doi="10.1109/iros.2010.5653133")
    title = "Robotized assembly of a wire harness in a car production line"
    assert rule(conference, cited(title, "Xin Jiang", year=2011, doi="10.1163/016918610x551782")) is None
    assert rule(conference, cited(title, "Xin Jiang", year=2011)) == "fuzzy"


def test_years_tell_short_titles_apart_where_nobody_knows_the_author() -> None:
    assert rule(cited("Deep learning", year=2016), cited("Deep learning", year=2009)) is None
    assert rule(cited("Deep learning", year=2016), cited("Deep learning", year=2015)) == "title"
    long = "Language models are few-shot learners of everything"
    assert rule(cited(long, year=2020), cited(long, year=2024)) == "title"


NET = cited("VoxNet: three-dimensional loops", "Ada Example", year=2015)


@each_row(
    "title",
    [
        "VoxNet++: three-dimensional loops", "VoxNet+: three-dimensional loops", "VoxNet 2: three-dimensional loops",
        "Towards VoxNet: three-dimensional loops", "Revisiting VoxNet: three-dimensional loops",
        "VoxNet: three-dimensional loops, part II", "VoxNet: three-dimensional loops II",
    ],
)  # fmt: skip
@each_row("told", [True, False])
def test_another_version_is_another_work_unless_an_identifier_says_so(title: str, told: bool) -> None:
    other = cited(title, "Ada Example", year=2015) if told else cited(title)
    assert rule(NET if told else cited(NET.title), other) is None
    assert rule(cited(NET.title, doi="10.5555/v"), cited(title, doi="10.5555/v")) == "doi"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("β-VAE of H₂O", "Beta-VAE of H2O"),
        ("Behaviour & colour of anaemia", "Behavior and Color of Anemia"),
        ("Schrödinger's “cat” – a ﬁrst look", "Schroedingers cat: a first look"),
        ("C++ for A* search", "c++ for a* search"),
    ],
)
def test_typography_and_spelling_make_no_other_title(one: str, other: str) -> None:
    assert rule(cited(one), cited(other)) == "title"


def test_a_subtitle_may_be_missing_where_author_and_year_agree() -> None:
    whole = cited("BERT: Pre-training of deep transformers", "Jacob Devlin", year=2019)
    assert rule(whole, cited("BERT", "Devlin", year=2018)) == "subtitle"
    for other in (cited("BERT"), cited("BERT", "Ada Example", year=2019), cited("BERT", "Devlin", year=2023)):
        assert rule(whole, other) is None
    assert rule(cited("Loops: part II", "Ada Example", year=2015), cited("Loops", "Ada Example", year=2015)) is None
    long = "An astonishingly long title that names one work and no other"
    assert rule(cited(f"{long}: a policy paper"), cited(long)) == "subtitle"
