"""Most cited works, whatever the question: `kind: retrieval-most-cited`."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.retrieval import Lookup
from litgauge.tasks.benchmarks.scinetbench.agents.agent import RetrievalAgent, RetrievalSettings, Within
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import Mask
from litgauge.tasks.benchmarks.scinetbench.agents.retriever import CatalogueRetriever, Ranked, catalogue_of
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.retrieval.bm25 import best


class MostCitedSettings(RetrievalSettings):
    """Most-cited works of the query's sub-field."""

    kind: Literal["retrieval-most-cited"] = Field("retrieval-most-cited", title="Kind")
    within: Within = Field(
        "sub-field",
        title="Look among",
        description="sub-field: the works that the release counts among the query's sub-field; corpus: all works, so "
        "that every query gets the same list.",
    )


class MostCited(CatalogueRetriever):
    """Ranks by the citations within the network: how many there are, not whose."""

    by = "most-cited"

    def ranked(self, lookup: Lookup, limit: int, allowed: Mask) -> Ranked:  # noqa: ARG002
        """See `CatalogueRetriever`."""
        counts = self.catalogue.citations
        places = best(np.where(allowed, counts + 1, 0), limit)
        return [(int(place), float(counts[place])) for place in places]


def _retriever(_settings: MostCitedSettings, release: StoredRelease) -> MostCited:
    return MostCited(catalogue_of(release))


MOST_CITED = AgentKind(
    "the most cited works of the sub-field", MostCitedSettings, RetrievalAgent, offline=True, retriever=_retriever
)
