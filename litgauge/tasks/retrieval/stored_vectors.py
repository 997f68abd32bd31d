"""Vectors in the storage, a file for each batch of texts, named by a digest of the batch.

A run that was killed resumes where it stopped, and only new texts are embedded.
`indexes/vectors/<model>/<texts>.<sha256>.npy`
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np

from litgauge.tasks.base import interruption
from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.retrieval.embedding import Embedder, Vectors
from litgauge.tasks.retrieval.stored_index import digest_of

_STAGE = "embeddings"

Document = TypeVar("Document")
"""Plain JSON that a text is made of."""


class StoredVectors(Generic[Document]):
    """Vectors of documents by one embedder."""

    def __init__(self, storage: Storage, embedder: Embedder, as_text: Callable[[Document], str]) -> None:
        self._storage, self._embedder, self._as_text = storage, embedder, as_text
        self._folder = f"indexes/vectors/{digest_of(embedder.identity)[:32]}"

    def of(self, batches: Callable[[], Iterable[Sequence[Document]]]) -> list[Vectors]:
        """A matrix for each batch, mapped into memory; batches without one are embedded. `batches` is read twice.

        Raises Interrupted between two batches, and what the embedder raises.
        """
        stored = {name.partition(".")[0]: f"{self._folder}/{name}" for name in self._storage.names(self._folder)}
        keys = [_key(documents) for documents in batches()]
        stored_count = sum(key in stored for key in keys)
        tell(StageStarted(_STAGE, len(keys), stored_count))
        vectors = list(self._each(batches(), stored))
        tell(StageEnded(_STAGE, len(keys) - stored_count, 0, 0, stored_count))
        return vectors

    def _each(self, batches: Iterable[Sequence[Document]], stored: Mapping[str, str]) -> Iterator[Vectors]:
        for documents in batches:
            key = _key(documents)
            vectors = self._read(stored[key], len(documents)) if key in stored else None
            if vectors is None:
                interruption.current().check()
                vectors = self._embed(key, documents)
                tell(ItemsDone(_STAGE, (ItemState(key, key, "done"),), 0.0))
            yield vectors

    def _embed(self, key: str, documents: Sequence[Document]) -> Vectors:
        vectors = self._embedder.documents([self._as_text(document) for document in documents])
        file = io.BytesIO()
        np.save(file, vectors)
        data = file.getvalue()
        path = f"{self._folder}/{key}.{hashlib.sha256(data).hexdigest()}.npy"
        self._storage.create(path, data)
        return _mapped(self._storage, path)

    def _read(self, path: str, documents: int) -> Vectors | None:
        """Return the vectors in a file; None where it is damaged and was set aside."""
        try:
            self._storage.read_checked(path)
        except DamagedFile:
            self._storage.set_aside(path)
            return None
        vectors = _mapped(self._storage, path)
        return vectors if len(vectors) == documents else None


def _mapped(storage: Storage, path: str) -> Vectors:
    place = Path(storage.locate(path))
    vectors: Vectors = np.load(place, mmap_mode="r") if place.is_file() else np.load(io.BytesIO(storage.read(path)))
    return vectors


def _key(documents: object) -> str:
    return hashlib.sha256(json.dumps(documents, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:32]
