"""Vectors are embedded once, and again where their file is gone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.retrieval.embedding import LexicalEmbedder, Vectors
from litgauge.tasks.retrieval.stored_vectors import StoredVectors

BATCHES = [["Owls at night", "Graphs"], ["Tea"]]


class Counting(LexicalEmbedder):
    """Counts the texts that are embedded."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def documents(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().documents(texts)


def test_only_what_is_not_kept_is_embedded(tmp_path: Path) -> None:
    embedder = Counting()
    kept = StoredVectors(Storage(str(tmp_path)), embedder, str.lower)
    first = kept.of(lambda: BATCHES)
    assert embedder.texts == ["owls at night", "graphs", "tea"]
    assert [len(matrix) for matrix in first] == [2, 1]
    more = kept.of(lambda: [*BATCHES, ["Price"]])
    assert embedder.texts == ["owls at night", "graphs", "tea", "price"]
    assert np.array_equal(first[0], more[0])


@pytest.mark.parametrize("damage", [b"half a file", None])
def test_a_damaged_file_is_made_again(damage: bytes | None, tmp_path: Path) -> None:
    embedder = Counting()
    kept = StoredVectors(Storage(str(tmp_path)), embedder, str)
    first = kept.of(lambda: BATCHES)
    names = sorted(path.name for path in tmp_path.rglob("*.npy"))
    broken = next(path for path in tmp_path.rglob("*.npy") if len(np.load(path)) == 1)
    broken.unlink()  # not written over: the first vectors are mapped from it
    if damage is not None:
        broken.write_bytes(damage)
    again = kept.of(lambda: BATCHES)
    assert embedder.texts[3:] == ["Tea"]
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    assert sorted(path.name for path in (tmp_path / "indexes").rglob("*.npy")) == names
