"""Quotes that must stand in a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.judge.quotes import find_quote
from tests.tables import each_row

PAGE = "It has 3.5 days of train-\ning. “We do not\nfind that X helps Y,” they say. The rest is noise."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("It has 3.5 days of train-ing.", "It has 3.5 days of train-\ning."),
        ('"we do not find that X helps Y,"', "“We do not\nfind that X helps Y,” they say."),
        ("**The rest is noise.**", "The rest is noise."),
        ("... find that X helps Y ...", "“We do not\nfind that X helps Y,” they say."),
    ],
)
def test_what_may_differ(quote: str, found: str) -> None:
    assert find_quote(quote, PAGE) == found


@each_row("quote", [
    "It has 35 days of train-ing.", "It has 3,5 days of train-ing", "The rest is not noise.", "they say", "", "...",
    "It has 3.5 days of train-ing. The rest is noise.",
])  # fmt: skip
def test_what_may_not_differ(quote: str) -> None:
    assert find_quote(quote, PAGE) is None


@given(st.text(alphabet="abc .,!\n“”-−3５ﬁ", max_size=80), st.data())
def test_every_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = find_quote(text[start:end], text)
    if found is not None:
        assert found in text


@given(st.text(alphabet="abcdefgh 123.", min_size=30, max_size=60))
def test_a_part_with_one_more_letter_is_not_found(text: str) -> None:
    assert find_quote(text[:10] + "z" + text[10:], text) is None
