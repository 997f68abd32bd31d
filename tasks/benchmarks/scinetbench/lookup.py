"""What the network says of a few of its works, found in one pass over its columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import Sentiment
from tasks.network.reference_lists import citers


@dataclass(frozen=True)
class Ranks:
    """How novel and how disruptive a work is, from 0 to 10; None where that is not measured, or not ranked."""

    novel: float | None
    disruptive: float | None


@dataclass(frozen=True)
class Neighbours:
    """Ranks, citations and mentions of some works."""

    ranks: Mapping[int, Ranks]
    cites: Mapping[int, frozenset[int]]  # what each of them cites in the network
    cited_by: Mapping[int, frozenset[int]]  # who cites each of them
    sentiments: Mapping[tuple[int, int], frozenset[Sentiment]] = field(default_factory=dict)  # (citing, cited)
    read: frozenset[int] = frozenset()  # works whose text is known
    together: frozenset[tuple[int, int]] = frozenset()  # (lower, higher): mentioned in one paragraph

    def cite(self, citing: int, cited: int) -> bool:
        """Whether the one cites the other."""
        return cited in self.cites.get(citing, frozenset())

    def sources_of(self, one: int, other: int) -> frozenset[int]:
        """Works that cite both."""
        return self.cited_by.get(one, frozenset()) & self.cited_by.get(other, frozenset())


def look_up(release: NetworkRows, works: Collection[int]) -> Neighbours:
    """The neighbours of these works. Linear in the network, whatever it holds."""
    wanted = pa.array(sorted(set(works)), pa.int64())
    measures = release.measures.filter(pc.is_in(release.measures["work"], wanted))
    ranks = {
        row["work"]: Ranks(row["novel"], row["disruptive"])
        for row in measures.select(["work", "novel", "disruptive"]).to_pylist()
    }
    own = release.citations.filter(pc.is_in(release.citations["work"], wanted))
    cites = {row["work"]: frozenset(row["references"]) for row in own.to_pylist()}
    return Neighbours(ranks, cites, citers(release.citations, wanted), *_mentioned(release))


def _mentioned(
    release: NetworkRows,
) -> tuple[dict[tuple[int, int], frozenset[Sentiment]], frozenset[int], frozenset[tuple[int, int]]]:
    sentiments: dict[tuple[int, int], set[Sentiment]] = defaultdict(set)
    paragraphs: dict[tuple[int, int], set[int]] = defaultdict(set)
    for one in release.mentions:
        if one.sentiment is not None:
            sentiments[one.citing, one.cited].add(one.sentiment)
        paragraphs[one.citing, one.paragraph].add(one.cited)
    together = frozenset(pair for cited in paragraphs.values() for pair in _pairs(sorted(cited)))
    read = frozenset(one.citing for one in release.mentions)
    return {pair: frozenset(found) for pair, found in sentiments.items()}, read, together


_MOST_IN_ONE = 200  # works of one paragraph that are paired: of a table of all that there is, the first


def _pairs(cited: Sequence[int]) -> list[tuple[int, int]]:
    some = cited[:_MOST_IN_ONE]
    return [(one, other) for place, one in enumerate(some) for other in some[place + 1 :]]
