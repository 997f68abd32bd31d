"""The rule for whether a passage says what a statement says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.offline.support import find_quotes, support
from tests.tables import each_row

GLACIER = (
    "We mapped 312 glaciers of the southern Andes between 2001 and 2019. They lost 12.4 % of their area, and the loss "
    "was faster in the north. Debris-covered glaciers did not retreat. No data exist for the years before 1986."
)


@each_row("statement", [
    "The glaciers of the southern Andes lost 12.4 per cent of their area from 2001 to 2019.",
    "In the southern Andes, 312 glaciers were mapped.",
    "Over 300 glaciers were mapped in the southern Andes.",
    "Glaciers that are covered with debris did not retreat.",
    "The loss of area was faster in the north.",
])  # fmt: skip
def test_what_a_passage_says(statement: str) -> None:
    quotes = find_quotes(statement, [GLACIER])

    assert support(statement, " ".join(quotes)).supported


@each_row("statement, why", [
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


def test_acronyms() -> None:
    assert support("An LLM answers.", "A Large Language Model answers.").supported
    assert not support("An LLM answers.", "A Language Model of Large size answers.").supported


@pytest.mark.parametrize(("statement", "passage"), [
    ("It is possible to achieve all three goals.", "It is impossible to achieve all three goals."),
    ("Ultrasound is used for radiographs.", "Ultrasound is not used for radiographs."),
    ("The model needs recurrence.", "The model does not need recurrence, but it uses attention."),
    ("The loss rises with size.", "The loss of every model falls with size."),
])  # fmt: skip
def test_what_one_affirms_and_the_other_denies(statement: str, passage: str) -> None:
    assert support(statement, passage).against in ("denial", "opposite")
    assert support(passage, passage).supported


def test_a_side_remark_that_is_denied_is_no_contradiction() -> None:
    assert support(
        "The drug lowers blood pressure and heart rate in adults.",
        "The drug lowers blood pressure and heart rate in adults, without side effects.",
    ).supported


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_can_be_compared(statement: str, passage: str) -> None:
    found = support(statement, passage)

    assert 0.0 <= found.coverage <= 1.0
    assert found.reason
    assert all(quote in passage for quote in find_quotes(statement, [passage]))
