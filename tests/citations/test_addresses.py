"""Addresses are cleaned of what hangs on them, and two are one page only if they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.citations.addresses import MOST_CHARACTERS, clean_url, page_of
from tests.tables import each_row


@each_row(
    "raw, clean",
    [
        ("https://a.example/b.", "https://a.example/b"),
        ("https://a.example/b),", "https://a.example/b"),
        ("https://a.example/b)。", "https://a.example/b"),
        ("https://a.example/b**", "https://a.example/b"),
        ("https://en.wikipedia.org/wiki/Bias_(statistics)", "https://en.wikipedia.org/wiki/Bias_(statistics)"),
        ("https://en.wikipedia.org/wiki/Bias_(statistics)).", "https://en.wikipedia.org/wiki/Bias_(statistics)"),
        ("https://doi.org/10.1016/S0749-3797(01)00381-6)", "https://doi.org/10.1016/S0749-3797(01)00381-6"),
        ("<https://doi.org/10.1175/1520-0469(1963)020<0130:dnf>2.0.co;2>",
         "https://doi.org/10.1175/1520-0469(1963)020<0130:dnf>2.0.co;2"),
        ("https://a.example/?id=1&utm_source=chatgpt.com", "https://a.example/?id=1"),
        ("https://a.example/?utm_source=openai&gclid=3", "https://a.example/"),
        ("https://a.example/p?fbclid=x#section", "https://a.example/p#section"),
        ("https://a.example/p#:~:text=some%20words", "https://a.example/p"),
        ("https://a.example/p#part:~:text=some", "https://a.example/p#part"),
        ("https://www.google.com/url?q=https%3A%2F%2Fa.example%2Fp%3Fid%3D7&sa=U&ved=2", "https://a.example/p?id=7"),
        ("https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F&rut=1", "https://a.example/"),
        ("https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9hcnhpdi5vcmcvYWJzLzE3MDYuMDM3NjI&ntb=1",
         "https://arxiv.org/abs/1706.03762"),
        ("https://r.jina.ai/https://a.example/p", "https://a.example/p"),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fa.example%252Fp",
         "https://a.example/p"),
        ("www.a.example/p", "https://www.a.example/p"),
        ("HTTPS://a.example/P", "https://a.example/P"),
        ("mailto:me@a.example", None),
        ("javascript:alert(1)", None),
        ("http://[::1", None),
        ("https://…/x", None),
        ("", None),
    ],
)  # fmt: skip
def test_what_a_sentence_or_a_tracker_hung_on_it_is_off(raw: str, clean: str | None) -> None:
    assert clean_url(raw) == clean


@each_row(
    "one, other",
    [
        ("http://a.example/p", "https://a.example/p/"),
        ("https://A.Example:443/p", "https://a.example/p"),
        ("https://a.example/p#part", "https://a.example/p"),
        ("https://a.example/x/../p", "https://a.example/./p"),
        ("https://a.example/%7Eme", "https://a.example/~me"),
        ("https://a.example/%e4%b8%ad", "https://a.example/中"),
        ("https://dx.doi.org/10.1000/ABC", "http://doi.org/10.1000/abc"),
        ("https://export.arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03762"),
        ("https://arxiv.org/pdf/1706.03762.pdf", "https://arxiv.org/pdf/1706.03762"),
        ("https://openreview.net/forum?id=abc&noteId=xyz", "https://openreview.net/forum?id=abc"),
    ],
)
def test_two_spellings_of_one_page(one: str, other: str) -> None:
    assert page_of(one) == page_of(other)


@each_row(
    "one, other",
    [
        ("https://openreview.net/forum?id=abc", "https://openreview.net/forum?id=abd"),
        ("https://a.example/?id=1", "https://a.example/?id=2"),
        ("https://a.example/watch?v=A", "https://a.example/watch?v=a"),
        ("https://a.example/P", "https://a.example/p"),
        ("https://a.example/p", "https://www.a.example/p"),
        ("https://a.example:8080/p", "https://a.example/p"),
        ("https://a.example/#/one", "https://a.example/#/two"),
        ("https://a.example/#!one", "https://a.example/#!two"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://arxiv.org/abs/1706.03762v1", "https://arxiv.org/abs/1706.03762v2"),
        ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/pdf/1706.03762"),
        ("https://doi.org/10.1000/abc", "https://doi.org/10.1000/abd"),
    ],
)
def test_two_pages(one: str, other: str) -> None:
    assert page_of(one) != page_of(other)


@given(st.text(max_size=80))
def test_any_string_is_an_address_or_none_and_cleaning_twice_changes_nothing(text: str) -> None:
    clean = clean_url(text)
    if clean is not None:
        assert clean_url(clean) == clean
        assert page_of(page_of(clean)) == page_of(clean)


@pytest.mark.slow
@given(st.text(alphabet="ab/?=&#%().2Fé", max_size=40))
def test_a_cleaned_address_stays_clean(tail: str) -> None:
    clean = clean_url(f"https://a.example/{tail}")
    assert clean is not None
    assert clean_url(clean) == clean
    assert page_of(page_of(clean)) == page_of(clean)
    assert page_of(clean.replace("https://a.example", "HTTP://A.EXAMPLE")) == page_of(clean)


def test_an_endless_address_ends() -> None:
    clean = clean_url("https://a.example/" + "x" * 100_000)
    assert clean is not None
    assert len(clean) <= MOST_CHARACTERS
