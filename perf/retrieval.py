"""Retrieval baselines of SciNetBench: IVF-PQ against comparing every vector, in one run, on synthetic vectors.

    python -m perf.retrieval [--works 300000] [--dimension 384] [--queries 200] [--flat] [--bm25 20000]

Vectors lie about 500 middles, as those of works lie about their subjects, and differ from them in some directions more
than in others, as embeddings do (`--flat`: in all alike, the hardest case for codes). Printed as JSON: recall@50 of the
cells and codes (the paper's parameters, scaled) against the exact list for several numbers of cells searched; the
processor's milliseconds a query and its share of the exact search; bytes of both indexes; the most memory that making
each took beside the vectors' own chunk. With --bm25, what an index of words of so many synthetic works takes. Needs the
extra `embeddings`; OMP_NUM_THREADS=1 makes figures of a busy machine comparable.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import AT_ONCE
from litgauge.tasks.retrieval.bm25 import Bm25Index, best, query_terms, titled
from litgauge.tasks.retrieval.nearest import NearestVectors, Shape, shape_for, write_index

LISTED = 50
MIDDLES = 500
SPREAD = 0.8
DECAY = 20  # directions after which the spread falls off


def vectors(folder: Path, works: int, dimension: int, *, flat: bool) -> list[np.ndarray]:
    """Files of vectors as a release's are kept, mapped into memory."""
    random_ = np.random.default_rng(3)
    middles = random_.standard_normal((MIDDLES, dimension)).astype(np.float32)
    scale = np.ones(dimension) if flat else 1 / (1 + np.arange(dimension) / DECAY)
    scale = (scale / np.sqrt((scale**2).mean())).astype(np.float32)
    turned, _ = np.linalg.qr(random_.standard_normal((dimension, dimension)))
    chunks = []
    for start in range(0, works, AT_ONCE):
        count = min(AT_ONCE, works - start)
        noise = random_.standard_normal((count, dimension)).astype(np.float32)
        found = middles[random_.integers(0, MIDDLES, count)] + SPREAD * (noise * scale) @ turned.astype(np.float32)
        found /= np.linalg.norm(found, axis=1, keepdims=True)
        np.save(folder / f"{start}.npy", found)
        chunks.append(np.load(folder / f"{start}.npy", mmap_mode="r"))
    return chunks


def measured(work: Callable[[], Any]) -> tuple[Any, float]:
    """What comes of it, and the processor's seconds."""
    began = time.process_time()
    found = work()
    return found, time.process_time() - began


def made(folder: Path, chunks: list[np.ndarray], shape: Shape) -> dict[str, Any]:
    """Make an index; what that took."""
    folder.mkdir()
    _, seconds = measured(lambda: write_index(folder, chunks, shape))
    size = sum(path.stat().st_size for path in folder.iterdir())
    return {"cpu_s": round(seconds, 1), "bytes": size, **shape.parameters}


def searched(folder: Path, queries: np.ndarray, works: int, probes: int) -> tuple[list[set[int]], float]:
    """The lists of all queries, and the processor's milliseconds for one."""
    index, everything = NearestVectors(folder, probes), np.ones(works, dtype=np.bool_)
    index.find(queries[0], LISTED, everything)
    lists, seconds = measured(lambda: [{place for place, _ in index.find(one, LISTED, everything)} for one in queries])
    return lists, 1000 * seconds / len(queries)


def compared(works: int, dimension: int, asked: int, *, flat: bool) -> dict[str, Any]:
    """IVF-PQ against exact."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "vectors").mkdir()
        chunks = vectors(Path(folder) / "vectors", works, dimension, flat=flat)
        picked = np.random.default_rng(5).integers(0, works, asked)
        own = np.stack([chunks[place // AT_ONCE][place % AT_ONCE] for place in picked])
        noise = np.random.default_rng(6).standard_normal(own.shape).astype(np.float32) / np.sqrt(dimension)
        queries = np.ascontiguousarray(own + 0.3 * noise)
        ivf, exact = Path(folder) / "ivf", Path(folder) / "exact"
        before = peak_mb()
        indexes = {"ivf-pq": made(ivf, chunks, shape_for(works, dimension, exact=False))}
        indexes["ivf-pq"]["peak_mb"] = peak_mb() - before
        indexes["exact"] = made(exact, chunks, shape_for(works, dimension, exact=True))
        truth, exact_ms = searched(exact, queries, works, 1)
        rows = []
        for probes in (8, 32, 64, 128, 256):
            lists, ms = searched(ivf, queries, works, probes)
            recall = np.mean([len(one & other) / LISTED for one, other in zip(lists, truth, strict=True)])
            rows.append({"probes": probes, "recall@50": round(float(recall), 3), "ms": round(ms, 2),
                         "share_of_exact": round(ms / exact_ms, 3)})  # fmt: skip
    return {"works": works, "dimension": dimension, "indexes": indexes, "exact_ms": round(exact_ms, 2), "ivf-pq": rows}


def bm25(works: int) -> dict[str, Any]:
    """An index of the words of so many works, and a search in it."""
    chance = random.Random(1)
    vocabulary = [f"w{int(chance.paretovariate(0.7))}" for _ in range(50_000)]

    def said(count: int) -> str:
        return " ".join(chance.choice(vocabulary) for _ in range(count))

    texts = [(said(10), said(150)) for _ in range(works)]
    before = peak_mb()
    ranking, seconds = measured(lambda: Bm25Index.of(titled(*text) for text in texts))
    _, search_s = measured(lambda: [best(ranking.scores(query_terms(title)), LISTED) for title, _ in texts[:50]])
    return {"works": works, "cpu_s": round(seconds, 1), "peak_mb": peak_mb() - before, "ms": round(20 * search_s, 2)}


def peak_mb() -> int:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Measure, and print as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--works", type=int, default=300_000)
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--flat", action="store_true")
    parser.add_argument("--bm25", type=int, default=20_000)
    given = parser.parse_args()
    print(json.dumps({"words": bm25(given.bm25)}, indent=1), flush=True)
    print(json.dumps(compared(given.works, given.dimension, given.queries, flat=given.flat), indent=1))


if __name__ == "__main__":
    main()
