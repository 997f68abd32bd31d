"""BM25 over the stems of words; a word of a title counts as several of the text."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tasks.text.words import words

# It tells of every index, and sets its own level for that when it is imported: later than here.
logging.getLogger("bm25s").addFilter(lambda record: record.levelno >= logging.WARNING)

_K1, _B = 1.2, 0.75
_TITLE_COUNTS = 3  # a word of a title counts as so many of the text
_LONGEST_QUERY = 2_000
_NAMES = {
    f"{name}_name": f"{name}.{suffix}"
    for name, suffix in {"data": "npy", "indices": "npy", "indptr": "npy", "vocab": "json", "params": "json"}.items()
}
RANKING = {"k1": _K1, "b": _B, "title": _TITLE_COUNTS, "longest_query": _LONGEST_QUERY}
"""What decides its scores."""

Scores = NDArray[np.float32]


class WordRanking:
    """Documents that can be ranked by a query. Of any thread."""

    def __init__(self, ranking: Any, documents: int) -> None:
        self._ranking, self._documents = ranking, documents

    @classmethod
    def of(cls, documents: Iterable[tuple[str, str]]) -> WordRanking:
        """Of titles with their texts, taken one by one: what stays in memory is a number for each word."""
        known: dict[str, int] = {}
        numbered = []
        for title, text in documents:
            terms = _terms(title) * _TITLE_COUNTS + _terms(text)
            numbered.append(array("i", [known.setdefault(term, len(known)) for term in terms]))
        if not known:
            return cls(None, len(numbered))
        from bm25s import BM25  # type: ignore[import-untyped]  # a quarter of a second, for those who search

        ranking = BM25(k1=_K1, b=_B)
        ranking.index((numbered, known), show_progress=False)
        return cls(ranking, len(numbered))

    @classmethod
    def opened(cls, folder: Path, documents: int) -> WordRanking:
        """What `save` wrote there, of so many documents; mapped into memory, not read."""
        there = (folder / _NAMES["params_name"]).is_file()
        if not there:
            return cls(None, documents)
        from bm25s import BM25

        return cls(BM25.load(folder, mmap=True, show_progress=False, **_NAMES), documents)

    def save(self, folder: Path) -> None:
        """Write it into an empty folder; nothing where no document has a word."""
        if self._ranking is not None:
            self._ranking.save(folder, show_progress=False, **_NAMES)

    def scores(self, query: str) -> Scores:
        """The score of every document; 0 of one that shares no word with the query."""
        terms = list(dict.fromkeys(_terms(query[:_LONGEST_QUERY])))
        known = self._ranking.get_tokens_ids(terms) if self._ranking is not None else []
        if not known:
            return np.zeros(self._documents, dtype=np.float32)
        found: Scores = self._ranking.get_scores(known)
        return found


def best(scores: NDArray[Any], limit: int) -> NDArray[np.intp]:
    """The places of the highest scores above 0, the best first, equal ones in their order.

    >>> best(np.array([1.0, 0.0, 3.0, 1.0]), 2).tolist()
    [2, 0]
    """
    if limit < len(scores):
        least = np.partition(scores, -limit)[-limit]
        places = np.flatnonzero((scores >= least) & (scores > 0))
    else:
        places = np.flatnonzero(scores > 0)
    return places[np.argsort(-scores[places], kind="stable")][:limit]


def _terms(text: str) -> list[str]:
    return [word.stem for word in words(text) if word.stem]
