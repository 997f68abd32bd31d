"""Release that a study is made from, as far as a study reads it: queries with their truth, and the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.literature_review.rows import Fact
from litgauge.tasks.records.grouping import rows_by

Sentiment = Literal["positive", "negative", "neutral"]


@dataclass(frozen=True, slots=True)
class Query:
    """A query of the release: its sub-field, and of a pair or a path its works."""

    task_id: str
    kind: str
    relation: str
    sub_field: str
    subject: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class SubField:
    """A sub-field that the release asks about."""

    sub_field: str
    name: str


@dataclass(frozen=True, slots=True)
class RankedWork:
    """A work of a perfect answer to a query."""

    task_id: str
    rank: int
    work: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where the text of a work cites another."""

    citing: int
    cited: int
    place: int
    paragraph: int
    sentence: str
    sentiment: Sentiment | None


@dataclass(frozen=True, slots=True)
class Work:
    """A work of the network."""

    work: int
    title: str
    year: int


@dataclass(frozen=True, slots=True)
class References:
    """Works that a work cites."""

    work: int
    references: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Citations:
    """Number of citations of a work."""

    work: int
    citations: int


@dataclass(frozen=True, slots=True)
class Abstract:
    """Abstract of a work."""

    work: int
    abstract: str


@dataclass(frozen=True)
class NetworkRelease:
    """Queries with their truth, and the network that they are about; large tables stay columns."""

    name: str
    digest: str
    tasks: tuple[Query, ...]
    sub_fields: Mapping[str, SubField]
    truth: Mapping[str, tuple[RankedWork, ...]]  # by query, the best first
    facts: Mapping[str, str]
    works: pa.Table  # of Work rows
    citations: pa.Table  # of References rows
    measures: pa.Table  # of Citations rows
    abstracts: pa.Table | None  # of Abstract rows
    mentions: tuple[Mention, ...]  # of those citing works whose text was there


def load_network(release: Release) -> NetworkRelease:
    """Return the rows that a study is made from.

    Raises ReleaseError for a release without one of its tables or columns.
    """
    truth = rows_by(release.rows("truth", RankedWork), lambda row: row.task_id)
    return NetworkRelease(
        release.name,
        release.digest,
        tuple(release.rows("tasks", Query)),
        {sub_field.sub_field: sub_field for sub_field in release.rows("sub_fields", SubField)},
        {name: tuple(sorted(rows, key=lambda row: row.rank)) for name, rows in truth.items()},
        {fact.name: fact.value for fact in release.rows("network", Fact)},
        release.table_of("works", Work),
        release.table_of("citations", References),
        release.table_of("measures", Citations),
        release.table_of("abstracts", Abstract) if release.has("abstracts") else None,
        tuple(release.rows("mentions", Mention)) if release.has("mentions") else (),
    )
