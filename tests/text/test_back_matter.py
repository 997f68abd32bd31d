"""Sections that a paper has about itself, and sections of the same name that are its subject."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.records import Section
from litgauge.tasks.text.back_matter import without_back_matter
from tests.tables import each_row

PROSE = "Clinicians weigh what a system proposes against what they know. " * 10
GRANT = "This work was supported by the Science Fund under grant 12."
WORDS = ("Support", "Ethics", "Disclosures", "Funding", "Data availability", "Biographies", "Additional information")


def titles(*sections: tuple[int, str, str]) -> list[str]:
    return [section.title for section in without_back_matter([Section(*one) for one in sections])]


@each_row("number", ["", "4 ", "4. ", "IV. "])
@each_row("word", WORDS)
def test_a_section_among_others_is_a_subject(word: str, number: str) -> None:
    title = number + word
    assert title in titles((1, "Methods", PROSE), (1, title, PROSE), (1, "Trust", PROSE), (1, "Conclusion", PROSE))


@each_row("word", WORDS)
def test_a_subsection_of_a_subject_is_one(word: str) -> None:
    assert word in titles((1, "Open problems", PROSE), (2, "Trust", PROSE), (2, word, PROSE), (1, "Conclusion", PROSE))


@each_row("word", WORDS)
def test_behind_the_conclusion_it_is_back_matter(word: str) -> None:
    conclusion = (1, "6 Conclusions and outlook", PROSE)
    assert word not in titles((1, "Trust", PROSE), conclusion, (1, word, PROSE), (1, "References", ""))
    assert word not in titles((1, "Trust", PROSE), conclusion, (1, word, PROSE), (1, "Appendix A", PROSE))
    assert word not in titles((1, "Trust", PROSE), conclusion, (1, word, PROSE), (1, "Proof of Lemma 2", PROSE))


@each_row("word", WORDS)
def test_a_short_last_section_is_back_matter_without_a_conclusion_too(word: str) -> None:
    assert word not in titles((1, "Trust", PROSE), (1, word, "All data are ours."), (1, "Acknowledgments", GRANT))
    assert word in titles((1, "Trust", PROSE), (1, word, PROSE * 4))


def test_a_statement_about_money_is_back_matter_wherever_it_stands() -> None:
    assert titles((1, "Funding", GRANT), (1, "Trust", PROSE)) == ["Trust"]
    assert titles((1, "Trust", PROSE), (2, "Support", GRANT), (1, "Doubt", PROSE)) == ["Trust", "Doubt"]


def test_declarations_take_their_parts_with_them() -> None:
    declared = ((1, "Declarations", ""), (2, "Funding", PROSE), (2, "Ethics", PROSE))
    assert titles((1, "Trust", PROSE), (1, "Conclusion", PROSE), *declared) == ["Trust", "Conclusion"]


def test_a_long_part_with_parts_of_its_own_is_a_subject_even_behind_a_conclusion() -> None:
    told = titles((1, "Conclusion", PROSE), (1, "Ethics", PROSE * 3), (2, "Consent", PROSE))
    assert told == ["Conclusion", "Ethics", "Consent"]


@pytest.mark.parametrize("title", ["Acknowledgments", "References", "Author contributions", "Conflict of interest"])
def test_names_that_suit_no_subject_are_back_matter_anywhere(title: str) -> None:
    assert titles((1, "Trust", PROSE), (1, title, PROSE * 9), (1, "Doubt", PROSE)) == ["Trust", "Doubt"]


SECTIONS = st.builds(
    Section, st.integers(1, 3), st.sampled_from((*WORDS, "Trust", "Conclusion", "References", "")), st.text(max_size=30)
)


@pytest.mark.slow
@given(st.lists(SECTIONS, max_size=12))
def test_what_is_left_stands_in_order_and_nothing_else_goes(sections: list[Section]) -> None:
    kept = without_back_matter(sections)
    rest = iter(sections)
    assert all(any(section is one for one in rest) for section in kept)
    gone = {section.title for section in sections} - {section.title for section in kept}
    assert gone <= {*WORDS, "References"}
