"""Words in the form in which texts are compared."""

from __future__ import annotations

import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.text.words import stem, stems, words


@pytest.mark.parametrize(("one", "other"), [
    ("optimising", "optimizes"), ("colour", "colors"), ("centre", "center"), ("studies", "study"),
    ("convolutional", "convolutions"), ("analyses", "analysis"), ("recurrence", "recurrent"),
])  # fmt: skip
def test_forms_of_one_word(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("intern", "internet"), ("universe", "university"), ("policy", "police")])
def test_forms_of_two_words(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(("one", "other"), [
    ("1,000 models", "1000 model"), ("twelve studies", "12 study"), ("ＢＥＲＴ", "bert"), ("naïve", "NAÏVE"),
    ("10\u202f000 runs", "10,000 run"), ("state-of-the-art", "state of the art"),
])  # fmt: skip
def test_words_that_are_the_same(one: str, other: str) -> None:
    assert stems(one) == stems(other)


@pytest.mark.parametrize(("text", "names"), [
    ("The Transformer of BERT beats GPT-3 and nnU-Net", ["Transformer", "BERT", "GPT-3", "nnU-Net"]),
    ("Attention is all you need in 2017 at 3x the cost", []),
    ("Bees in winter are 2nd to the 1990s", []),
])  # fmt: skip
def test_names(text: str, names: list[str]) -> None:
    assert [word.text for word in words(text) if word.name] == names


def test_chinese_has_no_spaces() -> None:
    assert [word.text for word in words("雷声语料库 2.0")] == ["雷声", "声语", "语料", "料库", "2.0"]


@given(st.text(max_size=200))
def test_words_stand_where_they_say(text: str) -> None:
    plain = unicodedata.normalize("NFKC", text)
    for word in words(text):
        if "\u2009" not in text and "\u202f" not in text:
            assert plain[word.start : word.start + len(word.text)] == word.text


def test_threads_may_stem_at_once() -> None:
    """A stemmer keeps its word in itself: shared by threads it failed, or gave the stem of another's word."""
    endings = [f"{first}{last}" for first in ("relat", "organis", "compos", "studi") for last in ("ing", "ed", "es")]
    many = [f"{'un' * (number % 7)}{word}" for number in range(400) for word in endings]
    expected = [stem.__wrapped__(word) for word in many]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [stem.__wrapped__(word) for word in many], range(16)):
            assert found == expected
