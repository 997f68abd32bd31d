"""Nearest vectors: the shape of an index, and what a search finds among the vectors that it may take."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from litgauge.tasks.retrieval.nearest import NearestVectors, Shape, shape_for, write_index

needs_faiss = pytest.mark.skipif(
    importlib.util.find_spec("faiss") is None, reason="the extra `embeddings` (faiss-cpu) is not installed"
)


def test_the_papers_parameters_are_scaled() -> None:
    assert shape_for(18_639_140, 768).parameters == {"cells": 16_384, "sub_vectors": 32, "bits": 8}
    assert shape_for(18_639_140, 4_096) == Shape(16_384, 32)
    assert shape_for(199_999, 384).cells == 0
    assert shape_for(200_000, 384).cells == 2_048
    assert shape_for(200_000, 300).sub_vectors == 30  # a code needs parts of one length
    assert shape_for(10_000, 384, exact=False).cells == 512
    assert shape_for(9_000, 384, exact=False).cells == 0  # too few to learn codes from
    assert shape_for(10**9, 384, exact=True).cells == 0


def clustered(count: int, dimension: int = 32) -> np.ndarray:
    random = np.random.default_rng(7)
    middles = random.standard_normal((50, dimension))
    found = middles[random.integers(0, 50, count)] + 0.5 * random.standard_normal((count, dimension))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


@needs_faiss
@pytest.mark.parametrize("exact", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_nearest_vectors_are_found_among_those_that_are_allowed(exact: bool, tmp_path: Path) -> None:
    vectors = clustered(10_000)
    write_index(tmp_path, np.array_split(vectors, 3), shape_for(len(vectors), 32, exact=exact))
    nearest = NearestVectors(tmp_path, 64)
    allowed = np.arange(len(vectors)) % 3 == 0
    hits = []
    for place in range(0, 300, 3):
        found = nearest.find(vectors[place], 10, allowed)
        cosines = np.where(allowed, vectors @ vectors[place], -2)
        best = np.argsort(-cosines, kind="stable")[:10]
        assert all(allowed[one] for one, _ in found)
        hits.append(len({one for one, _ in found} & set(best.tolist())) / 10)
        if exact:
            assert [score for _, score in found] == pytest.approx(cosines[best].tolist(), abs=1e-5)
    assert np.mean(hits) >= (0.999 if exact else 0.6)
    assert nearest.find(vectors[0], 10, np.zeros(len(vectors), dtype=bool)) == []
    assert len(nearest.find(vectors[0], 10, np.arange(len(vectors)) < 4)) == 4
