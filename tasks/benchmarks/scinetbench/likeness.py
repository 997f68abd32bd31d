"""Works whose texts are similar to a sub-field's name, by their embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tasks.benchmarks.scinetbench.sub_fields import NamedSubField
from tasks.retrieval.embedding import Embedder, Vectors

BY_LIKENESS = "likeness of meaning"
_AT_ONCE = 2_000  # texts


def alike_members(
    works: Iterable[pa.RecordBatch],
    sub_fields: Sequence[NamedSubField],
    embedder: Embedder,
    least: float,
    progress: Callable[[int], object],
) -> pa.Table:
    """Rows `sub_field`, `work`, `by`: the works whose text has a cosine of at least so much with a sub-field's name.

    `works` has `work` and `text`; some thousand texts are in memory at a time.
    """
    slugs = np.array([sub_field.sub_field for sub_field in sub_fields], object)
    names = _single(embedder.queries([sub_field.name for sub_field in sub_fields]))
    fields: list[Any] = []
    numbers: list[Any] = []
    for batch in works:
        for part in (batch.slice(start, _AT_ONCE) for start in range(0, batch.num_rows, _AT_ONCE)):
            texts = _single(embedder.documents(part["text"].to_pylist()))
            row, column = np.nonzero(texts @ names.T >= least)
            numbers.append(part["work"].to_numpy()[row])
            fields.append(slugs[column])
            progress(part.num_rows)
    columns = {
        "sub_field": pa.array(np.concatenate([*fields, []]).tolist(), pa.string()),
        "work": pa.array(np.concatenate([*numbers, np.empty(0, np.int64)]), pa.int64()),
    }
    return pa.table(columns).append_column("by", pa.array([BY_LIKENESS] * len(columns["work"]), pa.string()))


def _single(vectors: Vectors) -> NDArray[np.float32]:
    return vectors.astype(np.float32, copy=False)
