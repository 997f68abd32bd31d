"""Ranking by the words of titles and abstracts, by BM25: `kind: retrieval-bm25`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.retrieval import Lookup
from litgauge.tasks.benchmarks.scinetbench.agents.agent import AskingSettings, RetrievalAgent
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import Catalogue, Mask
from litgauge.tasks.benchmarks.scinetbench.agents.retriever import CatalogueRetriever, Ranked, catalogue_of
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.retrieval.bm25 import PARAMETERS, Bm25Index, best, query_terms, titled
from litgauge.tasks.retrieval.stored_index import stored_index


class Bm25Settings(AskingSettings):
    """BM25 over titles and abstracts."""

    kind: Literal["retrieval-bm25"] = Field("retrieval-bm25", title="Kind")


class Bm25(CatalogueRetriever):
    """Ranks by the words that a work shares with the query; one that shares none is not found."""

    by = "bm25"

    def __init__(self, catalogue: Catalogue, storage: Storage) -> None:
        super().__init__(catalogue)
        self._storage = storage

    @property
    def answering(self) -> Mapping[str, Any]:
        """See `Retriever`."""
        return {**super().answering, **PARAMETERS}

    def ranked(self, lookup: Lookup, limit: int, allowed: Mask) -> Ranked:
        """See `CatalogueRetriever`."""
        query = lookup.words if lookup.work is None else " ".join(self.catalogue.asked_about[lookup.work])
        scores = np.where(allowed, self._index.scores(query_terms(query)), 0)
        return [(int(place), float(scores[place])) for place in best(scores, limit)]

    @cached_property
    def _index(self) -> Bm25Index:
        identity = {**self.answering, "code": code_digest("litgauge.tasks.retrieval.bm25")}
        with stored_index(self._storage, identity, self._write) as folder:
            return Bm25Index.opened(folder, len(self.catalogue.works))

    def _write(self, folder: Path) -> None:
        tell(Note("agent", f"indexing the words of {len(self.catalogue.works):,} works, once for this release"))
        Bm25Index.of(titled(*text) for texts in self.catalogue.texts() for text in texts).save(folder)


def _retriever(_settings: Bm25Settings, release: StoredRelease) -> Bm25:
    return Bm25(catalogue_of(release), release.storage)


BM25 = AgentKind("BM25 over titles and abstracts", Bm25Settings, RetrievalAgent, offline=True, retriever=_retriever)
