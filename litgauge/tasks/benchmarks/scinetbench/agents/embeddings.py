"""Ranking by embeddings of titles and abstracts: `kind: retrieval-embeddings` (section 2.2, category I)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.retrieval import Lookup
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.scinetbench.agents.agent import AskingSettings, RetrievalAgent
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import Catalogue, Mask, Text
from litgauge.tasks.benchmarks.scinetbench.agents.retriever import CatalogueRetriever, Ranked, catalogue_of
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.retrieval.embedding import MINILM, SentenceModel, check_installed
from litgauge.tasks.retrieval.nearest import NearestVectors, shape_for, write_index
from litgauge.tasks.retrieval.stored_index import stored_index
from litgauge.tasks.retrieval.stored_vectors import StoredVectors

_EXACT = {"auto": None, "exact": True, "ivf-pq": False}


class EmbeddingSettings(AskingSettings):
    """Any model that sentence-transformers can open, and Faiss."""

    kind: Literal["retrieval-embeddings"] = Field("retrieval-embeddings", title="Kind")
    embedding: str = Field(
        MINILM,
        min_length=1,
        title="Embedding model",
        description="The packaged all-MiniLM-L6-v2, a folder with a sentence-transformers model, or a model's name on "
        "the Hugging Face hub.",
    )
    revision: str = Field("", title="Revision", description="Of a model of the hub: a branch, tag or commit.")
    device: str = Field("", title="Device", description="cpu, cuda, …; empty: the best there is.")
    index: Literal["auto", "exact", "ivf-pq"] = Field(
        "auto",
        title="Index",
        description="auto: every vector is compared below 200,000 works, cells and codes (IVF-PQ) from there on.",
    )
    probes: int = Field(64, ge=1, le=65_536, title="Cells searched", description="Of an IVF-PQ index, for each query.")


class Embeddings(CatalogueRetriever):
    """Ranks by the cosine of two embeddings."""

    by = "embeddings"

    def __init__(self, catalogue: Catalogue, storage: Storage, settings: EmbeddingSettings) -> None:
        super().__init__(catalogue)
        self._storage, self._settings = storage, settings
        self._model = SentenceModel(settings.embedding, settings.revision, settings.device)

    @property
    def answering(self) -> Mapping[str, Any]:
        """See `Retriever`."""
        return {**super().answering, "embedding": {"text": text_of(("…", "…")), **self._model.identity}}

    def ranked(self, lookup: Lookup, limit: int, allowed: Mask) -> Ranked:
        """See `CatalogueRetriever`."""
        if not len(allowed):
            return []
        if lookup.work is None:
            query = self._model.queries([lookup.words])[0]
        else:
            query = self._model.documents([text_of(self.catalogue.asked_about[lookup.work])])[0]
        return self._nearest.find(query, limit, allowed)

    @cached_property
    def _nearest(self) -> NearestVectors:
        works = len(self.catalogue.works)
        shape = shape_for(works, self._model.dimension, exact=_EXACT[self._settings.index])

        def write(folder: Path) -> None:
            chunks = StoredVectors(self._storage, self._model, text_of).of(self.catalogue.texts)
            method = f"{shape.cells:,} cells" if shape.cells else "compared one by one"
            tell(Note("agent", f"{works:,} vectors of {self._model.name}, {method}"))
            write_index(folder, chunks, shape)

        with stored_index(self._storage, {**self.answering, **shape.parameters}, write) as folder:
            return NearestVectors(folder, self._settings.probes)


def text_of(text: Text) -> str:
    """Return the text of a work that is embedded (appendix A.1).

    >>> text_of(("Owls", "They hear."))
    'title: Owls, abstract: They hear.'
    """
    title, abstract = text
    return f"title: {title}, abstract: {abstract}"


def _retriever(settings: EmbeddingSettings, release: StoredRelease) -> Embeddings:
    return Embeddings(catalogue_of(release), release.storage, settings)


def _check(_settings: EmbeddingSettings, _tasks: Sequence[GivenTask]) -> None:
    check_installed("faiss")


EMBEDDINGS = AgentKind(
    "embeddings of titles and abstracts",
    EmbeddingSettings,
    RetrievalAgent,
    offline=True,
    fixed=("embedding", "revision"),  # a model is somebody's code and weights
    check=_check,
    retriever=_retriever,
)
