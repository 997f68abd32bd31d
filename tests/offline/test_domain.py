"""The rule for a survey's domain."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.offline.domain import Clues, domain_of

CLUES = (
    Clues("Health", {"q-bio": 2.0}, {3: ["cancer*", "patient*"], 1: ["clinical"]}),
    Clues("Finance", {"q-fin": 8.0, "cs.CE": 4.0}, {3: ["bank*"], 2: ["stock market"]}),
)


def test_the_reason_names_the_words_that_decided() -> None:
    found = domain_of("Cancers of the Skin", "Patients go to a bank.", ["cs.CV"], CLUES)

    assert found == ("Health", "cancers, patients (score 12; next Finance (3))")


@pytest.mark.parametrize(("categories", "score"), [(["q-fin.PM"], "8"), (["cs.AI", "q-fin.PM"], "4")])
def test_the_primary_category_counts_twice_as_much_as_another(categories: list[str], score: str) -> None:
    domain, reason = domain_of("", "", categories, CLUES)

    assert (domain, f"(score {score})" in reason) == ("Finance", True)


def test_mentions_beyond_three_add_nothing() -> None:
    assert domain_of("", "cancer " * 3, [], CLUES) == domain_of("", "cancer " * 30, [], CLUES)


def test_too_little_is_no_domain() -> None:
    assert domain_of("On Things", "They are clinical.", [], CLUES) == (
        "", "too little evidence for any domain: only clinical"
    )  # fmt: skip
    assert domain_of("", "", [], ()) == ("", "too little evidence for any domain")


METHODS = Clues("Methods", {"cs.LG": 3.0}, {1: ["benchmark*"]}, ("learning", "cs.LG"))


@pytest.mark.parametrize(
    ("title", "abstract", "categories", "reason"),
    [
        ("Active Learning", "", [], "learning"),
        ("On Things", "We speak of learning.", [], "learning"),
        ("On Things", "", ["cs.LG"], "arXiv cs.LG"),
    ],
)
def test_a_survey_of_methods_alone_belongs_to_the_methods(
    title: str, abstract: str, categories: list[str], reason: str
) -> None:
    found = domain_of(title, abstract, categories, (*CLUES, METHODS))
    assert found == ("Methods", f"no field of use, but methods: {reason}")


def test_a_field_of_use_wins_over_methods_and_a_secondary_category_names_none() -> None:
    assert domain_of("Learning for Cancer", "", ["cs.LG"], (METHODS, *CLUES))[0] == "Health"
    assert domain_of("On Things", "", ["cs.DL", "cs.LG"], (METHODS, *CLUES))[0] == ""


def test_figures_of_speech_are_not_read() -> None:
    clues = (Clues("Law", {}, {4: ["policy"]}), METHODS)
    assert domain_of("Policy Gradient Learning", "", [], clues, ("policy gradient*",))[0] == "Methods"
    assert domain_of("Policy for Policy Gradients", "", [], clues, ("policy gradient*",))[0] == "Law"


@given(st.text(max_size=200), st.text(max_size=200), st.lists(st.sampled_from(("cs.LG", "q-fin.PM", "x")), max_size=3))
def test_any_text_gets_an_answer_and_a_reason(title: str, abstract: str, categories: list[str]) -> None:
    domain, reason = domain_of(title, abstract, categories, CLUES)

    assert domain in ("", "Health", "Finance")
    assert reason
