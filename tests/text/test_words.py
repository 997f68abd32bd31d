"""Words in the form in which texts are compared."""

from __future__ import annotations

import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.text.words import stem, stems, words
from tests.tables import each_row

_ROOTS = [
    f"{first}{second}{third}" for first in ("gr", "st", "pl") for second in "aeiou" for third in ("nt", "rm", "sk")
]


@each_row("one, other", [
    ("optimising", "optimizes"), ("colour", "colors"), ("centre", "center"), ("studies", "study"),
    ("convolutional", "convolutions"), ("analyses", "analysis"), ("recurrence", "recurrent"),
])  # fmt: skip
def test_forms_of_one_word(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("intern", "internet"), ("universe", "university"), ("policy", "police")])
def test_forms_of_two_words(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@each_row("one, other", [
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


def test_threads_get_the_stems_that_one_thread_gets() -> None:
    listed = [f"{root}{end}" for root in _ROOTS for end in ("ational", "iveness", "ousli", "izers", "fulness", "ing")]
    alone = {word: stem(word) for word in listed}
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(8):
            stem.cache_clear()
            with ThreadPoolExecutor(8) as threads:
                shares = list(threads.map(lambda at: {word: stem(word) for word in listed[at::8]}, range(8)))
            assert {word: found for share in shares for word, found in share.items()} == alone
    finally:
        sys.setswitchinterval(usual)
