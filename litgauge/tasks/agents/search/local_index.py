"""A search without a network: an index over works and pages, ranked by BM25."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Generic, Protocol

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.search.engine import Hit, SearchHit
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.records import Spending
from litgauge.tasks.retrieval.bm25 import Bm25Index, best, query_terms, titled
from litgauge.tasks.web import best_passages

_SNIPPET_CHARS = 400
_LONGEST_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the index; its hit has no snippet yet."""

    hit: SearchHit
    text: str  # as much of it as is searched
    is_page: bool = False  # it can be read at its address


class LocalIndex:
    """Documents, ranked by BM25 over the stems of their words; ties in the order given. Of any thread."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents = tuple(documents)
        self._index = Bm25Index.of(titled(document.hit.title, document.text) for document in self.documents)

    def find(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """The best documents that share a word with the query, at most `limit`; deterministic."""
        scores = self._index.scores(query_terms(query))
        return tuple(self._shown(self.documents[n], query) for n in best(scores, limit))

    @staticmethod
    def _shown(document: Document, query: str) -> SearchHit:
        passages = best_passages(query[:_LONGEST_QUERY], document.text, 1, _SNIPPET_CHARS)
        return replace(document.hit, snippet=" ".join(passages[0].text.split()) if passages else "")


class Index(Protocol[Hit]):
    """Documents that can be searched. Of any thread."""

    @property
    def documents(self) -> Sequence[object]:
        """Return all of them."""
        ...

    def find(self, query: str, limit: int) -> tuple[Hit, ...]:
        """The best documents that share a word with the query, at most `limit`; deterministic."""
        ...


class LocalSearch(Generic[Hit]):
    """An index as a search engine. See `Search`. It is made by the first search."""

    usd_per_search = 0.0
    spent = Spending()

    def __init__(self, documents: Callable[[], Mapping[str, Any]], index: Callable[[], Index[Hit]], empty: str) -> None:
        """`documents` says what they are; the index is made in a thread, once. A replay needs neither.

        `empty` is what the user is told where the index holds nothing.
        """
        self._documents, self._make, self._empty = documents, index, empty
        self._lock = threading.Lock()

    @cached_property
    def answering(self) -> Mapping[str, Any]:
        """See `Search`. Raises UnusableInput where a folder of documents is gone."""
        return {"search": "local", **self._documents()}

    async def search(self, query: str, limit: int, until: date | None = None) -> tuple[Hit, ...]:  # noqa: ARG002
        """See `Search`."""
        if not query.strip():
            raise ToolError("the query is empty")
        return await asyncio.to_thread(self._find, query, limit)

    def _find(self, query: str, limit: int) -> tuple[Hit, ...]:
        with self._lock:
            index = self._index
        return index.find(query, limit)

    @cached_property
    def _index(self) -> Index[Hit]:
        index = self._make()
        if not index.documents:
            tell(Note("agent", self._empty))
        return index
