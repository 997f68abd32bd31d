"""Outcome of an answer: its counted works, the truth, and their neighbours in the network."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import FoundWork, NetworkTask, Sentiment
from litgauge.tasks.network.reference_lists import citers


@dataclass(frozen=True)
class Ranks:
    """Ranks of a work by novelty and disruption, from 0 to 10; None where it is not measured, or not ranked."""

    novel: float | None
    disruptive: float | None


@dataclass(frozen=True)
class Neighbours:
    """Ranks, citations and mentions of some works."""

    ranks: Mapping[int, Ranks]
    cites: Mapping[int, frozenset[int]]  # works of the network that each of them cites
    cited_by: Mapping[int, frozenset[int]]  # works that cite each of them
    sentiments: Mapping[tuple[int, int], frozenset[Sentiment]] = field(default_factory=dict)  # (citing, cited)
    read: frozenset[int] = frozenset()  # works whose text is known
    together: frozenset[tuple[int, int]] = frozenset()  # (lower, higher): mentioned in one paragraph
    mentioned: frozenset[int] = frozenset()  # works that a known text cites

    def cite(self, citing: int, cited: int) -> bool:
        """Return whether `citing` cites `cited`."""
        return cited in self.cites.get(citing, frozenset())

    def sources_of(self, first: int, other: int) -> frozenset[int]:
        """Works that cite both."""
        return self.cited_by.get(first, frozenset()) & self.cited_by.get(other, frozenset())


def look_up(release: NetworkRows, works: Collection[int]) -> Neighbours:
    """Return the neighbours of these works. Linear in the size of the network."""
    numbers = pa.array(sorted(set(works)), pa.int64())
    measures = release.measures.filter(pc.is_in(release.measures["work"], numbers))
    ranks = {
        row["work"]: Ranks(row["novel"], row["disruptive"])
        for row in measures.select(["work", "novel", "disruptive"]).to_pylist()
    }
    own = release.citations.filter(pc.is_in(release.citations["work"], numbers))
    cites = {row["work"]: frozenset(row["references"]) for row in own.to_pylist()}
    return Neighbours(ranks, cites, citers(release.citations, numbers), *_mentioned(release))


def _mentioned(
    release: NetworkRows,
) -> tuple[dict[tuple[int, int], frozenset[Sentiment]], frozenset[int], frozenset[tuple[int, int]], frozenset[int]]:
    sentiments: dict[tuple[int, int], set[Sentiment]] = defaultdict(set)
    paragraphs: dict[tuple[int, int], set[int]] = defaultdict(set)
    for mention in release.mentions:
        if mention.sentiment is not None:
            sentiments[mention.citing, mention.cited].add(mention.sentiment)
        paragraphs[mention.citing, mention.paragraph].add(mention.cited)
    together = frozenset(pair for cited in paragraphs.values() for pair in _pairs(sorted(cited)))
    read = frozenset(mention.citing for mention in release.mentions)
    mentioned = frozenset(mention.cited for mention in release.mentions)
    return {pair: frozenset(sentiment) for pair, sentiment in sentiments.items()}, read, together, mentioned


_MOST_IN_ONE = 200  # works of one paragraph that are paired; of longer lists, the first ones


def _pairs(cited: Sequence[int]) -> list[tuple[int, int]]:
    some = cited[:_MOST_IN_ONE]
    return [(first, second) for place, first in enumerate(some) for second in some[place + 1 :]]


@dataclass(frozen=True)
class Outcome:
    """An answer's works by rank, without repeated ones and those beyond the requested length."""

    task: NetworkTask
    works: tuple[int | None, ...]  # None: not in the network
    truth: tuple[int, ...]
    network: Neighbours
    other_paths: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # other readings of the truth, by rule

    @property
    def known_works(self) -> tuple[int, ...]:
        """Return the works of the answer that are in the network."""
        return tuple(work for work in self.works if work is not None)

    @property
    def others(self) -> tuple[int, ...]:
        """Return the works in the network, without the subject of the query."""
        return tuple(work for work in self.known_works if work != self.task.subject)

    @property
    def turned(self) -> bool:
        """Return whether the answer begins at the older end of a path."""
        return bool(self.works) and (self.works[0] == self.task.target or self.works[-1] == self.task.subject)

    @property
    def path(self) -> tuple[int | None, ...]:
        """Return the works as a chain from the newer end to the older, in whichever direction the answer has it.

        Ends added.
        """
        subject, target = self.task.subject, self.task.target
        chain = self.works[::-1] if self.turned else self.works
        inner = [work for work in chain if work not in (subject, target)]
        return (subject, *inner, target)


def outcome_of(
    task: NetworkTask,
    matches: Sequence[FoundWork],
    truth: Sequence[int],
    network: Neighbours,
    other_paths: Mapping[str, tuple[int, ...]] | None = None,
) -> Outcome:
    """Return the outcome of one answer."""
    counted = (row for row in sorted(matches, key=lambda row: row.position) if row.rule not in ("repeated", "beyond"))
    return Outcome(task, tuple(row.work for row in counted), tuple(truth), network, other_paths or {})
