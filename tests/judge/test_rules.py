"""The rules that stand in for a judge."""

from __future__ import annotations

import pytest

from tasks.judge import PagesAtHand
from tasks.judge.findings import Finding
from tasks.judge.polarity import polarity
from tasks.judge.support import find_quotes, support
from tasks.judge.truth import truth_by_findings
from tasks.judge.words import spells, stem_of

GLACIER = (
    "We mapped 312 glaciers of the southern Andes between 2001 and 2019. They lost 12.4 % of their area, and the loss "
    "was faster in the north. Debris-covered glaciers did not retreat. No data exist for the years before 1986."
)


@pytest.mark.parametrize("statement", [
    "The glaciers of the southern Andes lost 12.4 per cent of their area from 2001 to 2019.",
    "In the southern Andes, 312 glaciers were mapped.",
    "Over 300 glaciers were mapped in the southern Andes.",
    "Glaciers that are covered with debris did not retreat.",
    "The loss of area was faster in the north.",
])  # fmt: skip
def test_what_a_passage_says(statement: str) -> None:
    quotes = find_quotes(statement, [GLACIER])

    assert support(statement, " ".join(quotes)).supported


@pytest.mark.parametrize(("statement", "why"), [
    ("The glaciers of the southern Andes lost 21.4 per cent of their area from 2001 to 2019.", "not the figure 21.4%"),
    ("In the southern Andes, 213 glaciers were mapped.", "not the figure 213"),
    ("The southern Andes were mapped between 2001 and 2009.", "not the figure 2009"),
    ("Debris-covered glaciers did retreat.", "affirms what the other denies"),
    ("The loss of area was slower in the north.", '"slower"'),
    ("The loss of area was not faster in the north.", "affirms what the other denies"),
])  # fmt: skip
def test_what_a_passage_denies(statement: str, why: str) -> None:
    found = support(statement, " ".join(find_quotes(statement, [GLACIER])))

    assert not found.supported
    assert why in found.reason


@pytest.mark.parametrize("statement", [
    "Self-attention scales quadratically with the length of the sequence.", "Penguins of the Antarctic eat krill.", "",
])  # fmt: skip
def test_what_a_passage_does_not_speak_of(statement: str) -> None:
    assert find_quotes(statement, [GLACIER]) == ()


@pytest.mark.parametrize(("statement", "vote"), [
    ("The glaciers of the southern Andes lost 12.4 % of their area.", "true"),
    ("The glaciers of the southern Andes lost 24.1 % of their area.", "false"),
    ("Debris-covered glaciers of the southern Andes retreated.", "false"),
    ("The glaciers of Norway grew in 2012.", "abstain"),
])  # fmt: skip
def test_votes_by_a_page(statement: str, vote: str) -> None:
    got, reason, sources = truth_by_findings(statement, [Finding("https://a.org", "Glaciers of the Andes", GLACIER)])

    assert got == vote
    assert reason
    assert sources == (() if vote == "abstain" else ("https://a.org",))


def test_pages_that_disagree_settle_nothing() -> None:
    pages = [Finding("https://a.org", "", "The bridge was opened in 1932."),
             Finding("https://b.org", "", "The bridge was opened in 1934.")]  # fmt: skip

    assert truth_by_findings("The bridge was opened in 1932.", pages)[0] == "abstain"
    assert truth_by_findings("The bridge was opened in 1932.", pages[:1])[0] == "true"
    assert truth_by_findings("The bridge was opened in 1932.", pages[1:])[0] == "false"
    assert truth_by_findings("The bridge was opened in 1932.", [])[0] == "abstain"


@pytest.mark.parametrize(("one", "other"), [
    ("optimising", "optimizes"), ("took", "taking"), ("colour", "colors"), ("centre", "center"), ("studies", "study"),
    ("convolutional", "convolutions"), ("analyses", "analysis"), ("recurrence", "recurrent"),
])  # fmt: skip
def test_forms_of_one_word(one: str, other: str) -> None:
    assert stem_of(one) == stem_of(other)


@pytest.mark.parametrize(("one", "other"), [("intern", "internet"), ("universe", "university"), ("policy", "police")])
def test_forms_of_two_words(one: str, other: str) -> None:
    assert stem_of(one) != stem_of(other)


def test_acronyms() -> None:
    assert spells("LLM", "A Large Language Model")
    assert not spells("LLM", "A Language Model of Large size")
    assert not spells("of", "Out of Focus")


def test_two_denials_affirm() -> None:
    assert "achiev" in polarity("It is not impossible to achieve all three.").affirmed
    assert "achiev" in polarity("It is impossible to achieve all three.").denied


async def test_pages_at_hand_are_ranked_and_cut() -> None:
    long = Finding("https://long.org", "Long", "Nothing is said here. " * 5_000 + GLACIER + " Nothing more." * 5_000)
    other = Finding("https://other.org", "Other", "Penguins eat krill.")

    found = await PagesAtHand([other, long]).search("In the southern Andes 312 glaciers were mapped.")

    assert [page.url for page in found] == ["https://long.org"]
    assert "We mapped 312 glaciers" in found[0].text
    assert len(found[0].text) < 3_000
