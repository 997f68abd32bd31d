"""Nearest vectors, by Faiss: every vector is compared, or an IVF-PQ index of cells and codes is searched.

SciNetBench (appendix A.1) parts 18.6 M vectors into 16,384 cells and codes each in 32 bytes (IndexIVFPQ). Scaled: four
cells for each of the square root of the vectors, as a power of two, which of 18.6 M is 16,384; the bytes stay.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.retrieval.embedding import Vectors

EXACT_BELOW = 200_000
_SUB_VECTORS = 32
_BITS = 8
_FEWEST = 39 * 2**_BITS  # vectors from which Faiss learns codes without complaint
_TRAINING = 64  # vectors for each cell, from which the cells are learnt
_FILE = "index.faiss"


@dataclass(frozen=True, slots=True)
class Shape:
    """Parameters of an index."""

    cells: int  # 0: there are none, every vector is compared
    sub_vectors: int

    @property
    def parameters(self) -> dict[str, int]:
        """As plain JSON."""
        return {"cells": self.cells, "sub_vectors": self.sub_vectors, "bits": _BITS if self.cells else 0}


def shape_for(count: int, dimension: int, *, exact: bool | None = None) -> Shape:
    """Return the shape of an index of so many vectors.

    `exact`: None compares every vector below 200,000 of them; False does so only where there are too few to learn
    codes from.

    >>> shape_for(18_639_140, 768), shape_for(300_000, 384).cells, shape_for(300, 384).cells
    (Shape(cells=16384, sub_vectors=32), 2048, 0)
    """
    if exact or count < (EXACT_BELOW if exact is None else _FEWEST):
        return Shape(0, 0)
    cells = 2 ** round(math.log2(4 * math.sqrt(count)))
    parts = max(part for part in range(1, _SUB_VECTORS + 1) if dimension % part == 0)
    return Shape(cells, parts)


def write_index(folder: Path, chunks: Sequence[Vectors], shape: Shape) -> None:
    """Write an index of these vectors in their order. One chunk is in memory at a time, beside the index itself."""
    import faiss  # an extra

    dimension = chunks[0].shape[1] if chunks else 1
    index: Any = faiss.IndexFlatIP(dimension)
    if shape.cells:
        index = faiss.IndexIVFPQ(index, dimension, shape.cells, shape.sub_vectors, _BITS, faiss.METRIC_INNER_PRODUCT)
        index.train(_sample(chunks, _TRAINING * max(shape.cells, 2**_BITS)))
    for chunk in chunks:
        index.add(np.ascontiguousarray(chunk, dtype=np.float32))
    faiss.write_index(index, str(folder / _FILE))


class NearestVectors:
    """An index in a folder, mapped into memory. One search at a time."""

    def __init__(self, folder: Path, probes: int) -> None:
        """`probes`: cells that a search looks into; more where it may take only a part of the vectors."""
        import faiss  # an extra

        self._faiss: Any = faiss
        self._index: Any = faiss.read_index(str(folder / _FILE), faiss.IO_FLAG_MMAP_IFC)
        self._probes = probes

    def find(self, query: Vectors, limit: int, allowed: NDArray[np.bool_]) -> list[tuple[int, float]]:
        """Place and cosine of the allowed vectors that are nearest to one, the best first, equal ones in order."""
        faiss, among = self._faiss, int(allowed.sum())
        count = min(limit, among)
        if not count:
            return []
        bits = np.packbits(allowed, bitorder="little")
        selector = faiss.IDSelectorBitmap(bits)
        if hasattr(self._index, "nprobe"):
            probes = min(self._index.nlist, math.ceil(self._probes * len(allowed) / among))
            parameters = faiss.SearchParametersIVF(sel=selector, nprobe=probes)
        else:
            parameters = faiss.SearchParameters(sel=selector)
        row = np.ascontiguousarray(query, dtype=np.float32).reshape(1, -1)
        scores, places = self._index.search(row, count, params=parameters)
        matches = [(int(place), float(score)) for place, score in zip(places[0], scores[0], strict=True) if place >= 0]
        return sorted(matches, key=lambda match: (-match[1], match[0]))


def _sample(chunks: Sequence[Vectors], count: int) -> NDArray[np.float32]:
    """Vectors from all over, at most so many."""
    total = sum(len(chunk) for chunk in chunks)
    places = np.linspace(0, total - 1, min(count, total)).astype(np.int64)
    starts = np.cumsum([0, *(len(chunk) for chunk in chunks)])
    parts = [
        chunk[places[(places >= start) & (places < start + len(chunk))] - start]
        for chunk, start in zip(chunks, starts, strict=False)
    ]
    return np.ascontiguousarray(np.concatenate(parts), dtype=np.float32)
