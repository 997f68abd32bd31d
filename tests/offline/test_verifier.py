"""The small local verifier: what a page says, what it does not, and what it denies."""

from __future__ import annotations

import pytest

from litgauge.tasks.offline.verifier import verify

PAGE = """Herring gulls breed on roofs in many towns. In 2019 the city of Aberdeen counted 3,500 nests of herring gulls.
Most of the chicks leave in August. The council spends 40,000 pounds a year on nets. Nets keep gulls from chimneys.
Nothing is known of their food in winter. Some residents feed them bread and chips at the harbour."""
SAID = "In Aberdeen, 3,500 nests of herring gulls were counted in 2019"
OTHERS = (
    "Lesser black-backed gulls migrate to Senegal and feed on sardines in the Atlantic",
    "Transformers outperform recurrent networks on translation by 2 BLEU",
)


def test_what_a_page_says_is_likelier_than_what_it_does_not_say() -> None:
    said = verify(SAID, PAGE)
    assert said is not None
    assert said.probability > 0.8
    assert "3,500 nests" in said.passage
    assert said.passage in PAGE
    for other in OTHERS:
        found = verify(other, PAGE)
        assert found is not None
        assert found.probability < 0.3


@pytest.mark.parametrize("changed", [SAID.replace("3,500", "9,200"), SAID.replace("were counted", "were not counted")])
def test_another_figure_or_a_denial_makes_it_less_sure(changed: str) -> None:
    said, altered = verify(SAID, PAGE), verify(changed, PAGE)
    assert said is not None
    assert altered is not None
    assert altered.probability < said.probability


@pytest.mark.parametrize(("text", "page"), [("", PAGE), (SAID, ""), ("of the", PAGE)])
def test_without_words_it_says_nothing(text: str, page: str) -> None:
    assert verify(text, page) is None


def test_a_denial_in_the_sentence_itself_leaves_no_support() -> None:
    denied = verify(SAID.replace("were counted", "were not counted"), PAGE)
    assert denied is not None
    assert denied.probability <= 0.5


def test_a_denial_in_a_neighbouring_sentence_is_no_matter() -> None:
    neighbour = PAGE.replace("Most of the chicks", "They were not counted at the harbour. Most of the chicks")
    beside = verify(SAID, neighbour)
    assert beside is not None
    assert beside.probability > 0.8
