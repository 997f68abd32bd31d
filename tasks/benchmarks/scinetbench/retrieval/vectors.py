"""The vectors of a catalogue's works: made some thousand at a time, each file kept under what it was made of.

So a run that is killed goes on where it was, and a newer release embeds what is new: works stand by their numbers, and
new ones come last. `indexes/vectors/<model>/<what it was made of>.<sha256>.npy`
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tasks.base import interruption
from tasks.base.errors import DamagedFile
from tasks.benchmarks.scinetbench.retrieval.catalogue import Catalogue, Text
from tasks.benchmarks.scinetbench.retrieval.kept import digest_of
from tasks.engine.items import ItemState
from tasks.engine.progress import ItemsDone, StageEnded, StageStarted, tell
from tasks.engine.storage import Storage
from tasks.text.embedding import SentenceModel, Vectors

_STAGE = "embeddings"


def text_of(text: Text) -> str:
    """A work as it is embedded (appendix A.1).

    >>> text_of(("Owls", "They hear."))
    'title: Owls, abstract: They hear.'
    """
    title, abstract = text
    return f"title: {title}, abstract: {abstract}"


class KeptVectors:
    """The vectors of all works of a catalogue by one model."""

    def __init__(self, storage: Storage, model: SentenceModel) -> None:
        self._storage, self._model = storage, model
        self._folder = f"indexes/vectors/{digest_of(model.identity)[:32]}"

    def of(self, catalogue: Catalogue) -> list[Vectors]:
        """A matrix for every so many works in their order, mapped into memory; what is not kept yet is made.

        Raises Interrupted between two of them, and what the model raises.
        """
        kept = {name.partition(".")[0]: f"{self._folder}/{name}" for name in self._storage.names(self._folder)}
        wanted = [_key(texts) for texts in catalogue.texts()]
        known = sum(key in kept for key in wanted)
        tell(StageStarted(_STAGE, len(wanted), known))
        found = list(self._each(catalogue, kept))
        tell(StageEnded(_STAGE, len(wanted) - known, 0, 0, known))
        return found

    def _each(self, catalogue: Catalogue, kept: Mapping[str, str]) -> Iterator[Vectors]:
        for texts in catalogue.texts():
            key = _key(texts)
            vectors = self._opened(kept[key], len(texts)) if key in kept else None
            if vectors is None:
                interruption.current().check()
                vectors = self._made(key, texts)
                tell(ItemsDone(_STAGE, (ItemState(key, key, "done"),), 0.0))
            yield vectors

    def _made(self, key: str, texts: Sequence[Text]) -> Vectors:
        vectors = self._model.documents([text_of(text) for text in texts])
        file = io.BytesIO()
        np.save(file, vectors)
        data = file.getvalue()
        path = f"{self._folder}/{key}.{hashlib.sha256(data).hexdigest()}.npy"
        self._storage.create(path, data)
        return _mapped(self._storage, path)

    def _opened(self, path: str, works: int) -> Vectors | None:
        """The vectors in a file; None where it is damaged: then it is laid aside, and made anew."""
        try:
            self._storage.read_sealed(path)
        except DamagedFile:
            self._storage.set_aside(path)
            return None
        vectors = _mapped(self._storage, path)
        return vectors if len(vectors) == works else None


def _mapped(storage: Storage, path: str) -> Vectors:
    place = Path(storage.locate(path))
    vectors: Vectors = np.load(place, mmap_mode="r") if place.is_file() else np.load(io.BytesIO(storage.read(path)))
    return vectors


def _key(texts: Sequence[Text]) -> str:
    return hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:32]


def identity_of(model: SentenceModel) -> dict[str, Any]:
    """What decides the vectors, as plain JSON."""
    return {"text": text_of(("…", "…")), **model.identity}
