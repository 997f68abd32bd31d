"""A kernel over ranges of nodes, here or on workers of any kind; what comes out does not depend on how many."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future

import numpy as np
import pyarrow as pa

from litgauge.tasks.network.compiled import check_size
from litgauge.tasks.network.network import CitationNetwork

Kernel = Callable[[CitationNetwork, int, int], pa.RecordBatch]  # network, first node, and the one behind the last
RANGES = 64


def over_ranges(
    network: CitationNetwork,
    kernel: Kernel,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    cuts: Sequence[int] | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the kernel's rows of all nodes, in their order.

    `executor` may be threads (kernels let others run), processes (a network is handed over as its folder; so is the
    kernel, by name, with `functools.partial` for its settings) or a Dask client's `get_executor()`. `cuts` are where
    ranges begin and end, from 0 to the number of works; by default they have about as much to do each. Raises
    ConfigError for more than 100,000 citations without the extra `network`.
    """
    check_size(network.citations)
    pairs = list(itertools.pairwise(even_cuts(network) if cuts is None else cuts))
    tell = progress or (lambda works: works)
    if executor is None:
        for lo, hi in pairs:
            yield kernel(network, lo, hi)
            tell(hi - lo)
        return
    waiting: list[Future[pa.RecordBatch]] = [executor.submit(kernel, network, lo, hi) for lo, hi in pairs]
    try:
        for (lo, hi), result in zip(pairs, waiting, strict=True):
            yield result.result()
            tell(hi - lo)
    finally:
        for future in waiting:
            future.cancel()


def even_cuts(network: CitationNetwork, ranges: int = RANGES) -> list[int]:
    """Return where ranges begin and end that have about as many works and citations each."""
    weight = network.reference_places[1:] + network.citer_places[1:] + np.arange(1, network.works + 1)
    targets = np.linspace(0, weight[-1], min(ranges, network.works) + 1)[1:-1]
    return sorted({0, network.works, *np.searchsorted(weight, targets).tolist()})
