"""Measures of a network that was built from a user's files, each as a kernel and the ranges it may be cut into."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pyarrow as pa

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.extras import check_extra
from litgauge.tasks.network.beauty import beauty
from litgauge.tasks.network.build import BuiltNetwork
from litgauge.tasks.network.combinations import foster, wang
from litgauge.tasks.network.compiled import EXTRA
from litgauge.tasks.network.disruption import Definition, disruption
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.novelty import novelty
from litgauge.tasks.network.novelty_samples import Drawn, drawn_scores
from litgauge.tasks.network.pair_history import PairHistory
from litgauge.tasks.network.pair_scores import pair_scores
from litgauge.tasks.network.ranges import Kernel, over_ranges
from litgauge.tasks.network.venue_slots import year_cuts, years_of

Novelty = Literal["uzzi", "wang", "foster"]
Null = Literal["computed"] | Drawn


@dataclass(frozen=True, slots=True)
class Measure:
    """A kernel, and where ranges of nodes begin and end for it; None for as many as there is work for."""

    kernel: Kernel
    cuts: list[int] | None = None

    def schema(self, network: CitationNetwork) -> pa.Schema:
        """Return the columns of its rows; the last one is the value."""
        return self.kernel(network, 0, 0).schema

    def rows(
        self, network: CitationNetwork, workers: int | None = None, progress: Callable[[int], object] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield a row a work, in the order of the nodes, computed by so many threads (one a core)."""
        with ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as threads:
            yield from over_ranges(network, self.kernel, threads, progress, self.cuts)


def disruption_measure(definition: Definition, window: int | None) -> Measure:
    """Return `litgauge.tasks.network.disruption.disruption` by this definition."""
    return Measure(partial(disruption, definition=definition, window=window))


def novelty_measure(
    built: BuiltNetwork,
    definition: Novelty,
    *,
    null: Null = "computed",
    samples: int = 100,
    seed: int = 0,
    least_cited: float = 50.0,
    reused: int = 1,
) -> Measure:
    """Return one of three measures of pairs of cited venues; those of earlier years are counted at once.

    `null`, `samples` and `seed` are of `uzzi`, `least_cited` and `reused` of `wang`. Raises UnusableInput if the
    network was built without venues, ConfigError if `foster` or a drawn null lacks the extra `network`.
    """
    if definition == "foster":
        packages = {"scipy": "scipy", "sknetwork": "scikit-network"}
        check_extra(EXTRA, packages, "scikit-network finds the communities of venues", where="foster")
    elif definition == "uzzi" and null != "computed":
        check_extra(EXTRA, {"scipy": "scipy"}, "scipy counts the pairs of each sample", where=null)
    if not built.venues.size:
        raise UnusableInput(
            "no venues were read, and novelty is about pairs of them",
            where="works",
            next_step="Add a column venue, or say what it is called",
        )
    years = years_of(built.network)
    if definition == "uzzi":
        score = pair_scores if null == "computed" else partial(drawn_scores, method=null, samples=samples, seed=seed)
        return Measure(partial(novelty, venues=built.venues, years=years, score=score), year_cuts(years))
    history = PairHistory.of(built.network, built.venues, years)
    if definition == "foster":
        return Measure(partial(foster, venues=built.venues, years=years, history=history), year_cuts(years))
    measure = partial(wang, venues=built.venues, years=years, history=history)
    return Measure(partial(measure, least_cited=least_cited, reused=reused), year_cuts(years))


def beauty_measure(network: CitationNetwork) -> Measure:
    """Return `litgauge.tasks.network.beauty.beauty`."""
    return Measure(partial(beauty, years=years_of(network)))
