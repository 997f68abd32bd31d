"""Base of the three retrievers: it ranks the works of a release, among those that a look-up allows."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.agents.retrieval import Lookup, RetrievedWork
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import Catalogue, Mask
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkTask
from litgauge.tasks.releases.release import StoredRelease

Ranked = Sequence[tuple[int, float]]  # place in the catalogue, score
KIND = "scinetbench"


class CatalogueRetriever:
    """Ranks the works of a release by what its catalogue prints. See `Retriever`."""

    by: str

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._turn = threading.Lock()  # one look-up at a time: each takes all the cores that it can use

    @property
    def answering(self) -> Mapping[str, Any]:
        """See `Retriever`."""
        return {"by": self.by, "release": self.catalogue.digest}

    def task(self, task_id: str) -> NetworkTask:
        """Return the task of this name."""
        return self.catalogue.tasks[task_id]

    def retrieve(self, lookup: Lookup, limit: int) -> Sequence[RetrievedWork]:
        """See `Retriever`."""
        with self._turn:
            ranked = self.ranked(lookup, limit, self._allowed(lookup))
            return [self.catalogue.at(place, score) for place, score in ranked]

    def ranked(self, lookup: Lookup, limit: int, allowed: Mask) -> Ranked:
        """Return the best of the allowed works, equal ones by number."""
        raise NotImplementedError

    def _allowed(self, lookup: Lookup) -> Mask:
        works = self.catalogue.works
        allowed = self.catalogue.under(lookup.within) if lookup.within else np.ones(len(works), dtype=np.bool_)
        if lookup.after:
            allowed &= _as_mask(pc.greater(self.catalogue.dates, lookup.after))
        if lookup.before:
            allowed &= _as_mask(pc.less(self.catalogue.dates, lookup.before))
        if lookup.leave_out:
            allowed &= ~np.isin(works, lookup.leave_out)
        return allowed


def catalogue_of(release: StoredRelease) -> Catalogue:
    """Return the catalogue of a release. Raises UnusableInput for one of another benchmark."""
    if release.manifest.kind != KIND:
        raise UnusableInput(
            f"retrieval baselines rank the works of a citation network; this release is of {release.manifest.kind}",
            where=release.name,
            data="Nothing was run",
            next_step="Name a release of SciNetBench (docs/scinetbench.md), or another kind of agent (docs/agents.md)",
        )
    return Catalogue(release)


def _as_mask(places: pa.ChunkedArray) -> Mask:
    mask: Mask = places.to_numpy()
    return mask
