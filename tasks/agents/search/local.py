"""A search without a network: an index over works and pages that are at hand, ranked by BM25."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tasks.agents.search.engine import SearchHit
from tasks.agents.task import ToolError
from tasks.records import Spending
from tasks.text.words import words
from tasks.web import best_passages

if TYPE_CHECKING:
    from bm25s import BM25  # type: ignore[import-untyped]

logging.getLogger("bm25s").setLevel(logging.WARNING)  # it sets itself to tell of every index

_K1, _B = 1.2, 0.75
_TITLE_COUNTS = 3  # a word of a title counts as so many of the text
_SNIPPET_CHARS = 400
_LONGEST_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Document:
    """Something that can be found; its hit has no snippet yet."""

    hit: SearchHit
    text: str  # as much of it as is searched
    is_page: bool = False  # it can be read at its address


class LocalIndex:
    """Documents, ranked by BM25 over the stems of their words; ties in the order given. Of any thread."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents = tuple(documents)
        terms = [_terms(document.hit.title) * _TITLE_COUNTS + _terms(document.text) for document in self.documents]
        self._ranking = _ranking(terms) if any(terms) else None

    def find(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """The best documents that share a word with the query, at most `limit`; deterministic."""
        terms = list(dict.fromkeys(_terms(query[:_LONGEST_QUERY])))
        if self._ranking is None or not terms:
            return ()
        scores = self._ranking.get_scores(terms)
        best = np.argsort(-scores, kind="stable")[:limit]
        return tuple(self._shown(self.documents[n], query) for n in best if scores[n] > 0)

    @staticmethod
    def _shown(document: Document, query: str) -> SearchHit:
        passages = best_passages(query[:_LONGEST_QUERY], document.text, 1, _SNIPPET_CHARS)
        return replace(document.hit, snippet=" ".join(passages[0].text.split()) if passages else "")


class LocalSearch:
    """The index as a search engine. See `Search`. It is made by the first search."""

    usd_per_search = 0.0
    spent = Spending()

    def __init__(self, answering: Mapping[str, Any], documents: Callable[[], Iterable[Document]]) -> None:
        """`answering` says what the documents are; they are gathered in a thread, once."""
        self.answering = {"search": "local", **answering}
        self._documents = documents
        self._lock = threading.Lock()

    async def search(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """See `Search`."""
        if not query.strip():
            raise ToolError("the query is empty")
        return await asyncio.to_thread(self._find, query, limit)

    def _find(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        with self._lock:
            index = self._index
        return index.find(query, limit)

    @cached_property
    def _index(self) -> LocalIndex:
        return LocalIndex(self._documents())


def _ranking(terms: list[list[str]]) -> BM25:
    from bm25s import BM25  # brings a compiler along: a quarter of a second, for those who search

    ranking = BM25(k1=_K1, b=_B)
    ranking.index(terms, show_progress=False)
    return ranking


def _terms(text: str) -> list[str]:
    return [word.stem for word in words(text) if word.stem]
