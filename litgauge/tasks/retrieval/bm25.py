"""Okapi BM25 over the stems of words; the only module that knows bm25s."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.text.words import words

# bm25s logs every index, and sets its own level when it is imported, which is later than here.
logging.getLogger("bm25s").addFilter(lambda record: record.levelno >= logging.WARNING)

_K1, _B = 1.2, 0.75
_TITLE_WEIGHT = 3  # a word of a title counts as so many of the text
_LONGEST_QUERY = 2_000  # characters
_NAMES = {
    f"{name}_name": f"{name}.{suffix}"
    for name, suffix in {"data": "npy", "indices": "npy", "indptr": "npy", "vocab": "json", "params": "json"}.items()
}
PARAMETERS = {"k1": _K1, "b": _B, "title": _TITLE_WEIGHT, "longest_query": _LONGEST_QUERY}
"""Settings that decide the scores of titles and texts for a query."""

Scores = NDArray[np.float32]


class Bm25Index:
    """Documents that can be scored against terms. Of any thread."""

    def __init__(self, index: Any, documents: int) -> None:
        self._index, self._documents = index, documents  # None: no document has a term

    @classmethod
    def of(cls, documents: Iterable[Iterable[str]]) -> Bm25Index:
        """Return the index of documents given by their terms, read one by one: a number per term stays in memory."""
        numbers: dict[str, int] = {}
        numbered = [array("i", [numbers.setdefault(term, len(numbers)) for term in terms]) for terms in documents]
        if not numbers:
            return cls(None, len(numbered))
        from bm25s import BM25  # a quarter of a second: it brings a compiler along

        index = BM25(k1=_K1, b=_B)
        index.index((numbered, numbers), show_progress=False)
        return cls(index, len(numbered))

    @classmethod
    def opened(cls, folder: Path, documents: int) -> Bm25Index:
        """Return the index of so many documents that `save` wrote into a folder, mapped into memory."""
        if not (folder / _NAMES["params_name"]).is_file():
            return cls(None, documents)
        from bm25s import BM25

        return cls(BM25.load(folder, mmap=True, show_progress=False, **_NAMES), documents)

    def save(self, folder: Path) -> None:
        """Write it into an empty folder; nothing where no document has a term."""
        if self._index is not None:
            self._index.save(folder, show_progress=False, **_NAMES)

    def scores(self, terms: Sequence[str]) -> Scores:
        """Return the score of every document; 0 of one that has none of the terms."""
        token_ids = self._index.get_tokens_ids(terms) if self._index is not None else []
        if not token_ids:
            return np.zeros(self._documents, dtype=np.float32)
        scores: Scores = self._index.get_scores(token_ids)
        return scores


def stems(text: str) -> list[str]:
    """Return the terms of a text in its order.

    >>> stems("The owls, hunting")
    ['owl', 'hunt']
    """
    return [word.stem for word in words(text) if word.stem]


def titled(title: str, text: str) -> list[str]:
    """Return the terms of a document that has a title."""
    return stems(title) * _TITLE_WEIGHT + stems(text)


def query_terms(query: str) -> list[str]:
    """Return the terms of a query, each once."""
    return list(dict.fromkeys(stems(query[:_LONGEST_QUERY])))


def best(scores: NDArray[Any], limit: int) -> NDArray[np.intp]:
    """Return the places of the highest scores above 0, the best first, equal ones in their order.

    >>> best(np.array([1.0, 0.0, 3.0, 1.0]), 2).tolist()
    [2, 0]
    """
    if limit < len(scores):
        least = np.partition(scores, -limit)[-limit]
        places = np.flatnonzero((scores >= least) & (scores > 0))
    else:
        places = np.flatnonzero(scores > 0)
    return places[np.argsort(-scores[places], kind="stable")][:limit]
